// Starts three Patroni nodes, etcd and HAProxy on this machine, with the configuration in this folder: `node
// deploy/cluster/rehearse.ts`. Needs the Debian packages etcd-server, haproxy, patroni and postgresql.
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
/** Number of characters of a program's output in an error. */
const OUTPUT_LENGTH = 3000;

export type Node = {
  name: string;
  dataDir: string;
  /** PostgreSQL's port. */
  port: number;
  /** URL of Patroni's API. */
  api: string;
  /** The Patroni process. */
  patroni: () => ChildProcess;
  /** Restarts Patroni after it was killed. */
  start: () => void;
  /** The node's role according to Patroni: `primary`, `replica`, or null without a response. */
  role: () => Promise<string | null>;
};

export type Cluster = {
  /** URL that always leads to the primary. */
  url: string;
  /** The URLs of all nodes. The servers read from the nodes that are replicas. */
  replicaUrls: string;
  nodes: Node[];
  /** Resolves when there is one primary, all others follow it, and one of them is synchronous. Throws after `limitMs`. */
  waitUntilComplete: (limitMs?: number) => Promise<void>;
  stop: () => Promise<void>;
};

export type ClusterOptions = {
  /** Returns the port on which a node connects to etcd, so that the bench can block it. */
  getEtcdPort?: (name: string, port: number) => Promise<number>;
  /** Returns a command prefix and a data folder for a node, so that the bench can use a small disk. */
  locate?: (name: string) => { prefix: string[]; dataDir: string } | null;
};

/** Returns the folder of the newest PostgreSQL programs from Debian; null if there are none. */
export function postgresPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? `/usr/lib/postgresql/${newest}/bin` : null;
}

const PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'];

/** Returns true if the programs are installed. */
export const hasClusterPrograms = (): boolean =>
  PROGRAMS.every((program) => existsSync(program)) && postgresPrograms() !== null;

/** Returns the user for PostgreSQL, which refuses to run as root; null if the process isn't root. */
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
 * Starts the cluster in a new folder, which `stop` removes. Throws if a program ends, or if the cluster isn't complete within two
 * minutes.
 */
export async function startCluster({ getEtcdPort, locate }: ClusterOptions = {}): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs || !hasClusterPrograms())
    throw new Error(
      `needed: ${PROGRAMS.join(', ')} and PostgreSQL (Debian: patroni, etcd-server, haproxy, postgresql)`,
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-cluster-'));
  await chmod(folder, 0o755);
  const user = await postgresUser();
  const children: ChildProcess[] = [];
  const outputs = new Map<ChildProcess, string>();
  const findPort = () => getPort({ host: '127.0.0.1' });

  function run(command: string[], env: Record<string, string> = {}): ChildProcess {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text) =>
      outputs.set(child, `${outputs.get(child) ?? ''}${text}`.slice(-OUTPUT_LENGTH)),
    );
    children.push(child);
    return child;
  }

  const etcd = await findPort();
  const etcdPeers = await findPort();
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
  await waitForEtcd(`http://127.0.0.1:${etcd}/health`);

  const proxy: Record<string, string> = {};
  const nodes: Node[] = [];
  const ports: number[] = [];
  for (const [index, name] of NAMES.entries()) {
    const [database, api] = [await findPort(), await findPort()];
    const number = index + 1;
    ports.push(database);
    proxy[`NODE_${number}`] = `127.0.0.1:${database}`;
    proxy[`API_HOST_${number}`] = '127.0.0.1';
    proxy[`API_PORT_${number}`] = String(api);
    const place = locate?.(name) ?? { prefix: [], dataDir: path.join(folder, name, 'data') };
    const home = path.join(folder, name);
    await mkdir(home);
    if (user) await chown(home, user.uid, user.gid);
    const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${(await getEtcdPort?.(name, etcd)) ?? etcd}`,
      // Without this, Patroni asks etcd for its URLs and connects directly.
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
      role: () => fetchRole(api),
    });
  }

  const [primary, replicas] = [await findPort(), await findPort()];
  run(['haproxy', '-W', '-db', '-f', path.join(HERE, 'haproxy.cfg')], {
    ...proxy,
    PRIMARY_LISTEN: `127.0.0.1:${primary}`,
    REPLICAS_LISTEN: `127.0.0.1:${replicas}`,
  });

  const waitUntilComplete = async (limitMs = START_MS) => {
    const until = Date.now() + limitMs;
    for (;;) {
      const roles = await Promise.all(nodes.map((node) => node.role()));
      const hasOnePrimary = roles.filter((role) => role === 'primary').length === 1 && !roles.includes(null);
      // Without a synchronous standby, no node could take over, because acknowledged writes might be lost.
      if (hasOnePrimary && (await hasSynchronous(nodes))) return;
      // Patroni ends at its start if etcd responds late. In production a service manager restarts it.
      for (const node of nodes) if (node.patroni().exitCode !== null) node.start();
      if (Date.now() > until) {
        const output = nodes.filter((_, n) => roles[n] === null).map((node) => outputs.get(node.patroni()));
        throw new Error(`the cluster is not complete: ${roles.join(', ')}\n${output.join('\n')}`);
      }
      await sleep(200);
    }
  };
  const stop = async () => {
    // In reverse order, so that no node takes over from a stopped one.
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_MS).then(() => child.kill('SIGKILL'))]);
    }
    await rm(folder, { recursive: true, force: true });
  };
  const makeUrl = (port: number) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  const replicaUrls = ports.map(makeUrl).join(',');
  const cluster = { url: makeUrl(primary), replicaUrls, nodes, waitUntilComplete, stop };
  try {
    await waitUntilComplete();
  } catch (error) {
    await stop();
    throw error;
  }
  return cluster;
}

/** Waits for etcd, because Patroni ends if it can't reach it at its start. */
async function waitForEtcd(url: string): Promise<void> {
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

async function fetchRole(api: number): Promise<string | null> {
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
