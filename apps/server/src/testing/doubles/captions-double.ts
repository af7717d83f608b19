import { setTimeout as sleep } from 'node:timers/promises';
import { CaptionError } from '../../platform/captions/caption-error.ts';
import type { Captions, CaptionTrack } from '../../platform/captions/captions.ts';

type Answer<Value> = Value | CaptionError;

export type CaptionsDouble = Captions & {
  /** By YouTube id; without one, the English and Spanish below. */
  tracks: Map<string, Answer<CaptionTrack[]>>;
  /** By YouTube id and version key: `dQw4w9WgXcQ en`. */
  texts: Map<string, Answer<string>>;
  /** Calls received, in order: `list dQw4w9WgXcQ`, `fetch dQw4w9WgXcQ en`. */
  calls: string[];
  /** Response time in milliseconds: for each call, or by the number of calls including this one. */
  delayMs: number | ((calls: number) => number);
  /** Errors of the next lists, in order. */
  faults: CaptionError[];
};

export const track = (version_key: string, more: Partial<CaptionTrack> = {}): CaptionTrack => ({
  language: version_key.replace(/-auto$/, ''),
  kind: version_key.endsWith('-auto') ? 'auto' : 'manual',
  version_key,
  ...more,
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

/** A double for YouTube's captions, in the port's type, for a server's context. */
export function captionsDouble(): CaptionsDouble {
  let open = false;
  async function respond<Value>(signal: AbortSignal | undefined, value: Answer<Value>): Promise<Value> {
    const { delayMs } = double;
    const ms = typeof delayMs === 'number' ? delayMs : delayMs(double.calls.length);
    if (ms > 0) await sleep(ms, undefined, { signal });
    if (value instanceof CaptionError) throw value;
    return value;
  }
  const state = async () => ({
    circuit: open ? ('open' as const) : ('closed' as const),
    reason: open ? 'a robot' : '',
    reopens_at: open ? new Date('2030-01-01T00:00:00Z') : null,
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
      if (fault?.kind === 'bot-blocked') open = true;
      return respond(
        signal,
        fault ??
          double.tracks.get(youtubeId) ?? [track('en'), track('es'), track('en-auto', { language: 'en' })],
      );
    },
    fetchTrack(youtubeId, { version_key }, signal) {
      double.calls.push(`fetch ${youtubeId} ${version_key}`);
      const typical = version_key.startsWith('es') ? SPANISH_VTT : ENGLISH_VTT;
      return respond(signal, double.texts.get(`${youtubeId} ${version_key}`) ?? typical);
    },
    state,
    closeCircuit() {
      open = false;
      return state();
    },
  };
  return double;
}
