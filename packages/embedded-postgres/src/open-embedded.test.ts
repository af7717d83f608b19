import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open-embedded.ts';
import { readPostmasterFile } from './postmaster-file.ts';

let parent: string;
let dataDir: string;

/** The tests share one folder and its database, which the first test creates. */
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-open-'));
  // A space and a non-ASCII letter, as in home folders.
  dataDir = join(parent, 'Own Daten ä');
});

const opened: EmbeddedDatabase[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
});

afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

async function open(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, name: 'owner', log: () => undefined, ...options });
  opened.push(database);
  return database;
}

async function readPostmasterPid(): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres', 'data')))?.pid;
}

async function query(url: string, sql: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('opening a data folder', () => {
  it('creates a database on the first start, and preserves its rows', async () => {
    const first = await open();
    await query(first.url, 'create table line (text text); insert into line values ($$Guten Tag$$)');
    await first.stop();
    expect(await readPostmasterPid()).toBeUndefined();
    const second = await open();
    expect(await query(second.url, 'select text from line')).toEqual([{ text: 'Guten Tag' }]);
  });

  it('uses a fixed collation, UTC, durable writes, and loopback only', async () => {
    const { url } = await open();
    const settings = `select current_setting('TimeZone') zone, current_setting('fsync') fsync,
      current_setting('listen_addresses') address, current_setting('unix_socket_directories') socket,
      (select datlocale from pg_database where datname = current_database()) locale`;
    expect(await query(url, settings)).toEqual([
      { zone: 'UTC', fsync: 'on', address: '127.0.0.1', socket: '', locale: 'C.UTF-8' },
    ]);
  });

  it('requires the password, which only the folder’s owner can read', async () => {
    const { url } = await open();
    const guess = new URL(url);
    guess.password = 'guess';
    await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  });

  it('ignores environment variables for another database', async () => {
    vi.stubEnv('PGSSLMODE', 'require');
    vi.stubEnv('PGOPTIONS', '-c no_such_setting=1');
    vi.stubEnv('PGDATA', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url } = await open();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('shows the end of the log if PostgreSQL doesn’t start', async () => {
    const opening = open({ settings: { no_such_setting: '1' } });
    await expect(opening).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
    await expect(open()).resolves.toBeDefined();
  });

  it('reports a PostgreSQL that exits unexpectedly', async () => {
    const onLost = vi.fn();
    await open({ onLost });
    process.kill((await readPostmasterPid()) as number, 'SIGKILL');
    await vi.waitFor(
      () => expect(onLost).toHaveBeenCalledWith(expect.stringContaining('postgres.log')),
      60_000,
    );
  });
});
