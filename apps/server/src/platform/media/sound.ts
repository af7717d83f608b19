import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/storage.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { hasFfmpeg, KilledFfmpeg, startFfmpeg, toReading } from './ffmpeg.ts';
import { serveMediaLocally } from './serve-media-locally.ts';

/** A range of a medium, in milliseconds, and its output file. */
export type Piece = { start: number; end: number; file: string };

/**
 * Audio of hosted media. Unreadable parts are silently missing; a failing store throws `StorageUnavailable`, and a killed
 * ffmpeg `KilledFfmpeg`.
 */
export type Sound = {
  /** Samples: one channel, 16 bits, little-endian, `rate` per second. */
  samples: (key: string, rate: number, signal: AbortSignal) => AsyncIterable<Buffer>;
  /** Transcodes audio that isn't stored yet to M4A. Throws `UnreadableSound`, and the source's errors. */
  toM4a: (source: Readable, reader: SoundReader) => AsyncIterable<Buffer>;
  /** Cuts pieces out as MP3 into a folder, and returns the resulting files. Throws if aborted. */
  cut: (
    key: string,
    pieces: readonly Piece[],
    work: { folder: string; signal: AbortSignal; onProgress: (done: number) => void },
  ) => Promise<Set<string>>;
};

export type SoundReader = 'wav' | 'ogg' | 'flac';

/** The file claims to be audio, but ffmpeg can't decode it. */
export class UnreadableSound extends Error {}

/**
 * AAC in MP4 plays everywhere, and its edit list marks the start of the audio: MP3 starts 25 to 50 ms late, unknown to players.
 * The index comes first, so that seeking doesn't need the whole file.
 */
const AS_M4A = [
  ...['-map', '0:a:0', '-map_metadata', '-1'],
  ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'ipod'],
];

async function* toM4a(source: Readable, reader: SoundReader): AsyncGenerator<Buffer> {
  // An MP4's header is written last, so it can't go to a pipe.
  const folder = await makeTemporaryFolder();
  const stopping = new AbortController();
  try {
    const file = path.join(folder, 'sound.m4a');
    const from = ['-protocol_whitelist', 'pipe', '-f', reader, '-i', 'pipe:0'];
    const { input, output, ended } = startFfmpeg([...from, ...AS_M4A, file], stopping.signal);
    output.resume();
    let failure: unknown = null;
    const fed = pipeline(source, input).catch((error: unknown) => {
      failure = error;
    });
    const how = await ended;
    if (how === 'killed') throw new KilledFfmpeg();
    if (how === 'failed') throw new UnreadableSound();
    await fed;
    if (failure) throw failure;
    yield* createReadStream(file);
  } finally {
    stopping.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

const CUT_RATE = 24_000;
const BYTES_PER_SECOND = CUT_RATE * 2;
/** Pieces per ffmpeg process: starting it takes longer than cutting one. */
const BATCH = 25;

function throwIfKilled(how: Awaited<ReturnType<typeof startFfmpeg>['ended']>, signal: AbortSignal): void {
  if (how === 'killed' && !signal.aborted) throw new KilledFfmpeg('ffmpeg was killed before its end.');
}

async function* readSamples(
  storage: Storage,
  { key, rate, signal }: { key: string; rate: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const served = await serveMediaLocally(storage, key);
  const asSamples = ['-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const { output, ended } = startFfmpeg([...toReading(served.url, key), ...asSamples], signal);
  try {
    yield* output;
    throwIfKilled(await ended, signal);
    served.throwIfReadFailed();
  } finally {
    output.destroy();
    served.close();
  }
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(3);

/** Cuts by seeking in raw samples, which is exact, unlike in compressed audio. */
async function cutBatch(
  raw: string,
  pieces: readonly Piece[],
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const inputs = pieces.flatMap(({ start, end }) => [
    ...['-f', 's16le', '-ar', String(CUT_RATE), '-ac', '1'],
    ...['-ss', inSeconds(start), '-t', inSeconds(end - start), '-i', raw],
  ]);
  const outputs = pieces.flatMap(({ file }, at) => [
    ...['-map', `${at}:a`, '-c:a', 'libmp3lame', '-b:a', '48k'],
    path.join(folder, file),
  ]);
  const { output, ended } = startFfmpeg(['-filter_complex_threads', '1', ...inputs, ...outputs], signal);
  output.resume();
  throwIfKilled(await ended, signal);
}

async function getSize(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/** Uses the machine's ffmpeg; null without one. */
export async function findSound(storage: Storage): Promise<Sound | null> {
  if (!(await hasFfmpeg())) return null;
  return {
    samples: (key, rate, signal) => readSamples(storage, { key, rate, signal }),
    toM4a,

    async cut(key, pieces, { folder, signal, onProgress }) {
      const raw = path.join(folder, 'sound.raw');
      const folders = new Set<string>();
      try {
        await pipeline(readSamples(storage, { key, rate: CUT_RATE, signal }), createWriteStream(raw));
        const endMs = ((await getSize(raw)) / BYTES_PER_SECOND) * 1000;
        const inside = pieces.filter(({ start }) => start < endMs);
        for (let at = 0; at < inside.length; at += BATCH) {
          const batch = inside.slice(at, at + BATCH);
          await cutBatch(raw, batch, folder, signal);
          signal.throwIfAborted();
          for (const { file } of batch) if ((await getSize(path.join(folder, file))) > 0) folders.add(file);
          onProgress(Math.min(at + BATCH, inside.length));
        }
      } finally {
        await rm(raw, { force: true });
      }
      return folders;
    },
  };
}
