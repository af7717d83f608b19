import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Finds the postmaster of a data folder’s database; null if none is running. */
export async function findPostmaster(dataDir: string): Promise<number | null> {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  return pid > 0 && isRunning(pid) ? pid : null;
}

/** The processes of a postmaster, each with its title, as Linux lists them. */
export async function listBackends(postmaster: number): Promise<{ pid: number; title: string }[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  return Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (pid) => ({
        pid: Number(pid),
        title: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
      })),
  );
}

/** Returns false if no process received the signal. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a PostgreSQL that a server left running on a data folder. */
export async function endOrphan(dataDir: string): Promise<void> {
  const orphan = await findPostmaster(dataDir);
  if (orphan === null) return;
  sendSignal(orphan, 'SIGCONT');
  sendSignal(orphan, 'SIGQUIT');
}

const isRunning = (pid: number) => sendSignal(pid, 0);
