import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const HEARTBEAT_MS = 2000;

/** Time without a heartbeat after which an owner counts as dead: longer than a disk stall or a paused machine. */
export const TIMEOUT_MS = 45_000;

const WORKER_CODE = `
  const { utimesSync } = require('node:fs');
  const { path, intervalMs } = require('node:worker_threads').workerData;
  setInterval(() => {
    const now = new Date();
    try { utimesSync(path, now, now); } catch {}
  }, intervalMs);`;

/**
 * Touches a file repeatedly until the returned function is called. Uses a worker thread with synchronous calls, so that neither a
 * blocked event loop nor a busy libuv thread pool delays it.
 */
export function startHeartbeat(path: string): () => Promise<unknown> {
  // Doesn't inherit this process's Node flags, which could preload a module or change how the code is parsed.
  const worker = new Worker(WORKER_CODE, {
    eval: true,
    execArgv: [],
    workerData: { path, intervalMs: HEARTBEAT_MS },
  });
  worker.unref();
  return () => worker.terminate();
}

/** Returns true as soon as the file is touched, false after `timeoutMs`. */
export async function hasHeartbeat(path: string, timeoutMs: number): Promise<boolean> {
  const readTouchTime = async () => (await stat(path)).mtimeMs;
  const before = await readTouchTime();
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    await sleep(200);
    if ((await readTouchTime()) !== before) return true;
  }
  return false;
}
