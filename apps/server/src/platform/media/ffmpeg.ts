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

/** ffmpeg's demuxer for each file type. Without one, ffmpeg would also accept playlists of URLs. */
const DEMUXERS: Record<string, string> = { mp4: 'mov', m4a: 'mov', webm: 'matroska', mp3: 'mp3' };
const STALL_TIMEOUT_US = 60_000_000;

/** Arguments for reading media from `url`, whose type is the extension of `key`. */
export function inputArgs(url: string, key: string): string[] {
  const demuxer = DEMUXERS[key.split('.').at(-1) ?? ''] ?? 'mov';
  const limits = ['-rw_timeout', String(STALL_TIMEOUT_US), '-protocol_whitelist', 'http,tcp'];
  return [...limits, '-f', demuxer, '-i', url];
}

/**
 * Outcome of ffmpeg. `killed`: ended by a signal, for example when the machine is out of memory; the output is then incomplete.
 */
type Outcome = 'done' | 'failed' | 'killed';

/** Thrown if ffmpeg was killed without an abort: a retry may succeed. */
export class KilledFfmpeg extends Error {}

/** Runs ffmpeg, with standard input as `input` and standard output as `output`. Aborting kills it. */
export function startFfmpeg(
  args: readonly string[],
  signal: AbortSignal,
): { input: Writable; output: Readable; ended: Promise<Outcome> } {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<Outcome>((resolve) => {
    ffmpeg.on('error', () => resolve('failed'));
    ffmpeg.on('close', (code, exitSignal) => resolve(exitSignal ? 'killed' : code === 0 ? 'done' : 'failed'));
  });
  return { input: ffmpeg.stdin, output: ffmpeg.stdout, ended };
}
