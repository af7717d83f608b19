import { spawn } from 'node:child_process';
import { CaptionError } from './caption-error.ts';

export type ProgramRun = { code: number | null; stdout: string; stderr: string };

type Limits = {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Polled while the program runs. If it returns true, the program is killed. */
  isTooLarge: () => boolean;
};

const CHECK_MS = 200;

/**
 * Runs a program without a shell or the server's environment. It gets its own process group, so that a timeout kills its child
 * processes too. Throws a `CaptionError`, or the signal's reason.
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
    let failure: unknown = null;

    const kill = (reason: unknown) => {
      failure ??= reason;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    };
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) kill(new CaptionError('too-large'));
      else chunks.push(chunk);
    };
    const onAbort = () => kill(signal.reason);
    const timer = setTimeout(() => kill(new CaptionError('time-out')), timeoutMs);
    const watch = setInterval(() => isTooLarge() && kill(new CaptionError('too-large')), CHECK_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    const cleanUp = () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
    };

    child.stdout.on('data', collect(out));
    child.stderr.on('data', collect(err));
    child.on('error', (cause) => {
      cleanUp();
      reject(new CaptionError('not-installed', { details: cause.message, cause }));
    });
    child.on('close', (code) => {
      cleanUp();
      if (failure !== null) return reject(failure);
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
