import { readFile } from 'node:fs/promises';

/**
 * Distinguishes a process from a later one with the same pid. `started` is its start time in clock ticks (empty outside Linux).
 */
export type ProcessIdentity = { pid: number; started: string };

/**
 * Returns the identity of the process with this pid; null if there is none, or only a zombie. Throws if the system can't tell.
 */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  if (process.platform !== 'linux') return acceptsSignal(pid) ? { pid, started: '' } : null;
  const started = await readStartTime(pid);
  return started === null ? null : { pid, started };
}

/**
 * Returns true if the process has certainly ended. False if unknown, such as without a free descriptor, so call it again later.
 */
export async function hasEnded({ pid, started }: ProcessIdentity): Promise<boolean> {
  const current = await identifyProcess(pid).catch(() => undefined);
  return current === null || (current !== undefined && current.started !== started);
}

function acceptsSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readStartTime(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  // proc_pid_stat(5): field 2, the program's name, can contain spaces and brackets. Field 3 is the state, field 22 the start time
  // in clock ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
}
