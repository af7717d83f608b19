import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
export const ADMIN = { username: 'admin', password: 'correct horse 9' };
/** Modules are compiled once for all servers. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
/** Names a data folder that a server created and left (`prepareDataDir`), since creating one takes half of a start. */
const PREPARED = 'SAYBACK_E2E_DATA';
/** Names the URL and the data folder of the server that all workers use. */
const SHARED = 'SAYBACK_E2E_SHARED';
/** Holds the id of that server's English clip. */
const CLIP = 'SAYBACK_E2E_CLIP';
const START_MS = 300_000;
const STOP_MS = 60_000;

export type SaybackServer = {
  url: string;
  dataDir: string;
  /** Also removes its data folder, unless that is to remain. */
  stop: (options?: { keepData?: boolean }) => Promise<void>;
  /** Kills the server, like a power cut. */
  kill: () => Promise<void>;
  /** Restarts it on the same data, at the same URL. */
  restart: () => Promise<void>;
};

function run(env: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

const getEnd = (server: ChildProcess) => new Promise<void>((resolve) => server.once('exit', () => resolve()));

/** The product as started by `npm start`, on a data folder of its own. */
export async function startSayback(settings: Record<string, string> = {}): Promise<SaybackServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-e2e-'));
  const prepared = process.env[PREPARED];
  // With owners and permissions, since PostgreSQL refuses folders that others may read.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    // All journeys share one address.
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
      const ended = getEnd(server);
      server.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      server = run(env);
      await waitUntilReady(server, `${url}/health/ready`);
    },
    stop: async ({ keepData = false } = {}) => {
      // Stops this process, not the one that it may be restarted as.
      const stopped = server;
      const ended = getEnd(stopped);
      stopped.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_MS).then(() => stopped.kill('SIGKILL'))]);
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(server: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`);
    }
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  server.kill('SIGTERM');
  throw new Error('the server did not become ready');
}

/** Creates a data folder that all later servers start with. Returns a function that removes it. */
async function prepareDataDir(): Promise<() => Promise<void>> {
  const server = await startSayback();
  await server.stop({ keepData: true });
  process.env[PREPARED] = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** Starts the server that all workers use, since a start takes four seconds of processor time. */
export async function startShared(): Promise<Pick<SaybackServer, 'url' | 'stop'>> {
  const removePrepared = await prepareDataDir();
  const { url, dataDir, stop } = await startSayback();
  process.env[SHARED] = JSON.stringify({ url, dataDir });
  return {
    url,
    stop: async () => {
      await stop();
      await removePrepared();
    },
  };
}

export const shareClip = (id: number) => {
  process.env[CLIP] = String(id);
};

/** Id of the shared server's English clip, aligned with Spanish, for tests that don't change it. */
export const sharedClip = () => Number(process.env[CLIP]);

const refuse = async () => {
  throw new Error('Other files use this server too: name a world for one of your own.');
};

/** Returns the server that all workers use. */
export function sharedServer(): SaybackServer {
  const { url, dataDir } = JSON.parse(process.env[SHARED] ?? '{}');
  return { url, dataDir, stop: refuse, kill: refuse, restart: refuse };
}
