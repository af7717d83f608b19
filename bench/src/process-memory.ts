import { readFile } from 'node:fs/promises';

/** The resident memory of a process in bytes, including threads but not child processes. */
export async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const SAMPLE_MS = 50;

/** Samples the memory of a process until stopped; stopping returns the highest value, in bytes. */
export function watchMemory(pid: number): { stop: () => number } {
  let highest = 0;
  const timer = setInterval(async () => {
    const now = await readResidentBytes(pid).catch(() => 0);
    // A process that has just ended has none.
    if (now > highest) highest = now;
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return highest;
    },
  };
}
