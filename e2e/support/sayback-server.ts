import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
export const ADMIN = { username: 'admin', password: 'correct horse 9' };
/** Compiled modules, shared by all servers. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
/** Holds the path of a prepared data folder, since creating one takes half of a server's start. */
const PREPARED_DATA_ENV = 'SAYBACK_E2E_DATA';
/** Holds the URL and the data folder of the server that all workers use. */
const SHARED_SERVER_ENV = 'SAYBACK_E2E_SHARED';
/** Holds the id of that server's English clip. */
const SHARED_CLIP_ENV = 'SAYBACK_E2E_CLIP';
const START_MS = 300_000;
const STOP_MS = 60_000;

export type SaybackServer = {
  url: string;
  dataDir: string;
  /** Also removes the data folder by default. */
  stop: (options?: { keepData?: boolean }) => Promise<void>;
  /** Kills the server, like a power cut. */
  kill: () => Promise<void>;
  /** Starts the server again, with the same data and URL. */
  restart: () => Promise<void>;
};

function run(env: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

const waitForExit = (server: ChildProcess) =>
  new Promise<void>((resolve) => server.once('exit', () => resolve()));

/** Starts the server like `npm start`, with its own data folder. */
export async function startSayback(settings: Record<string, string> = {}): Promise<SaybackServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-e2e-'));
  const prepared = process.env[PREPARED_DATA_ENV];
  // With owners and permissions: PostgreSQL rejects folders that other users can read.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    // All journeys share one IP address.
    RATE_LIMIT_FACTOR: '100',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  let server = run(env);
  await waitUntilReady(server, `${url}/health/ready`);
  return {
    url,
    dataDir,
    kill: async () => {
      const exited = waitForExit(server);
      server.kill('SIGKILL');
      await exited;
    },
    restart: async () => {
      server = run(env);
      await waitUntilReady(server, `${url}/health/ready`);
    },
    stop: async ({ keepData = false } = {}) => {
      // Stops this process, even if the server is restarted meanwhile.
      const stopped = server;
      const exited = waitForExit(stopped);
      stopped.kill('SIGTERM');
      await Promise.race([exited, sleep(STOP_MS).then(() => stopped.kill('SIGKILL'))]);
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(server: ChildProcess, healthUrl: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`the server exited with ${server.exitCode ?? server.signalCode}`);
    }
    const response = await fetch(healthUrl).catch(() => null);
    if (response?.ok) return;
    await sleep(50);
  }
  server.kill('SIGTERM');
  throw new Error('the server did not become ready');
}

/** Creates the data folder that all servers copy. Returns a function that removes it. */
async function prepareDataDir(): Promise<() => Promise<void>> {
  const server = await startSayback();
  await server.stop({ keepData: true });
  process.env[PREPARED_DATA_ENV] = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** Starts the server that all workers use: each start takes four seconds of processor time. */
export async function startShared(): Promise<Pick<SaybackServer, 'url' | 'stop'>> {
  const removePrepared = await prepareDataDir();
  const { url, dataDir, stop } = await startSayback();
  process.env[SHARED_SERVER_ENV] = JSON.stringify({ url, dataDir });
  return {
    url,
    stop: async () => {
      await stop();
      await removePrepared();
    },
  };
}

export const setSharedClip = (id: number) => {
  process.env[SHARED_CLIP_ENV] = String(id);
};

/** Id of the shared server's English clip, aligned with Spanish. Tests must not change it. */
export const sharedClipId = () => Number(process.env[SHARED_CLIP_ENV]);

const refuseToEnd = async () => {
  throw new Error("Other test files use this server too: set the option 'world' to get a separate one.");
};

/** Returns the server that all workers use. */
export function sharedServer(): SaybackServer {
  const { url, dataDir } = JSON.parse(process.env[SHARED_SERVER_ENV] ?? '{}');
  return { url, dataDir, stop: refuseToEnd, kill: refuseToEnd, restart: refuseToEnd };
}
