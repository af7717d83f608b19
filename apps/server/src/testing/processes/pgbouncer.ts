import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import pg from 'pg';
import { ensureProgram } from './ensure-program.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Returns true if Debian's PgBouncer can be run here. */
export const ensurePgBouncer = (): Promise<boolean> => ensureProgram(PROGRAM, 'pgbouncer');

/** Configured as in docs/scaling.md, with few connections: callers share them, transaction by transaction. */
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
  /** Current connections, on either side. */
  connections: () => Promise<{ clients: number; servers: number }>;
  stop: () => Promise<void>;
};

/** A real PgBouncer in transaction mode in front of the server of `databaseUrl`. */
export async function startPgBouncer(databaseUrl: string, size: number): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-pgbouncer-'));
  // It refuses to run as root, and reads its settings as the user it switches to.
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const url = new URL(databaseUrl);
  const port = await getPort({ host: '127.0.0.1' });
  await writeFile(file, buildSettings(url, port, size));
  url.hostname = '127.0.0.1';
  url.port = String(port);
  // Clients can't set this.
  url.searchParams.delete('options');
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn(PROGRAM, [...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  program.stderr.on('data', (text) => (output += text));
  const ended = new Promise<void>((resolve) => program.on('close', () => resolve()));
  while (!(await responses(url.href))) {
    if (program.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`);
    await sleep(20);
  }
  const database = url.pathname.slice(1);
  return {
    url: url.href,
    connections: async () => ({
      clients: await getCount(url, 'CLIENTS', database),
      servers: await getCount(url, 'SERVERS', database),
    }),
    stop: async () => {
      program.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Queries PgBouncer's console, which only supports the simple protocol. */
async function getCount(url: URL, label: 'CLIENTS' | 'SERVERS', database: string): Promise<number> {
  const console = new URL(url);
  console.pathname = '/pgbouncer';
  const client = new pg.Client({ connectionString: console.href });
  await client.connect();
  const { rows } = await client.query<{ database: string }>(`SHOW ${label}`);
  await client.end();
  return rows.filter((row) => row.database === database).length;
}

async function responses(url: string): Promise<boolean> {
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
