import { spawn } from 'node:child_process';
import { extname, resolve } from 'node:path';
import type { Terminal } from './terminal.ts';

const MEDIA =
  /^\.(3gp|aac|ac3|avi|flac|flv|m2ts|m4a|m4v|mka|mkv|mov|mp2|mp3|mp4|mpe?g|mts|oga|ogg|ogv|opus|ts|wav|webm|wma|wmv)$/i;

export const isMedia = (file: string): boolean => MEDIA.test(extname(file));

/** Streams a media file's audio as mono 16-bit samples. Yields nothing if ffmpeg can't read the file, or isn't installed. */
export async function* readSound({ cwd }: Terminal, file: string, rate: number): AsyncGenerator<Buffer> {
  const outputArgs = ['-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const ffmpeg = spawn(
    'ffmpeg',
    ['-v', 'error', '-nostdin', '-vn', '-i', `file:${resolve(cwd, file)}`, ...outputArgs],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  ffmpeg.on('error', () => undefined);
  try {
    yield* ffmpeg.stdout;
  } finally {
    ffmpeg.kill();
  }
}

/** Problem reported for a media file without readable audio. */
export const NO_SOUND = { line: 1, message: 'No sound could be read; is ffmpeg installed?' };
