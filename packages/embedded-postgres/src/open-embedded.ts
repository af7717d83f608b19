import { realpath } from 'node:fs/promises';
import { type ClusterPaths, clusterPaths, createCluster, databaseUrl, readPassword } from './cluster.ts';
import { createDatabase, pingDatabase, RESPONSE_MS } from './connection.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Installation, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findPrograms, type Programs } from './programs.ts';
import { chooseRunAs, refuseForeignCluster } from './run-as.ts';
import type { Settings } from './settings.ts';
import { adoptSurvivor, refuseIfServed } from './surviving-postgres.ts';
import { makeWritableFolder } from './writable-folder.ts';

export type EmbeddedOptions = {
  /** Created if missing. Belongs to this process until `stop`, or until the process ends. */
  dataDir: string;
  /** Name of the database and of its only user. */
  name: string;
  log: (message: string) => void;
  /** PostgreSQL settings that override ours. */
  settings?: Settings;
  /** Called once if PostgreSQL ends unexpectedly; without it, that is logged. */
  onLost?: (reason: string) => void;
};

/** `url` contains the password: don't log it. `stop` is idempotent. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

const WATCH_MS = 1000;

/**
 * Opens the database of a data folder: creates it at the first start, adopts a PostgreSQL that a killed server left running,
 * starts one otherwise. Throws FolderInUse if another process has the folder open, and errors with instructions if PostgreSQL
 * can't run here.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await makeWritableFolder(options.dataDir, 'the data folder');
  const dataDir = await realpath(options.dataDir);
  const paths = clusterPaths(dataDir, options.name);
  await refuseForeignCluster(paths.folder);
  const lock = await lockDataDir(dataDir, options);
  try {
    const running = await bringUp(dataDir, paths, options);
    const { postmaster, url, programs } = running;
    const endWatch = watchPostmaster(running, paths, options);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      endWatch();
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

async function bringUp(
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
  if (password !== null) await refuseIfServed(dataDir, paths, password);
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

/** Returns a function that stops watching. */
function watchPostmaster(
  { postmaster, url }: Running,
  paths: ClusterPaths,
  { log, onLost = log }: EmbeddedOptions,
): () => void {
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(watch);
  };
  const watch = setInterval(async () => {
    if (!(await postmaster.hasEnded())) return;
    if ((await pingDatabase(url, RESPONSE_MS)) !== 'silent' || isOver) return;
    end();
    onLost(`PostgreSQL ended unexpectedly; ${paths.log} says why.`);
  }, WATCH_MS);
  watch.unref();
  return end;
}
