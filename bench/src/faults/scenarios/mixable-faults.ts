import { startLogins } from '../floods/login-flood.ts';
import { startRequests } from '../floods/request-flood.ts';
import { startBodies } from '../floods/unfinished-bodies.ts';
import { backendsOf, findPostmaster, sendSignal } from '../support/postgres-processes.ts';
import type { SmallDisks } from '../support/small-disks.ts';
import type { SupervisedServer } from '../support/supervised-server.ts';

export type MixParts = {
  server: SupervisedServer;
  disks: SmallDisks;
  /** The database's data folder, as this process sees it. */
  dataDir: string;
  /** Access tokens of many people. */
  tokens: () => Promise<string[]>;
};

/** Starts a fault; the returned function ends it. */
type Mixable = (parts: MixParts) => Promise<() => Promise<void>>;

const FLOOD_REQUESTS = 400;
const LOGINS = 100;
const BODIES = 300;

/** The processes that run now: others may start while it is frozen. */
async function freeze({ dataDir }: MixParts): Promise<() => Promise<void>> {
  const postmaster = await findPostmaster(dataDir);
  if (postmaster === null) return async () => undefined;
  const frozen = [postmaster, ...(await backendsOf(postmaster)).map(({ pid }) => pid)];
  for (const pid of frozen) sendSignal(pid, 'SIGSTOP');
  return async () => {
    for (const pid of frozen) sendSignal(pid, 'SIGCONT');
  };
}

export const MIXABLE: Record<string, Mixable> = {
  freeze,
  restart: async ({ server }) => {
    server.kill('SIGTERM');
    return async () => undefined;
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
