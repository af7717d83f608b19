import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { hasFfmpeg } from './ffmpeg.ts';

/** Makes the picture that stands for a hosted video. */
export type FrameMaker = {
  /** A JPEG of a frame some seconds in; null where none can be made (no ffmpeg, audio only, a file it can't read). */
  frameOf: (media: Readable) => Promise<Readable | null>;
};

const TIMEOUT_MS = 20_000;
/** The frame is read from standard input: `-ss` after the input decodes up to there. */
const ARGUMENTS = [
  '-v',
  'error',
  '-i',
  'pipe:0',
  '-ss',
  '2',
  '-frames:v',
  '1',
  '-vf',
  'scale=640:-2',
  '-f',
  'mjpeg',
  'pipe:1',
];

const noFrames: FrameMaker = {
  async frameOf(media) {
    media.destroy();
    return null;
  },
};

/** Uses the machine's ffmpeg where there is one; without it the browser's frame at upload has to do. */
export async function findFrameMaker(): Promise<FrameMaker> {
  if (!(await hasFfmpeg())) return noFrames;
  return {
    frameOf: (media) =>
      new Promise((resolve) => {
        const ffmpeg = spawn('ffmpeg', ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'] });
        const timer = setTimeout(() => ffmpeg.kill('SIGKILL'), TIMEOUT_MS);
        const chunks: Buffer[] = [];
        ffmpeg.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        // ffmpeg stops reading once it has its frame.
        ffmpeg.stdin.on('error', () => undefined);
        media.on('error', () => ffmpeg.stdin.end());
        media.pipe(ffmpeg.stdin);
        const finish = () => {
          clearTimeout(timer);
          media.destroy();
          resolve(chunks.length > 0 ? Readable.from([Buffer.concat(chunks)]) : null);
        };
        ffmpeg.on('error', finish);
        ffmpeg.on('close', finish);
      }),
  };
}
