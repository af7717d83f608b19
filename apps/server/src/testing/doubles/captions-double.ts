import { setTimeout as sleep } from 'node:timers/promises';
import { CaptionError } from '../../platform/captions/caption-error.ts';
import type { Captions, CaptionTrack } from '../../platform/captions/captions.ts';

type Result<Value> = Value | CaptionError;

export type CaptionsDouble = Captions & {
  /** Tracks by YouTube id. Other videos have the English and Spanish tracks below. */
  tracks: Map<string, Result<CaptionTrack[]>>;
  /** Texts by YouTube id and version key: `dQw4w9WgXcQ en`. */
  texts: Map<string, Result<string>>;
  /** Calls received, in order: `list dQw4w9WgXcQ`, `fetch dQw4w9WgXcQ en`. */
  calls: string[];
  /** Response time in milliseconds, or a function that computes it from the number of calls, including the current one. */
  delayMs: number | ((calls: number) => number);
  /** Errors of the next `listTracks` calls, in order. */
  faults: CaptionError[];
};

export const track = (version_key: string, fields: Partial<CaptionTrack> = {}): CaptionTrack => ({
  language: version_key.replace(/-auto$/, ''),
  kind: version_key.endsWith('-auto') ? 'auto' : 'manual',
  version_key,
  ...fields,
});

export const ENGLISH_VTT = `WEBVTT

00:00:01.000 --> 00:00:03.000
[door creaks]

00:00:03.500 --> 00:00:06.000
MAN: Two coffees, please.

00:00:06.200 --> 00:00:08.000
And a <i>glass</i> of water.
`;

export const SPANISH_VTT = `WEBVTT

00:00:03.500 --> 00:00:08.000
Dos cafés, por favor, y un vaso de agua.
`;

/** Creates an in-memory `Captions` for a server's context. */
export function createCaptionsDouble(): CaptionsDouble {
  let isOpen = false;
  async function respond<Value>(signal: AbortSignal | undefined, value: Result<Value>): Promise<Value> {
    const { delayMs } = double;
    const ms = typeof delayMs === 'number' ? delayMs : delayMs(double.calls.length);
    if (ms > 0) await sleep(ms, undefined, { signal });
    if (value instanceof CaptionError) throw value;
    return value;
  }
  const state = async () => ({
    circuit: isOpen ? ('open' as const) : ('closed' as const),
    reason: isOpen ? 'a bot block' : '',
    reopens_at: isOpen ? new Date('2030-01-01T00:00:00Z') : null,
    waiting: 0,
  });

  const double: CaptionsDouble = {
    tracks: new Map(),
    texts: new Map(),
    calls: [],
    delayMs: 0,
    faults: [],
    listTracks(youtubeId, signal) {
      double.calls.push(`list ${youtubeId}`);
      const fault = double.faults.shift();
      if (fault?.kind === 'bot-blocked') isOpen = true;
      return respond(
        signal,
        fault ??
          double.tracks.get(youtubeId) ?? [track('en'), track('es'), track('en-auto', { language: 'en' })],
      );
    },
    fetchTrack(youtubeId, { version_key }, signal) {
      double.calls.push(`fetch ${youtubeId} ${version_key}`);
      const defaultText = version_key.startsWith('es') ? SPANISH_VTT : ENGLISH_VTT;
      return respond(signal, double.texts.get(`${youtubeId} ${version_key}`) ?? defaultText);
    },
    state,
    closeCircuit() {
      isOpen = false;
      return state();
    },
  };
  return double;
}
