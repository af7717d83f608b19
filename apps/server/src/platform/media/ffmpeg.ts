import { execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

let available: Promise<boolean> | undefined;

/** Returns true if this machine has ffmpeg. It is looked for once. */
export function hasFfmpeg(): Promise<boolean> {
  available ??= promisify(execFile)('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );
  return available;
}

/** ffmpeg's demuxer for each file type: if it guessed, it would accept a playlist of URLs as a medium. */
const READERS: Record<string, string> = { mp4: 'mov', m4a: 'mov', webm: 'matroska', mp3: 'mp3' };
const STALLED_MICROSECONDS = 60_000_000;

/** The arguments that read lent media; `key` says by its ending what it is. */
export function readingOf(url: string, key: string): string[] {
  const reader = READERS[key.split('.').at(-1) ?? ''] ?? 'mov';
  const limits = ['-rw_timeout', String(STALLED_MICROSECONDS), '-protocol_whitelist', 'http,tcp'];
  return [...limits, '-f', reader, '-i', url];
}

/** Runs ffmpeg, with standard input as `input` and standard output as `output`; `ended` tells whether it went well. Aborting kills it. */
export function startFfmpeg(
  args: readonly string[],
  signal: AbortSignal,
): { input: Writable; output: Readable; ended: Promise<boolean> } {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    ffmpeg.on('error', () => resolve(false));
    ffmpeg.on('close', (code) => resolve(code === 0));
  });
  return { input: ffmpeg.stdin, output: ffmpeg.stdout, ended };
}
