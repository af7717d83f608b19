import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Storage } from '../storage/storage.ts';
import { hasFfmpeg, toReading } from './ffmpeg.ts';
import { type MediaFacts, type ReadAt, readMp4Index } from './mp4-index.ts';
import { serveMediaLocally } from './serve-media-locally.ts';

const UNKNOWN: MediaFacts = { duration_ms: null, width: null, height: null };

export type Prober = {
  /** Reads the facts of stored media. Throws `UnplayableMedia`, and `StorageUnavailable`. */
  probe: (key: string, size: number) => Promise<MediaFacts>;
};

/** The file has no playable track, or is truncated. */
export class UnplayableMedia extends Error {}

const TIMEOUT_MS = 20_000;
const AS_JSON = [
  '-show_entries',
  'format=duration:stream=codec_type,codec_name,width,height:stream_disposition=attached_pic',
  ...['-of', 'json'],
];

type Probed = {
  format?: { duration?: string };
  streams?: {
    codec_type?: string;
    codec_name?: string;
    width?: number;
    height?: number;
    disposition?: { attached_pic?: number };
  }[];
};

/** Null if ffprobe has no output in time. */
async function runFfprobe(storage: Storage, key: string): Promise<Probed | null> {
  const served = await serveMediaLocally(storage, key);
  try {
    const args = ['-v', 'error', ...AS_JSON, ...toReading(served.url, key)];
    const run = promisify(execFile)('ffprobe', args, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    const printed = await run.then(
      ({ stdout }) => stdout,
      ({ killed, code }: { killed?: boolean; code?: unknown }) => (killed || code === 'ENOENT' ? null : '{}'),
    );
    served.throwIfReadFailed();
    return printed === null ? null : (JSON.parse(printed) as Probed);
  } finally {
    served.close();
  }
}

function readFacts({ format, streams = [] }: Probed): MediaFacts {
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

/** Reads the index of an MP4 itself, and uses ffprobe if installed: without it little is known about other media. */
export async function findProber(storage: Storage): Promise<Prober> {
  const canProbe = await hasFfmpeg();
  return {
    async probe(key, size) {
      const read: ReadAt = async (from, length) => {
        const end = Math.min(from + length, size) - 1;
        return end < from ? Buffer.alloc(0) : buffer(await storage.read(key, { start: from, end }));
      };
      const index = isMp4(key) ? await readMp4Index(read, size) : UNKNOWN;
      if (!index) throw new UnplayableMedia();
      const probed = canProbe ? await runFfprobe(storage, key) : null;
      return probed ? readFacts(probed) : index;
    },
  };
}
