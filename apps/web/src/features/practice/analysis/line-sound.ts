import { videos } from '@sayback/contract';
import { decodeProfile, FRAMES_A_SECOND, SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';
import { call } from '../../../api/call.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { playWindow } from '../player/segment-window.ts';
import { decodeSound } from '../recording/take-sound.ts';
import type { Speech } from './speech.ts';
import type { LineSound } from './take.ts';

/** Maximum length of a medium that the browser decodes as a whole, in seconds: a quarter of an hour is 58 MB of samples. */
const MAX_SECONDS = 15 * 60;
/** Maximum size of a medium that the browser downloads, in bytes: it is in memory along with its samples. */
const MAX_BYTES = 100_000_000;
/** Margins around the line's cut, unless there is another line; milliseconds. */
const AROUND = { padding_before: 100, padding_after: 100, padding_overlaps: false };
/** Offsets of the neighbouring lines that a take must be distinguished from. */
const NEIGHBOURS = [-2, -1, 1, 2];
/** Length of sound per request, in milliseconds: 84 kB. */
const BLOCK_MS = 60_000;
/** Retry delay while the server is measuring or unreachable, in milliseconds. */
const ASK_AGAIN_MS = 10_000;

type Lines = readonly PracticeLine[];

/** Returns the position of the first frame of a line's sound, in milliseconds. */
export const soundStart = (lines: Lines, index: number): number => playWindow(lines, index, AROUND).from;

/** The sound of a video's lines, as far as this page can get it. No promise rejects. */
export type LineSounds = {
  /** Returns a line's sound; null if it can't be measured. */
  of(lines: Lines, index: number): Promise<LineSound | 'making' | null>;
  /** Returns mono samples at 16 kHz; null if they can't be read. `isAsked` retries a medium that couldn't be read. */
  samples(lines: Lines, index: number, isAsked?: boolean): Promise<Float32Array | null>;
};

type Source = Pick<videos.Video, 'media_url'> & { durationMs: number };

/**
 * Returns a medium's sound as measured by the server or, if the server can't and the medium is short, by the browser. After an
 * abort, nothing is downloaded.
 */
export function createLineSounds(
  { id, youtube_id }: Pick<videos.Video, 'id' | 'youtube_id'>,
  /** Returns the current source: a signed URL is renewed. */
  source: () => Source,
  speech: Pick<Speech, 'analyse'>,
  signal: AbortSignal,
): LineSounds {
  let whole: Promise<Float32Array | null> | undefined;
  /** The URL that couldn't be read. */
  let failed: string | null = null;
  const forgetFailure = () => {
    if (failed !== null) whole = undefined;
    failed = null;
  };
  window.addEventListener('online', forgetFailure, { signal });
  const measured = new Map<PracticeLine, Promise<SpeechFrames>>();
  const blocks = new Map<number, ReturnType<typeof requestFrames>>();

  async function load(): Promise<Float32Array | null> {
    const { media_url, durationMs } = source();
    if (youtube_id !== null || !media_url || durationMs > MAX_SECONDS * 1000) return null;
    const stopped = new AbortController();
    try {
      const response = await fetch(media_url, { signal: AbortSignal.any([signal, stopped.signal]) });
      const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
      if (!response.ok || !(bytes <= MAX_BYTES)) throw new Error(`media: ${response.status}, ${bytes} bytes`);
      return await decodeSound(await response.arrayBuffer());
    } catch (error) {
      stopped.abort();
      failed = media_url;
      if (!signal.aborted) console.error('the sound of the video could not be read', error);
      return null;
    }
  }

  async function samples(lines: Lines, index: number, isAsked = false): Promise<Float32Array | null> {
    if (isAsked || failed !== source().media_url) forgetFailure();
    whole ??= load();
    const all = await whole;
    if (!all || !lines[index]) return null;
    const { from, to } = playWindow(lines, index, AROUND);
    const part = all.slice(Math.floor((from * SAMPLE_RATE) / 1000), Math.ceil((to * SAMPLE_RATE) / 1000));
    return part.length > 0 ? part : null;
  }

  async function requestFrames(block: number): Promise<SpeechFrames | 'making' | null> {
    const query = { from: block * BLOCK_MS, to: (block + 1) * BLOCK_MS };
    let status: 'making' | 'none' = 'none';
    try {
      const answer = await call(videos.getSpeech, { params: { id }, query });
      if (answer.status === 'ready') return decodeProfile(readBytes(answer.profile));
      status = answer.status;
    } catch (error) {
      console.error('the measures of the video could not be loaded', error);
    }
    setTimeout(() => blocks.delete(block), ASK_AGAIN_MS);
    return status === 'making' ? status : null;
  }

  async function fromServer({ from, to }: { from: number; to: number }) {
    if (youtube_id !== null) return null;
    const [first, last] = [Math.floor(from / BLOCK_MS), Math.floor((to - 1) / BLOCK_MS)];
    const blockFrames: SpeechFrames[] = [];
    for (let block = first; block <= last; block++) {
      const request = blocks.get(block) ?? requestFrames(block);
      blocks.set(block, request);
      const frames = await request;
      if (!frames || frames === 'making') return frames;
      blockFrames.push(frames);
    }
    const getFrame = (ms: number) => Math.round(((ms - first * BLOCK_MS) * FRAMES_A_SECOND) / 1000);
    return sliceFrames(blockFrames, getFrame(from), getFrame(to));
  }

  async function getFrames(lines: Lines, index: number): ReturnType<typeof requestFrames> {
    const line = lines[index];
    if (!line) return null;
    const served = await fromServer(playWindow(lines, index, AROUND));
    if (served) return served;
    const sound = await samples(lines, index);
    if (!sound) return null;
    const frames = measured.get(line) ?? speech.analyse(sound);
    measured.set(line, frames);
    return frames.catch(() => {
      measured.delete(line);
      return null;
    });
  }

  return {
    samples,
    async of(lines, index) {
      const own = await getFrames(lines, index);
      if (own === 'making') return own;
      if (!own?.speech.includes(1)) return null;
      // Other parts of the same line don't count as neighbours.
      const others = NEIGHBOURS.map((away) => index + away).filter((at) => !overlap(lines[index], lines[at]));
      const around = await Promise.all(others.map((at) => getFrames(lines, at)));
      return { frames: own, neighbours: around.filter((other) => other !== null && other !== 'making') };
    },
  };
}

const overlap = (a: PracticeLine | undefined, b: PracticeLine | undefined): boolean =>
  a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;

/** Decodes base64 with a plain loop: a minute has 84,000 characters, and this runs on the page's thread. */
function readBytes(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Returns frames `from` to `to` of several consecutive blocks. */
function sliceFrames(stretches: readonly SpeechFrames[], from: number, to: number): SpeechFrames {
  const frames = stretches.reduce((sum, { speech }) => sum + speech.length, 0);
  function cut<Key extends keyof SpeechFrames>(key: Key, whole: SpeechFrames[Key]): SpeechFrames[Key] {
    let at = 0;
    for (const stretch of stretches) {
      whole.set(stretch[key], at);
      at += stretch[key].length;
    }
    const numbers = whole.length / Math.max(1, frames);
    return whole.slice(from * numbers, to * numbers) as SpeechFrames[Key];
  }
  const coefficients = stretches.reduce((sum, { mfcc }) => sum + mfcc.length, 0);
  return {
    loudness: cut('loudness', new Float32Array(frames)),
    pitch: cut('pitch', new Float32Array(frames)),
    speech: cut('speech', new Uint8Array(frames)),
    mfcc: cut('mfcc', new Float32Array(coefficients)),
  };
}
