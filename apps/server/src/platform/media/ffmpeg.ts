import { execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** Whether this machine has ffmpeg. */
export async function hasFfmpeg(): Promise<boolean> {
  try {
    await promisify(execFile)('ffmpeg', ['-version']);
    return true;
  } catch {
    return false;
  }
}

/** Runs ffmpeg. `output` is what it writes to standard output; `ended` tells whether it went well. Aborting kills it. */
export function startFfmpeg(
  args: readonly string[],
  signal: AbortSignal,
): { output: Readable; ended: Promise<boolean> } {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    ffmpeg.on('error', () => resolve(false));
    ffmpeg.on('close', (code) => resolve(code === 0));
  });
  return { output: ffmpeg.stdout, ended };
}
