import { readFile } from 'node:fs/promises';

/** Distinguishes a process from a later one with the same pid. `started` is its start in clock ticks (empty outside Linux). */
export type ProcessIdentity = { pid: number; started: string };

/** Null if there is no process with that pid; a zombie counts as none. Throws if the system can't determine it. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  if (process.platform !== 'linux') return answersSignal(pid) ? { pid, started: '' } : null;
  const started = await startFromProc(pid);
  return started === null ? null : { pid, started };
}

/**
 * Returns true only if the process is known to be gone; without a free descriptor to look, the answer is unknown, so ask again
 * later.
 */
export async function hasEnded({ pid, started }: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(pid).catch(() => undefined);
  return now === null || (now !== undefined && now.started !== started);
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startFromProc(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  // proc_pid_stat(5): the second field, the program's name, may hold spaces and brackets. After it come the
  // state (field 3) and, as field 22, the start in clock ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
}
