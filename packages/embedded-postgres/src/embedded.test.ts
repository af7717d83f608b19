import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './index.ts';
import { lockFile } from './kernel-lock.ts';
import { identifyPostmaster, readPostmasterFile } from './postmaster-file.ts';
import {
  type OwnerOptions,
  type OwnerProcess,
  spawnOwner,
  startOwnerProcess,
} from './testing/owner-process.ts';
import { signalProcess } from './testing/signal-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** Faster, and safe if processes are killed: only a power failure could lose data. */
const settings = { fsync: 'off' };

let parent: string;
let dataDir: string;

/** Data folder of a database that most tests share, since creating one is slow. */
let template: string;

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'embedded-made-'));
  await (await openEmbedded({ dataDir: template, name: 'owner', log: () => undefined, settings })).stop();
});

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-embedded-'));
  // A space and a non-ASCII letter, as in home folders.
  dataDir = join(parent, 'Own Daten ä');
});

const opened: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of opened.splice(0)) await database.stop();
  const postmaster = await runningPostmaster();
  if (postmaster) signalProcess(postmaster, 'SIGKILL');
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

afterAll(() => rm(template, { recursive: true, maxRetries: 5 }));

async function runningPostmaster(): Promise<number | null> {
  const data = join(dataDir, 'postgres', 'data');
  const file = await readPostmasterFile(data);
  return file && (await identifyPostmaster(file.pid, data)) ? file.pid : null;
}

/** Opens the database, and stops it at the end of the test. */
async function open(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, name: 'owner', log: () => undefined, settings, ...options });
  opened.push(database);
  return database;
}

async function expectResponse(url: string | undefined): Promise<void> {
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
}

async function query<Row extends pg.QueryResultRow>(url: string | undefined, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts an owner process, and kills it at the end of the test. */
async function startOwner(options: Omit<OwnerOptions, 'dataDir'> = {}): Promise<OwnerProcess> {
  const owner = await startOwnerProcess({ dataDir, ...options });
  children.push(owner.child);
  return owner;
}

describe('the user that runs PostgreSQL', () => {
  it.runIf(isRoot)('is root in a folder private to root', async () => {
    dataDir = template;
    expect((await stat(template)).mode & 0o777).toBe(0o700);
    const { url } = await open();
    await query(url, 'create table private (text text)');
    expect((await stat(join(template, 'postgres', 'data'))).uid).toBe(0);
  });

  it.runIf(isRoot)('is the ordinary user that started it', async () => {
    await chown(parent, NOBODY, NOBODY);
    const owner = await startOwner({ uid: NOBODY });
    await expectResponse(owner.url);
    await owner.kill();
  });

  it.runIf(isRoot)('is the owner of another user’s private folder if root starts it', async () => {
    await mkdir(dataDir);
    for (const path of [parent, dataDir]) await chown(path, NOBODY, NOBODY);
    await (await open()).stop();
    expect((await stat(join(dataDir, 'postgres', 'data'))).uid).toBe(NOBODY);
  });

  it.runIf(isRoot)('is an ordinary user if root has no user namespaces', async () => {
    await chmod(parent, 0o755);
    const owner = await startOwner({ path: '/nowhere' });
    await expectResponse(owner.url);
    expect((await stat(join(dataDir, 'postgres', 'data'))).uid).toBeGreaterThan(0);
    await owner.kill();
    await (await open()).stop();
  });

  it.runIf(isRoot)('can’t be chosen if neither works, and the error explains why', async () => {
    const { refused } = await startOwner({ path: '/nowhere' });
    expect(refused).toMatch(/cannot run as root.*ordinary user.*PostgreSQL server of your own/);
  });

  it.runIf(isRoot)('must be able to write to the folder, which the error names', async () => {
    await mkdir(dataDir);
    await chmod(parent, 0o755);
    expect((await startOwner({ uid: NOBODY })).refused).toContain(
      `${dataDir} (the data folder) isn't writable`,
    );
  });

  it.runIf(isRoot)('can’t use another user’s database, and the error explains why', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true });
    for (const path of [parent, dataDir]) await chown(path, NOBODY, NOBODY);
    expect((await startOwner({ uid: NOBODY })).refused).toContain('belongs to another user (uid 0)');
  });
});

describe('after a crash', () => {
  it('adopts a killed server’s PostgreSQL', async () => {
    dataDir = template;
    const owner = await startOwner();
    await query(owner.url, 'create table adopted (text text)');
    const orphan = await runningPostmaster();
    await owner.kill();
    const { url, stop } = await open();
    expect(await runningPostmaster()).toBe(orphan);
    expect(await query(url, 'select count(*)::int from adopted')).toEqual([{ count: 0 }]);
    await stop();
    expect(await runningPostmaster()).toBeNull();
  });

  it('adopts the PostgreSQL of a server killed during startup', async () => {
    dataDir = template;
    const child = spawnOwner({ dataDir });
    children.push(child);
    await vi.waitFor(
      () => {
        const lock = lockFile(join(dataDir, 'postgres.lock'));
        if (lock.state !== 'held') closeSync(lock.fd);
        expect(lock.state).toBe('held');
      },
      { timeout: 60_000, interval: 5 },
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { url } = await open();
    await expectResponse(url);
  });

  it('replaces one that doesn’t respond', async () => {
    dataDir = template;
    const owner = await startOwner();
    await query(owner.url, 'create table replaced (text text)');
    const orphan = (await runningPostmaster()) as number;
    await owner.kill();
    process.kill(orphan, 'SIGSTOP');
    const { url } = await open();
    expect(await runningPostmaster()).not.toBe(orphan);
    expect(await query(url, 'select count(*)::int from replaced')).toEqual([{ count: 0 }]);
  });

  it('preserves rows when the server and PostgreSQL are killed at the same time', async () => {
    dataDir = template;
    const owner = await startOwner();
    await query(owner.url, 'create table saved (text text); insert into saved values ($$x$$)');
    const postmaster = (await runningPostmaster()) as number;
    await owner.kill();
    process.kill(postmaster, 'SIGKILL');
    const { url } = await open();
    expect(await query(url, 'select text from saved')).toEqual([{ text: 'x' }]);
  });

  it('ignores a stale postmaster.pid whose pid was reused by another program', async () => {
    dataDir = template;
    const data = join(dataDir, 'postgres', 'data');
    // Not our own pid, since PostgreSQL recognises its parent's pid as stale.
    const stale = [process.ppid, data, 1763700000, 39123, '', '127.0.0.1', '  123456  32769', 'ready', ''];
    await writeFile(join(data, 'postmaster.pid'), stale.join('\n'), { mode: 0o600 });
    const { url } = await open();
    await expectResponse(url);
  });

  it('recreates the database after a start was killed while creating it', async () => {
    const child = spawnOwner({ dataDir });
    children.push(child);
    const unfinished = await vi.waitFor(
      async () => {
        const name = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres.unfinished-')) ?? '';
        expect(await readdir(join(dataDir, name))).toContain('data');
        return name;
      },
      { timeout: 60_000, interval: 5 },
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readdir(dataDir)).not.toContain('postgres');
    const { url } = await open();
    await expectResponse(url);
    expect(await readdir(dataDir)).not.toContain(unfinished);
  });
});
