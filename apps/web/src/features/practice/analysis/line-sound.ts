import { videos } from '@sayback/contract';
import { decodeProfile, FRAMES_PER_SECOND, SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';
import { call } from '../../../api/call.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { computePaddedWindow } from '../player/segment-window.ts';
import { decodeSound } from '../recording/take-sound.ts';
import type { Speech } from './speech.ts';
import type { LineSound } from './take.ts';

/** Maximum length of a medium that the browser decodes as a whole, in seconds: a quarter of an hour is 58 MB of samples. */
const MAX_SECONDS = 15 * 60;
/** Maximum size of a medium that the browser downloads, in bytes: it is in memory along with its samples. */
const MAX_BYTES = 100_000_000;
/** Margins around the line's cut, as far as no other line is there; milliseconds. */
const MARGINS = { padding_before: 100, padding_after: 100, padding_overlaps: false };
/** Offsets of the neighbouring lines that a take must be distinguished from. */
const NEIGHBOUR_OFFSETS = [-2, -1, 1, 2];
/** Length of sound per request, in milliseconds: 84 kB. */
const BLOCK_MS = 60_000;
/** Retry delay while the server is measuring or unreachable, in milliseconds. */
const RETRY_MS = 10_000;

type Lines = readonly PracticeLine[];

/** Returns the position of the first frame of a line's sound, in milliseconds. */
export const findSoundStart = (lines: Lines, index: number): number =>
  computePaddedWindow(lines, index, MARGINS).from;

/** Loads the sound of a video's lines. Its promises never reject. */
export type LineSounds = {
  /** Loads a line's measured sound; null if it can't be measured, `making` while the server measures it. */
  measure(lines: Lines, index: number): Promise<LineSound | 'making' | null>;
  /** Loads a line's mono samples at 16 kHz; null if they can't be read. `isRetry` reads a medium again that couldn't be read. */
  loadSamples(lines: Lines, index: number, isRetry?: boolean): Promise<Float32Array | null>;
};

type Source = Pick<videos.Video, 'media_url'> & { durationMs: number };

/**
 * Loads a medium's sound as measured by the server or, if the server can't and the medium is short, by the browser. An abort
 * prevents further downloads.
 */
export function createLineSounds(
  { id, youtube_id }: Pick<videos.Video, 'id' | 'youtube_id'>,
  /** Returns the current source: a signed URL is renewed. */
  source: () => Source,
  speech: Pick<Speech, 'analyse'>,
  signal: AbortSignal,
): LineSounds {
  let mediumSamples: Promise<Float32Array | null> | undefined;
  /** The URL that couldn't be read. */
  let failedUrl: string | null = null;
  const forgetFailure = () => {
    if (failedUrl !== null) mediumSamples = undefined;
    failedUrl = null;
  };
  window.addEventListener('online', forgetFailure, { signal });
  const framesByLine = new Map<PracticeLine, Promise<SpeechFrames>>();
  const framesByBlock = new Map<number, ReturnType<typeof requestFrames>>();

  async function loadMedium(): Promise<Float32Array | null> {
    const { media_url, durationMs } = source();
    if (youtube_id !== null || !media_url || durationMs > MAX_SECONDS * 1000) return null;
    const download = new AbortController();
    try {
      const response = await fetch(media_url, { signal: AbortSignal.any([signal, download.signal]) });
      const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
      if (!response.ok || !(bytes <= MAX_BYTES)) throw new Error(`media: ${response.status}, ${bytes} bytes`);
      return await decodeSound(await response.arrayBuffer());
    } catch (error) {
      download.abort();
      failedUrl = media_url;
      if (!signal.aborted) console.error('could not read the sound of the video', error);
      return null;
    }
  }

  async function loadSamples(lines: Lines, index: number, isRetry = false): Promise<Float32Array | null> {
    if (isRetry || failedUrl !== source().media_url) forgetFailure();
    mediumSamples ??= loadMedium();
    const samples = await mediumSamples;
    if (!samples || !lines[index]) return null;
    const { from, to } = computePaddedWindow(lines, index, MARGINS);
    const cut = samples.slice(Math.floor((from * SAMPLE_RATE) / 1000), Math.ceil((to * SAMPLE_RATE) / 1000));
    return cut.length > 0 ? cut : null;
  }

  async function requestFrames(block: number): Promise<SpeechFrames | 'making' | null> {
    const query = { from: block * BLOCK_MS, to: (block + 1) * BLOCK_MS };
    let status: 'making' | 'none' = 'none';
    try {
      const response = await call(videos.getSpeech, { params: { id }, query });
      if (response.status === 'ready') return decodeProfile(readBytes(response.profile));
      status = response.status;
    } catch (error) {
      console.error('could not load the measurements of the video', error);
    }
    setTimeout(() => framesByBlock.delete(block), RETRY_MS);
    return status === 'making' ? status : null;
  }

  async function loadServerFrames({ from, to }: { from: number; to: number }) {
    if (youtube_id !== null) return null;
    const [first, last] = [Math.floor(from / BLOCK_MS), Math.floor((to - 1) / BLOCK_MS)];
    const blockFrames: SpeechFrames[] = [];
    for (let block = first; block <= last; block++) {
      const request = framesByBlock.get(block) ?? requestFrames(block);
      framesByBlock.set(block, request);
      const frames = await request;
      if (!frames || frames === 'making') return frames;
      blockFrames.push(frames);
    }
    const toFrame = (ms: number) => Math.round(((ms - first * BLOCK_MS) * FRAMES_PER_SECOND) / 1000);
    return sliceFrames(blockFrames, toFrame(from), toFrame(to));
  }

  async function loadFrames(lines: Lines, index: number): ReturnType<typeof requestFrames> {
    const line = lines[index];
    if (!line) return null;
    const serverFrames = await loadServerFrames(computePaddedWindow(lines, index, MARGINS));
    if (serverFrames) return serverFrames;
    const samples = await loadSamples(lines, index);
    if (!samples) return null;
    const frames = framesByLine.get(line) ?? speech.analyse(samples);
    framesByLine.set(line, frames);
    return frames.catch(() => {
      framesByLine.delete(line);
      return null;
    });
  }

  return {
    loadSamples,
    async measure(lines, index) {
      const frames = await loadFrames(lines, index);
      if (frames === 'making') return frames;
      if (!frames?.speech.includes(1)) return null;
      // Other parts of the same line don't count as neighbours.
      const indices = NEIGHBOUR_OFFSETS.map((offset) => index + offset).filter(
        (neighbour) => !doOverlap(lines[index], lines[neighbour]),
      );
      const neighbours = await Promise.all(indices.map((neighbour) => loadFrames(lines, neighbour)));
      return { frames, neighbours: neighbours.filter((other) => other !== null && other !== 'making') };
    },
  };
}

const doOverlap = (a: PracticeLine | undefined, b: PracticeLine | undefined): boolean =>
  a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;

/** Decodes base64 with a plain loop: a minute has 84,000 characters, and this runs on the page's thread. */
function readBytes(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Returns frames `from` to `to` of consecutive blocks. */
function sliceFrames(blocks: readonly SpeechFrames[], from: number, to: number): SpeechFrames {
  const frames = blocks.reduce((sum, { speech }) => sum + speech.length, 0);
  function cut<Key extends keyof SpeechFrames>(key: Key, joined: SpeechFrames[Key]): SpeechFrames[Key] {
    let offset = 0;
    for (const block of blocks) {
      joined.set(block[key], offset);
      offset += block[key].length;
    }
    const valuesPerFrame = joined.length / Math.max(1, frames);
    return joined.slice(from * valuesPerFrame, to * valuesPerFrame) as SpeechFrames[Key];
  }
  const coefficients = blocks.reduce((sum, { mfcc }) => sum + mfcc.length, 0);
  return {
    loudness: cut('loudness', new Float32Array(frames)),
    pitch: cut('pitch', new Float32Array(frames)),
    speech: cut('speech', new Uint8Array(frames)),
    mfcc: cut('mfcc', new Float32Array(coefficients)),
  };
}
