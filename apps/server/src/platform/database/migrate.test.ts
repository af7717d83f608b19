import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { accounts } from '@sayback/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { clientFor } from '../../testing/client.ts';
import { queryOnce, replaceDatabase } from '../../testing/databases.ts';
import { addMigration } from '../../testing/next-release.ts';
import { openApp } from '../../testing/start-app.ts';
import { migrateDatabase } from './migrate.ts';

const RELEASED = fileURLToPath(new URL('../../../migrations', import.meta.url));

const SHORT_RETRY = { lockMs: 100, pauseMs: 50, attempts: 2 };

let name: string;
let url: string;
let folder: string;
let client: pg.Client;
let logged: string[];
beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString('hex')}`;
  await queryOnce(inject('postgresUrl'), `CREATE DATABASE ${name} TEMPLATE template STRATEGY FILE_COPY`);
  url = replaceDatabase(inject('postgresUrl'), name);
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-migrations-'));
  await cp(RELEASED, folder, { recursive: true });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  logged = [];
});
afterEach(async () => {
  await client.end();
  await queryOnce(inject('postgresUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

const log = (message: string) => void logged.push(message);
const hasColumn = async () =>
  (
    await client.query(
      "SELECT 1 FROM information_schema.columns WHERE table_name = 'videos' AND column_name = 'added'",
    )
  ).rows.length === 1;

describe('migrating', () => {
  it('logs nothing if the database is up to date', async () => {
    await migrateDatabase(url, { log });
    expect(logged).toEqual([]);
  });

  it('lets a release start on a newer release’s database, and logs that', async () => {
    await addMigration(folder, 'added', 'ALTER TABLE "videos" ADD COLUMN "added" text;');
    await migrateDatabase(url, { folder, log });
    expect(await hasColumn()).toBe(true);
    expect(logged).toEqual([]);
    await migrateDatabase(url, { log });
    expect(logged).toEqual([expect.stringContaining('1 migrations that this release doesn’t know')]);
    expect(await hasColumn()).toBe(true);
  });

  it('rejects a database that has later migrations but lacks an earlier one', async () => {
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
    const between = { ...entries.at(-1), idx: entries.length, when: entries.at(-1).when - 1, tag: 'between' };
    await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, between] }));
    await writeFile(path.join(folder, 'between.sql'), 'ALTER TABLE "videos" ADD COLUMN "added" text;');
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('lacks 1 of this release’s migrations');
  });

  it('waits for a locked table for a short time, and retries until it is free', async () => {
    await addMigration(folder, 'added', 'ALTER TABLE "videos" ADD COLUMN "added" text;');
    await client.query('BEGIN; LOCK TABLE videos IN ACCESS SHARE MODE');
    const unlock = (message: string) => {
      log(message);
      void client.query('COMMIT');
    };
    await migrateDatabase(url, { folder, log: unlock, retry: { ...SHORT_RETRY, attempts: 20 } });
    expect(logged).toEqual([expect.stringContaining('is locked')]);
    expect(await hasColumn()).toBe(true);
  });

  it('fails with a message if a table stays locked, and changes nothing', async () => {
    const both =
      'ALTER TABLE "subtitles" ADD COLUMN "first" text;--> statement-breakpoint\nALTER TABLE "videos" ADD COLUMN "added" text;';
    await addMigration(folder, 'added', both);
    await client.query('BEGIN; LOCK TABLE videos IN ACCESS SHARE MODE');
    await expect(migrateDatabase(url, { folder, retry: SHORT_RETRY })).rejects.toThrow('stays locked');
    await client.query('COMMIT');
    const { rows } = await client.query(
      "SELECT 1 FROM information_schema.columns WHERE column_name = 'first'",
    );
    expect(rows).toEqual([]);
  });
});

it('two servers can start concurrently on an empty database', async () => {
  const postgres = inject('postgresUrl');
  await queryOnce(postgres, `CREATE DATABASE ${name}_empty`);
  const installation = {
    databaseUrl: replaceDatabase(postgres, `${name}_empty`),
    dataDir: folder,
    settings: {},
  };
  onTestFinished(async () => {
    await queryOnce(postgres, `DROP DATABASE ${name}_empty WITH (FORCE)`);
  });
  const servers = await Promise.all([openApp(installation), openApp(installation)]);
  const body = { username: 'ana', password: 'correct horse 9' };
  await clientFor(servers[0].app).call(accounts.register, { body });
  await clientFor(servers[1].app).call(accounts.login, { body });
  for (const server of servers) await server.close();
});
