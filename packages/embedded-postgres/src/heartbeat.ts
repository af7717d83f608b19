import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const BEAT_MS = 2000;

/** Time without a heartbeat after which an owner counts as dead: longer than a disk stalls or a machine pauses. */
export const SILENT_MS = 45_000;

const BEAT = `
  const { utimesSync } = require('node:fs');
  const { path, beatMs } = require('node:worker_threads').workerData;
  setInterval(() => {
    const now = new Date();
    try { utimesSync(path, now, now); } catch {}
  }, beatMs);`;

/**
 * Touches a file repeatedly until the returned function is called. Uses a thread with synchronous calls, so that neither a
 * blocked event loop nor a full libuv thread pool delays it.
 */
export function startHeartbeat(path: string): () => Promise<unknown> {
  // Drop our Node flags: one of them may load a module, or change how the text is parsed.
  const worker = new Worker(BEAT, { eval: true, execArgv: [], workerData: { path, beatMs: BEAT_MS } });
  worker.unref();
  return () => worker.terminate();
}

/** Returns true as soon as the file is touched, false if it isn't within `silentMs`. */
export async function hasHeartbeat(path: string, silentMs: number): Promise<boolean> {
  const touched = async () => (await stat(path)).mtimeMs;
  const before = await touched();
  const until = Date.now() + silentMs;
  while (Date.now() < until) {
    await sleep(200);
    if ((await touched()) !== before) return true;
  }
  return false;
}
