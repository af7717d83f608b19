import { Piscina } from 'piscina';
import { AppError } from '../errors/app-error.ts';
import { isSource, workerUrl } from '../own-files.ts';
import { currentRequester } from '../platform/requester.ts';
import { DEADLINE_MS, DEADLINES_MS, type Tasks } from './tasks.ts';
import { openTurns } from './turns.ts';

/** Runs subtitle tasks in worker threads, so that they don't block the server. */
export type Engine = {
  /**
   * Runs a task in a thread, which ends if the signal aborts, or the task's request or job ends. Throws a 400 for a task that
   * exceeds its time or memory, and a 503 if too many are waiting. Tasks receive a Buffer as a plain `Uint8Array`.
   */
  run: <Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options?: { signal?: AbortSignal },
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
  load: () => { threads: number; waiting: number };
  close: () => Promise<void>;
};

const IDLE_MS = 60_000;
const THREADS = 2;
/**
 * Memory limits of a thread. A file of 16 MiB or 100,000 cues needs half of this memory, aligning 10,000 cues with 10,000 a
 * quarter. The young generation is small, because exceeding V8's extra allowance for it ends the whole process instead of the
 * thread. A single large allocation does too, which only limits in the tasks prevent.
 */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const WORKER = workerUrl('engine/engine-worker');

/** Opens the engine. Threads start when there is work, and end when idle. `deadlines` are in milliseconds. */
export function openEngine(
  worker = WORKER,
  deadlines: Partial<Record<string, number>> = DEADLINES_MS,
): Engine {
  const turns = openTurns(THREADS);
  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
    ...(isSource && { execArgv: ['--conditions=source'] }),
  });
  return {
    async run(task, input, { signal } = {}) {
      const requester = currentRequester();
      const abortSignal = AbortSignal.any([requester.signal(), ...(signal ? [signal] : [])]);
      abortSignal.throwIfAborted();
      const release = await turns.take(requester.id, abortSignal);
      const deadline = AbortSignal.timeout(deadlines[task] ?? DEADLINE_MS);
      try {
        return await pool.run({ task, input }, { signal: AbortSignal.any([abortSignal, deadline]) });
      } catch (error) {
        abortSignal.throwIfAborted();
        throw deadline.aborted || isOutOfMemory(error)
          ? new AppError('bad_request', 'server.tooComplex')
          : error;
      } finally {
        release();
      }
    },
    load: () => ({ threads: pool.threads.length, waiting: turns.waiting() }),
    close: () => pool.destroy(),
  };
}
