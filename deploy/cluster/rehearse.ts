// Starts three nodes of Patroni, an etcd and an HAProxy on this machine, with the configuration next to this file: `node
// deploy/cluster/rehearse.ts`. Debian has the programs: etcd-server, haproxy, patroni, postgresql.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'only for rehearsals';
const START_MS = 120_000;
const STOP_MS = 20_000;
/** Number of characters of a program's output shown in an error. */
const LAST = 3000;

export type Node = {
  name: string;
  dataDir: string;
  /** PostgreSQL's port. */
  port: number;
  /** Address of Patroni's API. */
  api: string;
  /** Patroni's own process. */
  patroni: () => ChildProcess;
  /** Restarts Patroni after it was killed. */
  start: () => void;
  /** The node's role according to Patroni: `primary`, `replica`, or null without a response. */
  role: () => Promise<string | null>;
};

export type Cluster = {
  /** URL that always leads to the primary. */
  url: string;
  /** Each node’s own URL: the servers read from those that are replicas. */
  replicaUrls: string;
  nodes: Node[];
  /** Resolves when there is one primary, all others follow it, and one of them is synchronous. Throws after `limitMs`. */
  waitUntilWhole: (limitMs?: number) => Promise<void>;
  stop: () => Promise<void>;
};

export type ClusterOptions = {
  /** The port through which a node reaches etcd; the bench blocks it. */
  etcdPortOf?: (name: string, port: number) => Promise<number>;
  /** A command prefix for each node, and its data folder: the bench's small disk. */
  placeOf?: (name: string) => { prefix: string[]; dataDir: string } | null;
};

/** PostgreSQL's programs in Debian's location, the newest version; null if not installed. */
export function postgresPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? `/usr/lib/postgresql/${newest}/bin` : null;
}

const PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'];

/** Returns true if the programs are installed. */
export const hasClusterPrograms = (): boolean =>
  PROGRAMS.every((program) => existsSync(program)) && postgresPrograms() !== null;

/** PostgreSQL refuses to run as root. */
export async function postgresUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((line) => line.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('there is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Starts the cluster in a separate folder, which `stop` removes. Throws if a program ends or the cluster isn't complete within
 * two minutes.
 */
export async function startCluster({ etcdPortOf, placeOf }: ClusterOptions = {}): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs || !hasClusterPrograms())
    throw new Error(
      `needed: ${PROGRAMS.join(', ')} and PostgreSQL (Debian: patroni, etcd-server, haproxy, postgresql)`,
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-cluster-'));
  await chmod(folder, 0o755);
  const user = await postgresUser();
  const children: ChildProcess[] = [];
  const lastLines = new Map<ChildProcess, string>();
  const port = () => getPort({ host: '127.0.0.1' });

  function run(command: string[], env: Record<string, string> = {}): ChildProcess {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text) =>
      lastLines.set(child, `${lastLines.get(child) ?? ''}${text}`.slice(-LAST)),
    );
    children.push(child);
    return child;
  }

  const etcd = await port();
  const etcdPeers = await port();
  run([
    'etcd',
    ...['--data-dir', path.join(folder, 'etcd')],
    ...[
      '--listen-client-urls',
      `http://127.0.0.1:${etcd}`,
      '--advertise-client-urls',
      `http://127.0.0.1:${etcd}`,
    ],
    ...['--listen-peer-urls', `http://127.0.0.1:${etcdPeers}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${etcdPeers}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${etcdPeers}`],
  ]);
  await untilHealthy(`http://127.0.0.1:${etcd}/health`);

  const proxy: Record<string, string> = {};
  const nodes: Node[] = [];
  const ports: number[] = [];
  for (const [index, name] of NAMES.entries()) {
    const [database, api] = [await port(), await port()];
    const number = index + 1;
    ports.push(database);
    proxy[`NODE_${number}`] = `127.0.0.1:${database}`;
    proxy[`API_HOST_${number}`] = '127.0.0.1';
    proxy[`API_PORT_${number}`] = String(api);
    const place = placeOf?.(name) ?? { prefix: [], dataDir: path.join(folder, name, 'data') };
    const home = path.join(folder, name);
    await mkdir(home);
    if (user) await chown(home, user.uid, user.gid);
    const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${(await etcdPortOf?.(name, etcd)) ?? etcd}`,
      // Otherwise Patroni asks etcd for its address, and then connects directly.
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_DATA_DIR: place.dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    };
    const start = () => run([...place.prefix, ...asUser, 'patroni', path.join(HERE, 'patroni.yml')], env);
    let patroni = start();
    nodes.push({
      name,
      dataDir: place.dataDir,
      port: database,
      api: `http://127.0.0.1:${api}`,
      patroni: () => patroni,
      start: () => {
        patroni = start();
      },
      role: () => roleAt(api),
    });
  }

  const [primary, replicas] = [await port(), await port()];
  run(['haproxy', '-W', '-db', '-f', path.join(HERE, 'haproxy.cfg')], {
    ...proxy,
    PRIMARY_LISTEN: `127.0.0.1:${primary}`,
    REPLICAS_LISTEN: `127.0.0.1:${replicas}`,
  });

  const waitUntilWhole = async (limitMs = START_MS) => {
    const until = Date.now() + limitMs;
    for (;;) {
      const roles = await Promise.all(nodes.map((node) => node.role()));
      const hasOnePrimary = roles.filter((role) => role === 'primary').length === 1 && !roles.includes(null);
      // Without one, no node may take over: the lost primary could have acknowledged writes that no other node has.
      if (hasOnePrimary && (await hasSynchronous(nodes))) return;
      // A busy etcd that responds late ends a starting Patroni; a service manager would restart it.
      for (const node of nodes) if (node.patroni().exitCode !== null) node.start();
      if (Date.now() > until) {
        const output = nodes.filter((_, n) => roles[n] === null).map((node) => lastLines.get(node.patroni()));
        throw new Error(`the cluster is not whole: ${roles.join(', ')}\n${output.join('\n')}`);
      }
      await sleep(200);
    }
  };
  const stop = async () => {
    // In reverse, so that no node takes over from a stopped one.
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_MS).then(() => child.kill('SIGKILL'))]);
    }
    await rm(folder, { recursive: true, force: true });
  };
  const at = (of: number) => `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${of}/postgres`;
  const cluster = { url: at(primary), replicaUrls: ports.map(at).join(','), nodes, waitUntilWhole, stop };
  try {
    await waitUntilWhole();
  } catch (error) {
    await stop();
    throw error;
  }
  return cluster;
}

/** Patroni ends if it finds no etcd at its start. */
async function untilHealthy(url: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error(`etcd does not respond at ${url}`);
}

async function hasSynchronous(nodes: readonly Node[]): Promise<boolean> {
  const statuses = await Promise.all(
    nodes.map(({ api }) =>
      fetch(`${api}/synchronous`, { signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  return statuses.includes(200);
}

async function roleAt(api: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${api}/patroni`, { signal: AbortSignal.timeout(1000) });
    const { role, state, replication_state } = (await response.json()) as Record<string, string>;
    if (state !== 'running') return null;
    if (role === 'master' || role === 'primary') return 'primary';
    return replication_state === undefined || replication_state === 'streaming' ? 'replica' : null;
  } catch {
    return null;
  }
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await startCluster();
  console.log(`DATABASE_URL=${cluster.url}\nDATABASE_REPLICA_URL=${cluster.replicaUrls}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await cluster.stop();
}
