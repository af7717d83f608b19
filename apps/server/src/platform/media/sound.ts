import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/storage.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { hasFfmpeg, inputArgs, KilledFfmpeg, startFfmpeg } from './ffmpeg.ts';
import { serveMediaLocally } from './serve-media-locally.ts';

/** A range of the audio in milliseconds, and its output file. */
export type Piece = { start: number; end: number; file: string };

/**
 * Audio of hosted media. Unreadable parts are omitted without an error. Throws `StorageUnavailable` if the store fails, and
 * `KilledFfmpeg` if ffmpeg is killed.
 */
export type Sound = {
  /** Decodes samples: one channel, 16 bits, little-endian, `rate` per second. */
  samples: (key: string, rate: number, signal: AbortSignal) => AsyncIterable<Buffer>;
  /** Transcodes audio that isn't stored yet to M4A. Throws `UnreadableSound`, and the source's errors. */
  toM4a: (source: Readable, reader: SoundReader) => AsyncIterable<Buffer>;
  /** Cuts pieces as MP3 files into a folder, and returns the files. Throws if aborted. */
  cut: (
    key: string,
    pieces: readonly Piece[],
    work: { folder: string; signal: AbortSignal; onProgress: (done: number) => void },
  ) => Promise<Set<string>>;
};

export type SoundReader = 'wav' | 'ogg' | 'flac';

/** Thrown if ffmpeg can't decode a file that looked like audio. */
export class UnreadableSound extends Error {}

/**
 * Arguments for AAC in MP4: it plays in all browsers, and its edit list marks the start of the audio, which MP3 delays by 25 to
 * 50 ms. The index comes first, so that seeking doesn't need the whole file.
 */
const M4A_ARGS = [
  ...['-map', '0:a:0', '-map_metadata', '-1'],
  ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'ipod'],
];

async function* toM4a(source: Readable, reader: SoundReader): AsyncGenerator<Buffer> {
  // An MP4's header is written last, so ffmpeg can't write it to a pipe.
  const folder = await makeTemporaryFolder();
  const controller = new AbortController();
  try {
    const file = path.join(folder, 'sound.m4a');
    const pipeArgs = ['-protocol_whitelist', 'pipe', '-f', reader, '-i', 'pipe:0'];
    const { input, output, ended } = startFfmpeg([...pipeArgs, ...M4A_ARGS, file], controller.signal);
    output.resume();
    let failure: unknown = null;
    const feeding = pipeline(source, input).catch((error: unknown) => {
      failure = error;
    });
    const outcome = await ended;
    if (outcome === 'killed') throw new KilledFfmpeg();
    if (outcome === 'failed') throw new UnreadableSound();
    await feeding;
    if (failure) throw failure;
    yield* createReadStream(file);
  } finally {
    controller.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

const CUT_RATE = 24_000;
const BYTES_PER_SECOND = CUT_RATE * 2;
/** Pieces per ffmpeg process, which takes longer to start than to cut a piece. */
const BATCH = 25;

function throwIfKilled(outcome: Awaited<ReturnType<typeof startFfmpeg>['ended']>, signal: AbortSignal): void {
  if (outcome === 'killed' && !signal.aborted) throw new KilledFfmpeg('ffmpeg was killed before its end.');
}

async function* readSamples(
  storage: Storage,
  { key, rate, signal }: { key: string; rate: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const served = await serveMediaLocally(storage, key);
  const sampleArgs = ['-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const { output, ended } = startFfmpeg([...inputArgs(served.url, key), ...sampleArgs], signal);
  try {
    yield* output;
    throwIfKilled(await ended, signal);
    served.throwIfReadFailed();
  } finally {
    output.destroy();
    served.close();
  }
}

const formatSeconds = (ms: number) => (ms / 1000).toFixed(3);

/** Cuts by seeking in raw samples, which is exact, unlike in compressed audio. */
async function cutBatch(
  raw: string,
  pieces: readonly Piece[],
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const inputs = pieces.flatMap(({ start, end }) => [
    ...['-f', 's16le', '-ar', String(CUT_RATE), '-ac', '1'],
    ...['-ss', formatSeconds(start), '-t', formatSeconds(end - start), '-i', raw],
  ]);
  const outputs = pieces.flatMap(({ file }, index) => [
    ...['-map', `${index}:a`, '-c:a', 'libmp3lame', '-b:a', '48k'],
    path.join(folder, file),
  ]);
  const { output, ended } = startFfmpeg(['-filter_complex_threads', '1', ...inputs, ...outputs], signal);
  output.resume();
  throwIfKilled(await ended, signal);
}

async function fileSize(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/** Uses ffmpeg; null if it isn't installed. */
export async function findSound(storage: Storage): Promise<Sound | null> {
  if (!(await hasFfmpeg())) return null;
  return {
    samples: (key, rate, signal) => readSamples(storage, { key, rate, signal }),
    toM4a,

    async cut(key, pieces, { folder, signal, onProgress }) {
      const raw = path.join(folder, 'sound.raw');
      const files = new Set<string>();
      try {
        await pipeline(readSamples(storage, { key, rate: CUT_RATE, signal }), createWriteStream(raw));
        const endMs = ((await fileSize(raw)) / BYTES_PER_SECOND) * 1000;
        const existing = pieces.filter(({ start }) => start < endMs);
        for (let start = 0; start < existing.length; start += BATCH) {
          const batch = existing.slice(start, start + BATCH);
          await cutBatch(raw, batch, folder, signal);
          signal.throwIfAborted();
          for (const { file } of batch) if ((await fileSize(path.join(folder, file))) > 0) files.add(file);
          onProgress(Math.min(start + BATCH, existing.length));
        }
      } finally {
        await rm(raw, { force: true });
      }
      return files;
    },
  };
}
