import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listChildren, sendSignal } from '../../processes.ts';

/** Finds the postmaster of a data folder’s database; null if none is running. */
export async function findPostmaster(dataDir: string): Promise<number | null> {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  return pid > 0 && sendSignal(pid, 0) ? pid : null;
}

/** Lists a postmaster's child processes with their titles. */
export async function listBackends(postmaster: number): Promise<{ pid: number; title: string }[]> {
  return (await listChildren(postmaster)).map(({ pid, args }) => ({ pid, title: args.join(' ') }));
}

/** Kills the PostgreSQL that a server left running on a data folder. */
export async function endOrphan(dataDir: string): Promise<void> {
  const orphan = await findPostmaster(dataDir);
  if (orphan === null) return;
  sendSignal(orphan, 'SIGCONT');
  sendSignal(orphan, 'SIGQUIT');
}
