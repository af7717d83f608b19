import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatPosition } from '@sayback/contract';

const run = promisify(execFile);

const LINES = 100;
/**
 * Pause between lines, so long that the end of a line isn't mistaken for the start of the next: a seek counts as done within
 * 200 ms of its target.
 */
const PAUSE_MS = 500;

const PICTURE = 'testsrc2=size=640x360:rate=10';

/** Lists lines of 800 to 1500 ms whose ends are anywhere between two frames. The same in every run. */
function listLines(): { start: number; end: number }[] {
  let start = 500;
  return Array.from({ length: LINES }, (_, index) => {
    const line = { start, end: start + 800 + ((index * 137) % 701) };
    start = line.end + PAUSE_MS;
    return line;
  });
}

function toSrt(textOf: (line: number) => string): string {
  const formatTime = (ms: number) => formatPosition(ms).replace('.', ',');
  return listLines()
    .map(
      ({ start, end }, index) =>
        `${index + 1}\n${formatTime(start)} --> ${formatTime(end)}\n${textOf(index + 1)}\n`,
    )
    .join('\n');
}

async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', ...args]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('This bench needs ffmpeg to make a clip.');
    throw error;
  });
}

/**
 * Writes a clip (H.264 and AAC in an MP4, keyframes 120 frames apart as in the demo's), its poster, and its lines in English
 * and Spanish to a folder. Throws without ffmpeg.
 */
export async function makeClip(folder: string): Promise<void> {
  const seconds = Math.ceil((listLines().at(-1)?.end ?? 0) / 1000) + 2;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', PICTURE, '-f', 'lavfi', '-i', 'sine=frequency=330', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '120'],
    ...['-c:a', 'aac', '-b:a', '40k', '-movflags', '+faststart', path.join(folder, 'clip.mp4')],
  );
  await ffmpeg('-f', 'lavfi', '-i', PICTURE, '-frames:v', '1', path.join(folder, 'poster.jpg'));
  await writeFile(
    path.join(folder, 'en.srt'),
    toSrt((line) => `This is line ${line} of the clip.`),
  );
  await writeFile(
    path.join(folder, 'es.srt'),
    toSrt((line) => `Esta es la línea ${line} del clip.`),
  );
}
