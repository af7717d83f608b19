import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';
import { hasFfmpeg, inputArgs, startFfmpeg } from './ffmpeg.ts';
import { serveMediaLocally } from './serve-media-locally.ts';

export type FrameMaker = {
  /**
   * Returns a JPEG of a frame two seconds after the start; null if that is impossible (no ffmpeg, audio only, an unreadable
   * file). Throws `StorageUnavailable`.
   */
  extractFrame: (key: string) => Promise<Readable | null>;
};

const TIMEOUT_MS = 20_000;
/** Time of the frame. For shorter videos, the first frame is used. */
const FRAME_SECONDS = '2';
const JPEG_ARGS = ['-frames:v', '1', '-vf', 'scale=640:-2', '-f', 'mjpeg', 'pipe:1'];

async function makeFrame(storage: Storage, key: string, seconds: string): Promise<Buffer> {
  const served = await serveMediaLocally(storage, key);
  try {
    const args = ['-ss', seconds, ...inputArgs(served.url, key), ...JPEG_ARGS];
    const { output, ended } = startFfmpeg(args, AbortSignal.timeout(TIMEOUT_MS));
    const picture = await buffer(output);
    await ended;
    if (picture.length === 0) served.throwIfReadFailed();
    return picture;
  } finally {
    served.close();
  }
}

/** Uses ffmpeg if installed. Without ffmpeg, the thumbnail is the frame that the browser captured at the upload. */
export async function findFrameMaker(storage: Storage): Promise<FrameMaker> {
  if (!(await hasFfmpeg())) return { extractFrame: async () => null };
  return {
    async extractFrame(key) {
      for (const seconds of [FRAME_SECONDS, '0']) {
        const picture = await makeFrame(storage, key, seconds);
        if (picture.length > 0) return Readable.from([picture]);
      }
      return null;
    },
  };
}
