import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import type { ClusterPaths } from './cluster.ts';
import { programEnvironment } from './environment.ts';
import { lockFile } from './kernel-lock.ts';
import { identifyPostmaster, readPostmasterFile } from './postmaster-file.ts';
import { hasEnded } from './process-identity.ts';
import type { Programs } from './programs.ts';
import type { RunAs } from './run-as.ts';
import { openServerLog, readLastLines } from './server-log.ts';
import { type Settings, serverSettings } from './settings.ts';

export type Postmaster = { pid: number; port: number; hasEnded(): Promise<boolean> };

export type Installation = {
  paths: ClusterPaths;
  programs: Programs;
  runAs: RunAs;
  settings: Settings | undefined;
  log: (message: string) => void;
};

const POLL_MS = 10;
/** Recovery after a crash replays the log since the last checkpoint, which takes minutes on a slow disk. */
const START_LIMIT_MS = 10 * 60_000;
const SLOW_START_MS = 5000;
const RETRY_LIMIT_MS = 15_000;
const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 1500;

/** Errors worth retrying: the port is taken, or processes of a killed postmaster are still exiting. */
const TEMPORARY_ERRORS =
  /could not create any TCP\/IP sockets|pre-existing shared memory block|still uses these files/;

/**
 * Starts PostgreSQL and waits until it accepts connections. On failure, throws with the end of its log. `adopt` looks for a
 * running PostgreSQL, which can be found once it has written its pid file.
 */
export async function startPostmaster(
  installation: Installation,
  adopt: () => Promise<Postmaster | null>,
): Promise<Postmaster> {
  const retryUntil = Date.now() + RETRY_LIMIT_MS;
  for (;;) {
    const outcome = (await tryToStart(installation)) ?? (await adopt()) ?? filesInUse(installation);
    if ('pid' in outcome) return outcome;
    if (TEMPORARY_ERRORS.test(outcome.error) && Date.now() < retryUntil) {
      await sleep(100);
      continue;
    }
    throw new Error(outcome.error);
  }
}

const filesInUse = ({ paths }: Installation) => ({
  error:
    `A PostgreSQL that an earlier server left running still uses these files: ${paths.data}. It can't be stopped ` +
    'from here; it may run in another container. Stop that container first.',
});

/** Tries to start PostgreSQL. Null while processes of another PostgreSQL are using these files. */
async function tryToStart(installation: Installation): Promise<Postmaster | { error: string } | null> {
  // PostgreSQL's processes inherit the lock, so it is free only after all of them have exited, in any container.
  const lock = lockFile(installation.paths.lock);
  if (lock.state === 'held') return null;
  try {
    return await runPostmaster(installation, lock.fd);
  } finally {
    closeSync(lock.fd);
  }
}

async function runPostmaster(
  { paths, runAs, programs, settings, log }: Installation,
  lock: number,
): Promise<Postmaster | { error: string }> {
  const port = await getPort({ host: '127.0.0.1' });
  const serverOptions = Object.entries(serverSettings(port, settings));
  const options = ['-D', paths.data, ...serverOptions.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [command, ...args] = [...runAs.prefix, programs.postgres, ...options];
  const env = { ...programEnvironment(programs), ...(await ignoreStalePid(paths.data)) };
  const output = await openServerLog(paths.log);
  const { size } = await output.stat();
  try {
    const child = spawn(command as string, args, {
      cwd: paths.folder,
      env,
      // Ctrl-C in the terminal must not stop PostgreSQL before the server has stopped.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output.fd, output.fd, lock],
      ...runAs.user,
    });
    if (await waitUntilReady(child, paths.data, log)) {
      child.unref();
      return { pid: child.pid as number, port, hasEnded: async () => hasExited(child) };
    }
    const end = await readLastLines(paths.log, size);
    return { error: `The embedded PostgreSQL did not start; the end of its log (${paths.log}):\n${end}` };
  } finally {
    await output.close();
  }
}

/** Returns true if a child has exited. Doesn't read /proc, which fails without a free descriptor. */
const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Returns environment variables that make PostgreSQL ignore a stale pid. After a crash, the pid in postmaster.pid may belong to
 * another program or a zombie, and PostgreSQL would refuse to start. It treats the pid in PG_GRANDPARENT_PID, which pg_ctl sets,
 * as stale. Removing the file would lose the shared memory key, by which PostgreSQL detects surviving backends.
 */
async function ignoreStalePid(data: string): Promise<NodeJS.ProcessEnv> {
  const file = await readPostmasterFile(data);
  return file === null ? {} : { PG_GRANDPARENT_PID: String(file.pid) };
}

/** Waits until PostgreSQL accepts connections; returns false if the child exits first. */
async function waitUntilReady(child: ChildProcess, data: string, log: Installation['log']): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const startedAt = Date.now();
  let isSlowReported = false;
  while (Date.now() - startedAt < START_LIMIT_MS) {
    if (failure) throw new Error(`The embedded PostgreSQL could not be run: ${failure.message}`);
    if (hasExited(child)) return false;
    const file = await readPostmasterFile(data);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    if (!isSlowReported && Date.now() - startedAt > SLOW_START_MS) {
      isSlowReported = true;
      log('PostgreSQL is still starting; after a crash it first replays its log.');
    }
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`The embedded PostgreSQL did not become ready within ${START_LIMIT_MS / 60_000} minutes.`);
}

/** Finds the postmaster that an earlier server left running on this folder; null if there is none. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const file = await readPostmasterFile(data);
  const identity = file && (await identifyPostmaster(file.pid, data));
  return identity ? { pid: identity.pid, port: file.port, hasEnded: () => hasEnded(identity) } : null;
}

/** Stops a postmaster with a fast shutdown, which closes connections and writes everything to disk. Kills it after a timeout. */
export async function stopPostmaster(postmaster: Postmaster, programs: Programs): Promise<void> {
  await signal(postmaster, 'INT', programs);
  if (await waitForEnd(postmaster, FAST_STOP_MS)) return;
  await killPostmaster(postmaster, programs);
}

/** Kills a postmaster. The next start recovers committed data, as after a crash. */
export async function killPostmaster(postmaster: Postmaster, programs: Programs): Promise<void> {
  await signal(postmaster, 'QUIT', programs);
  if (await waitForEnd(postmaster, IMMEDIATE_STOP_MS)) return;
  await signal(postmaster, 'KILL', programs);
  if (await waitForEnd(postmaster, FAST_STOP_MS)) return;
  throw new Error(`PostgreSQL (pid ${postmaster.pid}) can't be stopped.`);
}

export async function waitForEnd(postmaster: Postmaster, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (!(await postmaster.hasEnded())) {
    if (Date.now() > until) return false;
    await sleep(POLL_MS);
  }
  return true;
}

async function signal(
  { pid, hasEnded }: Postmaster,
  name: 'INT' | 'QUIT' | 'KILL',
  programs: Programs,
): Promise<void> {
  if (await hasEnded()) return;
  if (process.platform === 'win32') {
    // Windows has no signals, so pg_ctl delivers them.
    const args = ['kill', name, String(pid)];
    await new Promise((resolve) => execFile(programs.pgCtl, args, { windowsHide: true }, resolve));
    return;
  }
  try {
    process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
