import { sendSignal } from '../processes.ts';
import { startLogins } from './floods/login-flood.ts';
import { startRequests } from './floods/request-flood.ts';
import { startBodies } from './floods/unfinished-bodies.ts';
import { findPostmaster, listBackends } from './support/postgres-processes.ts';
import type { SmallDisks } from './support/small-disks.ts';
import type { SupervisedServer } from './support/supervised-server.ts';

export type FaultParts = {
  server: SupervisedServer;
  disks: SmallDisks;
  /** The database's data folder, as a path for this process. */
  dataDir: string;
  /** Access tokens of many users. */
  tokens: () => Promise<string[]>;
};

/** Starts a fault. The returned function ends it. */
type Fault = (parts: FaultParts) => Promise<() => Promise<void>>;

const FLOOD_REQUESTS = 400;
const LOGINS = 100;
const BODIES = 300;

const noCleanup = async () => undefined;

/** Freezes the processes that are running now; others may start meanwhile. The returned function resumes them. */
async function freeze({ dataDir }: FaultParts): Promise<() => Promise<void>> {
  const postmaster = await findPostmaster(dataDir);
  if (postmaster === null) return noCleanup;
  const frozen = [postmaster, ...(await listBackends(postmaster)).map(({ pid }) => pid)];
  for (const pid of frozen) sendSignal(pid, 'SIGSTOP');
  return async () => {
    for (const pid of frozen) sendSignal(pid, 'SIGCONT');
  };
}

export const FAULTS: Record<string, Fault> = {
  freeze,
  'kill the server': async ({ server }) => {
    server.kill('SIGKILL');
    return noCleanup;
  },
  'kill the database': async ({ dataDir }) => {
    const postmaster = await findPostmaster(dataDir);
    if (postmaster !== null) sendSignal(postmaster, 'SIGKILL');
    return noCleanup;
  },
  'kill a backend': async ({ dataDir }) => {
    const postmaster = await findPostmaster(dataDir);
    const backends = postmaster === null ? [] : await listBackends(postmaster);
    const client = backends.find(({ title }) => title.includes('sayback 127.0.0.1'));
    if (client) sendSignal(client.pid, 'SIGKILL');
    return noCleanup;
  },
  restart: async ({ server }) => {
    server.kill('SIGTERM');
    return noCleanup;
  },
  overload: async ({ server, tokens }) => startRequests(server.url, await tokens(), FLOOD_REQUESTS),
  'database disk full': async ({ disks }) => {
    disks.fill('database');
    return async () => disks.makeRoom('database');
  },
  'media disk full': async ({ disks }) => {
    disks.fill('media');
    return async () => disks.makeRoom('media');
  },
  'hash flood': async ({ server }) => startLogins(server.url, LOGINS),
  'unfinished bodies': async ({ server }) => {
    const stop = startBodies(server.url, BODIES);
    return async () => stop();
  },
};
