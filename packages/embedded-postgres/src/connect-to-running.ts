import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterPaths, clusterPaths, databaseUrl, readPassword } from './cluster.ts';
import { pingDatabase } from './connection.ts';
import { FolderInUse } from './data-dir-lock.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** Timeout for a server that is creating its database or shutting down. */
const TIMEOUT_MS = 60_000;

/**
 * Connects to the database of a data folder. If no server is running, starts the database, and `stop` stops it again. Throws
 * FolderInUse if the folder has an owner whose database doesn't respond.
 */
export async function connectToRunning(
  dataDir: string,
  name: string,
  log: (message: string) => void = () => undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<EmbeddedDatabase> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await openEmbedded({ dataDir, name, log });
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      const url = await findRunningDatabase(clusterPaths(await realpath(dataDir), name));
      if (url !== null) return { url, stop: async () => undefined };
      if (Date.now() > until) throw error;
    }
    await sleep(100);
  }
}

async function findRunningDatabase(paths: ClusterPaths): Promise<string | null> {
  const password = await readPassword(paths);
  const file = await readPostmasterFile(paths.data);
  if (password === null || file?.status !== 'ready') return null;
  const url = databaseUrl(file.port, paths.name, password);
  return (await pingDatabase(url, 2000)) === 'ready' ? url : null;
}
