import { realpath } from 'node:fs/promises';
import { makeWritableFolder } from '../../writable-folder.ts';
import { clusterPaths, createCluster, databaseUrl, readPassword } from './cluster.ts';
import { ANSWER_MS, askDatabase, createDatabase } from './connection.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Installation, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findPrograms, type Programs } from './programs.ts';
import { chooseRunAs, refuseOthersCluster } from './run-as.ts';
import type { Settings } from './settings.ts';
import { adoptOrphan, refuseIfServed } from './surviving-postgres.ts';

export type EmbeddedOptions = {
  /** Made if it isn't there. Belongs to this process until `stop`, or until the process ends. */
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings in place of ours. */
  settings?: Settings;
  /** Called once if PostgreSQL ends though nobody stopped it; without it, the log says so. */
  onLost?: (reason: string) => void;
};

/** `url` holds the password: not for logs. `stop` may be called again. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

const WATCH_MS = 1000;

/**
 * Opens the database of a data folder: makes it at the first start, adopts a PostgreSQL that a killed server left
 * running, starts one otherwise. Throws FolderInUse when another process has the folder open, and errors that
 * say what to do when PostgreSQL can't run here.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await makeWritableFolder(options.dataDir, 'DATA_DIR');
  const dataDir = await realpath(options.dataDir);
  await refuseOthersCluster(clusterPaths(dataDir).folder);
  const lock = await lockDataDir(dataDir, options);
  try {
    const running = await bringUp(dataDir, options);
    const { postmaster, url, programs } = running;
    const endWatch = watchPostmaster(running, dataDir, options);
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

async function bringUp(dataDir: string, { log, settings }: EmbeddedOptions): Promise<Running> {
  const paths = clusterPaths(dataDir);
  const programs = await findPrograms(paths.links);
  let password = await readPassword(paths);
  const adopt = async () => (password === null ? null : adoptOrphan(paths.data, password, programs, log));
  const adopted = await adopt();
  if (password !== null && adopted !== null) {
    return { postmaster: adopted, url: databaseUrl(adopted.port, password), programs };
  }
  if (password !== null) await refuseIfServed(dataDir, paths.data, password);
  const runAs = await chooseRunAs(programs, dataDir, paths.folder);
  if (password === null) {
    log(`Making the database in ${paths.folder}.`);
    await createCluster(dataDir, programs, runAs, settings?.fsync !== 'off');
    password = (await readPassword(paths)) ?? '';
  }
  const installation: Installation = { paths, programs, runAs, settings, log };
  const postmaster = await startPostmaster(installation, adopt);
  try {
    const url = databaseUrl(postmaster.port, password);
    await ensureDatabase(url, postmaster.port, password);
    return { postmaster, url, programs };
  } catch (error) {
    await stopPostmaster(postmaster, programs);
    throw error;
  }
}

async function ensureDatabase(url: string, port: number, password: string): Promise<void> {
  let answer = await askDatabase(url, 10_000);
  if (answer === 'absent') {
    await createDatabase(port, password);
    answer = await askDatabase(url, 10_000);
  }
  if (answer !== 'ready') {
    throw new Error('The embedded PostgreSQL started but refuses the password kept in the data folder.');
  }
}

/** Returns what ends the watch. */
function watchPostmaster(
  { postmaster, url }: Running,
  dataDir: string,
  { log, onLost = log }: EmbeddedOptions,
): () => void {
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(watch);
  };
  const watch = setInterval(async () => {
    if (!(await postmaster.hasEnded())) return;
    if ((await askDatabase(url, ANSWER_MS)) !== 'silent' || isOver) return;
    end();
    onLost(`PostgreSQL ended by itself; ${clusterPaths(dataDir).log} says why.`);
  }, WATCH_MS);
  watch.unref();
  return end;
}
