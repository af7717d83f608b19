import { readFile, writeFile } from 'node:fs/promises';

/** Forgets the peak of a process's memory, so that the next one is that of what comes. */
export const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The most memory in bytes that a process had since its peak was forgotten; threads included. */
export async function residentPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
