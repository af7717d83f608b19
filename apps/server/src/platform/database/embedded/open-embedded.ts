import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterPaths, createCluster, databaseUrl, readPassword } from './cluster.ts';
import { askDatabase, createDatabase } from './connection.ts';
import { type Claim, claimFolder } from './owner-claim.ts';
import {
  endPostmaster,
  endsWithin,
  findPostmaster,
  type Installation,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { hasEnded } from './process-mark.ts';
import { findPrograms, type Programs } from './programs.ts';
import { chooseRunAs, refuseOthersCluster } from './run-as.ts';
import type { Settings } from './settings.ts';

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

/** How long an orphan may take to answer before it is taken for stuck. */
const ANSWER_MS = 2000;
const RECOVERY_MS = 5 * 60_000;
const STOPPING_MS = 20_000;
const WATCH_MS = 1000;

/**
 * Opens the database of a data folder: makes it at the first start, adopts a PostgreSQL that a killed server left
 * running, starts one otherwise. Throws FolderInUse when another process has the folder open, and errors that
 * say what to do when PostgreSQL can't run here.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, claim } = await claimDataDir(options.dataDir);
  try {
    const { postmaster, url, programs } = await bringUp(dataDir, options);
    const watch = watchPostmaster(postmaster, dataDir, options);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      clearInterval(watch);
      await stopPostmaster(postmaster, programs);
      await claim.release();
    };
    return {
      url,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function claimDataDir(path: string): Promise<{ dataDir: string; claim: Claim }> {
  try {
    await mkdir(path, { recursive: true });
    const dataDir = await realpath(path);
    return { dataDir, claim: await claimFolder(dataDir) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) throw error;
    throw new Error(`The data folder ${path} (DATA_DIR) cannot be written by this user: ${message}`);
  }
}

type Running = { postmaster: Postmaster; url: string; programs: Programs };

async function bringUp(dataDir: string, { log, settings }: EmbeddedOptions): Promise<Running> {
  const paths = clusterPaths(dataDir);
  await refuseOthersCluster(paths.folder);
  const programs = await findPrograms(paths.links);
  let password = await readPassword(paths);
  const adopted = password === null ? null : await adoptOrphan(paths.data, password, programs, log);
  if (password !== null && adopted !== null) {
    return { postmaster: adopted, url: databaseUrl(adopted.port, password), programs };
  }
  const runAs = await chooseRunAs(programs, dataDir, paths.folder);
  if (password === null) {
    log(`Making the database in ${paths.folder}.`);
    await createCluster(dataDir, programs, runAs, settings?.fsync !== 'off');
    password = (await readPassword(paths)) ?? '';
  }
  const installation: Installation = { paths, programs, runAs, settings, log };
  const postmaster = await startPostmaster(installation);
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

/** An orphan that answers is kept, with its warm caches; one that doesn't is ended. */
async function adoptOrphan(
  data: string,
  password: string,
  programs: Programs,
  log: (message: string) => void,
): Promise<Postmaster | null> {
  const orphan = await findPostmaster(data);
  if (orphan === null) return null;
  const { pid } = orphan.mark;
  if ((await readPostmasterFile(data))?.status === 'stopping' && (await endsWithin(orphan, STOPPING_MS))) {
    return null;
  }
  if (await answers(orphan, data, password)) {
    log(`Adopted the PostgreSQL (pid ${pid}) that an earlier server left running.`);
    return (await findPostmaster(data)) ?? orphan;
  }
  log(`The PostgreSQL (pid ${pid}) that an earlier server left running does not answer: ending it.`);
  await endPostmaster(orphan, programs);
  return null;
}

async function answers(orphan: Postmaster, data: string, password: string): Promise<boolean> {
  const until = Date.now() + RECOVERY_MS;
  while (Date.now() < until && !(await hasEnded(orphan.mark))) {
    // The port isn't written yet when the orphan was itself just starting.
    const file = await readPostmasterFile(data);
    const port = file?.port ?? orphan.port;
    const answer = port > 0 ? await askDatabase(databaseUrl(port, password), ANSWER_MS) : 'starting';
    if (answer === 'absent') await createDatabase(port, password);
    else if (answer === 'ready') return true;
    else if (answer === 'silent' && file?.status !== 'starting') return false;
    await sleep(20);
  }
  return false;
}

function watchPostmaster(
  postmaster: Postmaster,
  dataDir: string,
  { log, onLost = log }: EmbeddedOptions,
): NodeJS.Timeout {
  const watch = setInterval(async () => {
    if (!(await hasEnded(postmaster.mark))) return;
    clearInterval(watch);
    onLost(`PostgreSQL ended by itself; ${clusterPaths(dataDir).log} says why.`);
  }, WATCH_MS);
  watch.unref();
  return watch;
}
