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
 * Touches a file again and again until the returned function is called. A thread of its own with synchronous calls:
 * neither a blocked event loop nor a full queue of libuv's threads delays it.
 */
export function startHeartbeat(path: string): () => Promise<unknown> {
  // Without our flags for Node: one of them may load a module, or change how the text is read.
  const worker = new Worker(BEAT, { eval: true, execArgv: [], workerData: { path, beatMs: BEAT_MS } });
  worker.unref();
  return () => worker.terminate();
}

/** Returns true as soon as the file is touched, false when it wasn't for `silentMs`. */
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
