import { realpath } from 'node:fs/promises';
import { type ClusterPaths, clusterPaths, createCluster, databaseUrl, readPassword } from './cluster.ts';
import { createDatabase, pingDatabase, RESPONSE_MS } from './connection.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Installation, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findPrograms, type Programs } from './programs.ts';
import { checkClusterOwner, chooseRunAs } from './run-as.ts';
import type { Settings } from './settings.ts';
import { adoptSurvivor, throwIfServed } from './surviving-postgres.ts';
import { makeWritableFolder } from './writable-folder.ts';

export type EmbeddedOptions = {
  /** Created if missing. Locked until `stop`, or until this process ends. */
  dataDir: string;
  /** Name of the database and of its only user. */
  name: string;
  log: (message: string) => void;
  /** PostgreSQL settings that override ours. */
  settings?: Settings;
  /** Called if PostgreSQL exits unexpectedly. By default, logs the reason. */
  onLost?: (reason: string) => void;
};

/** `url` contains the password: don't log it. `stop` is idempotent. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

const WATCH_MS = 1000;

/**
 * Opens the database of a data folder, creating it on the first start. Adopts a PostgreSQL that a killed server left running;
 * otherwise starts one. Throws FolderInUse if another process has the folder open, and errors with instructions if PostgreSQL
 * can't run on this machine.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await makeWritableFolder(options.dataDir, 'the data folder');
  const dataDir = await realpath(options.dataDir);
  const paths = clusterPaths(dataDir, options.name);
  await checkClusterOwner(paths.folder);
  const lock = await lockDataDir(dataDir, options);
  try {
    const running = await openPostgres(dataDir, paths, options);
    const { postmaster, url, programs } = running;
    const stopWatching = watchPostmaster(running, paths, options);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      stopWatching();
      await stopPostmaster(postmaster, programs);
      await lock.release();
    };
    return {
      url,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type Running = { postmaster: Postmaster; url: string; programs: Programs };

async function openPostgres(
  dataDir: string,
  paths: ClusterPaths,
  { log, settings }: EmbeddedOptions,
): Promise<Running> {
  const programs = await findPrograms(paths.links);
  let password = await readPassword(paths);
  const adopt = async () => (password === null ? null : adoptSurvivor(paths, password, programs, log));
  const adopted = await adopt();
  if (password !== null && adopted !== null) {
    return { postmaster: adopted, url: databaseUrl(adopted.port, paths.name, password), programs };
  }
  if (password !== null) await throwIfServed(dataDir, paths, password);
  const runAs = await chooseRunAs(programs, dataDir, paths);
  if (password === null) {
    log(`Creating the database in ${paths.folder}.`);
    await createCluster(dataDir, paths, programs, runAs, settings?.fsync !== 'off');
    password = (await readPassword(paths)) ?? '';
  }
  const installation: Installation = { paths, programs, runAs, settings, log };
  const postmaster = await startPostmaster(installation, adopt);
  try {
    const url = databaseUrl(postmaster.port, paths.name, password);
    await ensureDatabase(url, postmaster.port, paths, password);
    return { postmaster, url, programs };
  } catch (error) {
    await stopPostmaster(postmaster, programs);
    throw error;
  }
}

async function ensureDatabase(
  url: string,
  port: number,
  paths: ClusterPaths,
  password: string,
): Promise<void> {
  let response = await pingDatabase(url, 10_000);
  if (response === 'absent') {
    await createDatabase(port, paths, password);
    response = await pingDatabase(url, 10_000);
  }
  if (response !== 'ready') {
    throw new Error('The embedded PostgreSQL started but rejects the password in the data folder.');
  }
}

/** Calls `onLost` if PostgreSQL exits. Returns a function that stops watching. */
function watchPostmaster(
  { postmaster, url }: Running,
  paths: ClusterPaths,
  { log, onLost = log }: EmbeddedOptions,
): () => void {
  let isStopped = false;
  const stopWatching = () => {
    isStopped = true;
    clearInterval(watch);
  };
  const watch = setInterval(async () => {
    if (!(await postmaster.hasEnded())) return;
    if ((await pingDatabase(url, RESPONSE_MS)) !== 'unresponsive' || isStopped) return;
    stopWatching();
    onLost(`PostgreSQL ended unexpectedly; see ${paths.log}.`);
  }, WATCH_MS);
  watch.unref();
  return stopWatching;
}
