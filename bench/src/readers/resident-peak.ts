import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak of a process's memory. */
export const resetPeakMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The peak memory of a process in bytes since the reset; including threads. */
export async function readPeakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
