import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterPaths, databaseUrl } from './cluster.ts';
import { createDatabase, pingDatabase, RESPONSE_MS, readServedFolder } from './connection.ts';
import { FolderInUse } from './data-dir-lock.ts';
import { findPostmaster, killPostmaster, type Postmaster, waitForEnd } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { Programs } from './programs.ts';

const RECOVERY_MS = 5 * 60_000;
const STOPPING_MS = 20_000;

/** Adopts the PostgreSQL that an earlier server left running. Kills it and returns null if it doesn't respond. */
export async function adoptSurvivor(
  paths: ClusterPaths,
  password: string,
  programs: Programs,
  log: (message: string) => void,
): Promise<Postmaster | null> {
  const { data } = paths;
  const orphan = await findPostmaster(data);
  if (orphan === null) return null;
  const { pid } = orphan;
  if ((await readPostmasterFile(data))?.status === 'stopping' && (await waitForEnd(orphan, STOPPING_MS))) {
    return null;
  }
  if (await isResponding(orphan, paths, password)) {
    log(`Adopted the PostgreSQL (pid ${pid}) that an earlier server left running.`);
    return (await findPostmaster(data)) ?? orphan;
  }
  log(`The PostgreSQL (pid ${pid}) that an earlier server left running does not respond: stopping it.`);
  await killPostmaster(orphan, programs);
  return null;
}

async function isResponding(orphan: Postmaster, paths: ClusterPaths, password: string): Promise<boolean> {
  const until = Date.now() + RECOVERY_MS;
  while (Date.now() < until && !(await orphan.hasEnded())) {
    // The port isn't written yet if the orphaned PostgreSQL was just starting.
    const file = await readPostmasterFile(paths.data);
    const port = file?.port ?? orphan.port;
    const response =
      port > 0 ? await pingDatabase(databaseUrl(port, paths.name, password), RESPONSE_MS) : 'starting';
    if (response === 'absent') await createDatabase(port, paths, password);
    else if (response === 'ready') return true;
    else if (response === 'unresponsive' && file?.status !== 'starting') return false;
    await sleep(20);
  }
  return false;
}

/**
 * Throws FolderInUse if the PostgreSQL on the port in postmaster.pid serves this folder. A PostgreSQL in another container can be
 * detected neither by its pid nor, without kernel locks, by its lock.
 */
export async function throwIfServed(dataDir: string, paths: ClusterPaths, password: string): Promise<void> {
  const file = await readPostmasterFile(paths.data);
  if (file === null || file.port === 0) return;
  const until = Date.now() + STOPPING_MS;
  while ((await pingDatabase(databaseUrl(file.port, paths.name, password), RESPONSE_MS)) === 'starting') {
    if (Date.now() > until) return;
    await sleep(200);
  }
  // In a copy of a folder, the port is that of the original folder's PostgreSQL.
  if ((await readServedFolder(file.port, paths, password)) === paths.data) throw new FolderInUse(dataDir);
}
