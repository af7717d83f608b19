import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Storage } from '../storage/storage.ts';
import { hasFfmpeg, inputArgs } from './ffmpeg.ts';
import { type MediaFacts, type ReadAt, readMp4Index } from './mp4-index.ts';
import { serveMediaLocally } from './serve-media-locally.ts';

const UNKNOWN: MediaFacts = { duration_ms: null, width: null, height: null };

export type Prober = {
  /** Reads the properties of stored media. Throws `UnplayableMedia` and `StorageUnavailable`. */
  probe: (key: string, size: number) => Promise<MediaFacts>;
};

/** Thrown if a file has no playable track, or is truncated. */
export class UnplayableMedia extends Error {}

const TIMEOUT_MS = 20_000;
const OUTPUT_ARGS = [
  '-show_entries',
  'format=duration:stream=codec_type,codec_name,width,height:stream_disposition=attached_pic',
  ...['-of', 'json'],
];

type FfprobeOutput = {
  format?: { duration?: string };
  streams?: {
    codec_type?: string;
    codec_name?: string;
    width?: number;
    height?: number;
    disposition?: { attached_pic?: number };
  }[];
};

/** Returns null if ffprobe is missing or times out. */
async function runFfprobe(storage: Storage, key: string): Promise<FfprobeOutput | null> {
  const served = await serveMediaLocally(storage, key);
  try {
    const args = ['-v', 'error', ...OUTPUT_ARGS, ...inputArgs(served.url, key)];
    const run = promisify(execFile)('ffprobe', args, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    const stdout = await run.then(
      (result) => result.stdout,
      ({ killed, code }: { killed?: boolean; code?: unknown }) => (killed || code === 'ENOENT' ? null : '{}'),
    );
    served.throwIfReadFailed();
    return stdout === null ? null : (JSON.parse(stdout) as FfprobeOutput);
  } finally {
    served.close();
  }
}

function readFacts({ format, streams = [] }: FfprobeOutput): MediaFacts {
  const readable = streams.filter(({ codec_name }) => codec_name && codec_name !== 'none');
  // Album covers aren't played.
  const picture = readable.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic,
  );
  if (!picture && !readable.some(({ codec_type }) => codec_type === 'audio')) throw new UnplayableMedia();
  const seconds = Number(format?.duration);
  return {
    duration_ms: seconds > 0 ? Math.round(seconds * 1000) : null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}

const isMp4 = (key: string) => /\.(mp4|m4a)$/.test(key);

/**
 * Creates a prober that reads MP4 indexes itself, and other media with ffprobe if installed. Without ffprobe, their properties
 * are unknown.
 */
export async function findProber(storage: Storage): Promise<Prober> {
  const hasFfprobe = await hasFfmpeg();
  return {
    async probe(key, size) {
      const read: ReadAt = async (from, length) => {
        const end = Math.min(from + length, size) - 1;
        return end < from ? Buffer.alloc(0) : buffer(await storage.read(key, { start: from, end }));
      };
      const index = isMp4(key) ? await readMp4Index(read, size) : UNKNOWN;
      if (!index) throw new UnplayableMedia();
      const output = hasFfprobe ? await runFfprobe(storage, key) : null;
      return output ? readFacts(output) : index;
    },
  };
}
