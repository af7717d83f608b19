import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import pg from 'pg';
import { ensureProgram } from './ensure-program.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Installs Debian's PgBouncer if necessary. Returns true if it can be run. */
export const ensurePgBouncer = (): Promise<boolean> => ensureProgram(PROGRAM, 'pgbouncer');

/** Builds settings as in docs/scaling.md, with `size` connections that clients share in transaction mode. */
const buildSettings = ({ hostname, port, username, password }: URL, listenPort: number, size: number) => `
[databases]
* = host=${hostname} port=${port} user=${username} password=${password} connect_query='SET statement_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
ignore_startup_parameters = statement_timeout
`;

export type PgBouncer = {
  /** URL of the same database through the pooler. */
  url: string;
  /** Counts the connections of clients to the pooler, and of the pooler to PostgreSQL. */
  connections: () => Promise<{ clients: number; servers: number }>;
  stop: () => Promise<void>;
};

/** Starts a real PgBouncer in transaction mode in front of the PostgreSQL of `databaseUrl`. */
export async function startPgBouncer(databaseUrl: string, size: number): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-pgbouncer-'));
  // PgBouncer doesn't run as root, so its user has to read the settings.
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const url = new URL(databaseUrl);
  const port = await getPort({ host: '127.0.0.1' });
  await writeFile(file, buildSettings(url, port, size));
  url.hostname = '127.0.0.1';
  url.port = String(port);
  // PgBouncer rejects clients that set options.
  url.searchParams.delete('options');
  const userArgs = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn(PROGRAM, [...userArgs, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  program.stderr.on('data', (text) => (output += text));
  const ended = new Promise<void>((resolve) => program.on('close', () => resolve()));
  while (!(await acceptsConnections(url.href))) {
    if (program.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`);
    await sleep(20);
  }
  const database = url.pathname.slice(1);
  return {
    url: url.href,
    connections: async () => ({
      clients: await countConnections(url, 'CLIENTS', database),
      servers: await countConnections(url, 'SERVERS', database),
    }),
    stop: async () => {
      program.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Queries PgBouncer's console, which only supports the simple protocol. */
async function countConnections(url: URL, list: 'CLIENTS' | 'SERVERS', database: string): Promise<number> {
  const console = new URL(url);
  console.pathname = '/pgbouncer';
  const client = new pg.Client({ connectionString: console.href });
  await client.connect();
  const { rows } = await client.query<{ database: string }>(`SHOW ${list}`);
  await client.end();
  return rows.filter((row) => row.database === database).length;
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
