import { execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

let available: Promise<boolean> | undefined;

/** Returns true if this machine has ffmpeg. The result is cached. */
export function hasFfmpeg(): Promise<boolean> {
  available ??= promisify(execFile)('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );
  return available;
}

/** ffmpeg's demuxer for each file type: guessing would accept a playlist of URLs as a medium. */
const READERS: Record<string, string> = { mp4: 'mov', m4a: 'mov', webm: 'matroska', mp3: 'mp3' };
const STALLED_MICROSECONDS = 60_000_000;

/** Returns the arguments for reading a served medium, whose type is the extension of `key`. */
export function toReading(url: string, key: string): string[] {
  const reader = READERS[key.split('.').at(-1) ?? ''] ?? 'mov';
  const limits = ['-rw_timeout', String(STALLED_MICROSECONDS), '-protocol_whitelist', 'http,tcp'];
  return [...limits, '-f', reader, '-i', url];
}

/** `killed`: by a signal, for example when the machine runs out of memory. The output is then incomplete. */
type Ended = 'done' | 'failed' | 'killed';

/** Thrown if ffmpeg was killed without an abort: a retry may succeed. */
export class KilledFfmpeg extends Error {}

/** Runs ffmpeg, with standard input as `input` and standard output as `output`. Aborting kills it. */
export function startFfmpeg(
  args: readonly string[],
  signal: AbortSignal,
): { input: Writable; output: Readable; ended: Promise<Ended> } {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<Ended>((resolve) => {
    ffmpeg.on('error', () => resolve('failed'));
    ffmpeg.on('close', (code, by) => resolve(by ? 'killed' : code === 0 ? 'done' : 'failed'));
  });
  return { input: ffmpeg.stdin, output: ffmpeg.stdout, ended };
}
