import { spawn } from 'node:child_process';
import { CaptionError } from './caption-error.ts';

export type ProgramRun = { code: number | null; stdout: string; stderr: string };

type Limits = {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Polled while it runs; true ends it as too large. */
  isTooLarge: () => boolean;
};

const CHECK_MS = 200;

/**
 * Runs a program without a shell, in a process group of its own, which is killed as a whole on timeout, since its children
 * would otherwise continue. It doesn't inherit our environment. Throws a `CaptionError`, or the signal's reason.
 */
export function runProgram(path: string, args: readonly string[], limits: Limits): Promise<ProgramRun> {
  const { timeoutMs, maxBytes, signal, isTooLarge } = limits;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let length = 0;
    let ended: unknown = null;

    const end = (reason: unknown) => {
      ended ??= reason;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    const gather = (into: Buffer[]) => (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) end(new CaptionError('too-large'));
      else into.push(chunk);
    };
    const stop = () => end(signal.reason);
    const timer = setTimeout(() => end(new CaptionError('time-out')), timeoutMs);
    const watch = setInterval(() => isTooLarge() && end(new CaptionError('too-large')), CHECK_MS);
    signal.addEventListener('abort', stop, { once: true });
    const tidyUp = () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
    };

    child.stdout.on('data', gather(out));
    child.stderr.on('data', gather(err));
    child.on('error', (cause) => {
      tidyUp();
      reject(new CaptionError('not-installed', { said: cause.message, cause }));
    });
    child.on('close', (code) => {
      tidyUp();
      if (ended !== null) return reject(ended);
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
