import { spawn } from 'node:child_process';
import { extname, resolve } from 'node:path';
import type { Terminal } from './terminal.ts';

const MEDIA =
  /^\.(3gp|aac|ac3|avi|flac|flv|m2ts|m4a|m4v|mka|mkv|mov|mp2|mp3|mp4|mpe?g|mts|oga|ogg|ogv|opus|ts|wav|webm|wma|wmv)$/i;

export const isMedia = (file: string): boolean => MEDIA.test(extname(file));

/**
 * Decodes a medium's audio to mono 16-bit samples, as ffmpeg produces them; yields nothing if ffmpeg can't read it or isn't
 * installed.
 */
export async function* readSound({ cwd }: Terminal, file: string, rate: number): AsyncGenerator<Buffer> {
  const asSamples = ['-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const ffmpeg = spawn(
    'ffmpeg',
    ['-v', 'error', '-nostdin', '-vn', '-i', `file:${resolve(cwd, file)}`, ...asSamples],
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

/** The problem reported for a medium without decoded audio. */
export const NO_SOUND = { line: 1, message: 'No sound could be read; is ffmpeg installed?' };
