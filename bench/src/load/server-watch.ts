import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessorTime, readResidentBytes } from '../processes.ts';

const INTERVAL_MS = 5000;

/** A sample of the server: its memory in bytes and, since the last sample, its event loop delay and processor usage. */
export type ServerSample = {
  at: number;
  memory: number;
  maxLoopDelay: number;
  typicalLoopDelay: number;
  usage: number;
};

/** Reads the server's event loop delays. Returns the timeout if the server was too blocked to write them. */
async function readLoop(file: string): Promise<{ max: number; typical: number }> {
  const timeout = Date.now() + INTERVAL_MS;
  while (Date.now() < timeout) {
    await sleep(20);
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch {
      // The file doesn't exist yet, or is incomplete.
    }
  }
  return { max: INTERVAL_MS, typical: INTERVAL_MS };
}

/** Samples a server every five seconds. The server must have loaded `watch-loop.mjs`, which writes to that file. */
export function watchServer(
  pid: number,
  loopFile: string,
): { samples: ServerSample[]; stop: () => Promise<void> } {
  const samples: ServerSample[] = [];
  let stopped = false;

  async function takeSample(before: {
    at: number;
    processorMs: number;
  }): Promise<{ at: number; processorMs: number }> {
    await rm(loopFile, { force: true });
    process.kill(pid, 'SIGUSR2');
    const loop = await readLoop(loopFile);
    const [memory, processorMs] = await Promise.all([readResidentBytes(pid), readProcessorTime(pid)]);
    const at = performance.now();
    const usage = (processorMs - before.processorMs) / (at - before.at);
    samples.push({ at, memory, maxLoopDelay: loop.max, typicalLoopDelay: loop.typical, usage });
    return { at, processorMs };
  }

  async function run(): Promise<void> {
    let last = { at: performance.now(), processorMs: await readProcessorTime(pid) };
    while (!stopped) {
      last = await takeSample(last);
      await sleep(INTERVAL_MS);
    }
  }
  const running = run().catch(() => undefined);
  return {
    samples,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
