import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../process-memory.ts';
import { processorTime } from '../processor-time.ts';

const INTERVAL_MS = 5000;

/** A sample of the server: its memory in bytes and, since the last sample, its event loop delay and processor usage. */
export type Look = { at: number; memory: number; loopMost: number; loopUsual: number; share: number };

/** Reads the server's record of its event loop; returns the timeout if it was too blocked to write one. */
async function readLoop(file: string): Promise<{ most: number; usual: number }> {
  const until = Date.now() + INTERVAL_MS;
  while (Date.now() < until) {
    await sleep(20);
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch {
      // The file doesn't exist yet, or is incomplete.
    }
  }
  return { most: INTERVAL_MS, usual: INTERVAL_MS };
}

/** Samples a server every five seconds; it has loaded `watch-loop.mjs` with that file. */
export function watchServer(pid: number, loopFile: string): { looks: Look[]; stop: () => Promise<void> } {
  const looks: Look[] = [];
  let stopped = false;

  async function look(before: { at: number; used: number }): Promise<{ at: number; used: number }> {
    await rm(loopFile, { force: true });
    process.kill(pid, 'SIGUSR2');
    const loop = await readLoop(loopFile);
    const [memory, used] = await Promise.all([residentBytes(pid), processorTime(pid)]);
    const at = performance.now();
    const share = (used - before.used) / (at - before.at);
    looks.push({ at, memory, loopMost: loop.most, loopUsual: loop.usual, share });
    return { at, used };
  }

  async function run(): Promise<void> {
    let last = { at: performance.now(), used: await processorTime(pid) };
    while (!stopped) {
      last = await look(last);
      await sleep(INTERVAL_MS);
    }
  }
  const running = run().catch(() => undefined);
  return {
    looks,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
