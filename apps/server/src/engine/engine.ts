import { Piscina } from 'piscina';
import type { Tasks } from './tasks.ts';

/** The subtitle engine in worker threads: what takes processor time doesn't hold up the server. */
export type Engine = {
  /** Aborting the signal ends the thread. A Buffer arrives as a plain `Uint8Array`. */
  run: <Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options?: { signal?: AbortSignal },
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
  load: () => { threads: number; waiting: number };
  close: () => Promise<void>;
};

const IDLE_MS = 60_000;

/** Starts threads when there is work, and ends them when there is none. */
export function openEngine(): Engine {
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    filename: new URL(fromSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    ...(fromSource && { execArgv: ['--conditions=source'] }),
  });
  return {
    run: (task, input, options) => pool.run({ task, input }, options),
    load: () => ({ threads: pool.threads.length, waiting: pool.queueSize }),
    close: () => pool.destroy(),
  };
}
