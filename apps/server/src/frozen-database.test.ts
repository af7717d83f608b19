import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, practice, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalProcess } from '../../../packages/embedded-postgres/src/testing/signal-process.ts';
import { type EmbeddedDatabase, openEmbedded } from './platform/database/embedded.ts';
import { type Client, signIn } from './testing/client.ts';
import { eventually } from './testing/eventually.ts';
import { openApp } from './testing/start-app.ts';

const POOL = 2;
const CALLERS = 12;

let dataDir: string;
let database: EmbeddedDatabase;
let server: Awaited<ReturnType<typeof openApp>>;
let learner: Client;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-frozen-'));
  const settings = { fsync: 'off', full_page_writes: 'off' };
  database = await openEmbedded({ dataDir, log: () => undefined, settings });
  server = await openApp({
    databaseUrl: database.url,
    dataDir,
    // Statement timeout longer than the test.
    settings: { DATABASE_STATEMENT_MS: '120000', DATABASE_POOL: String(POOL), LOG_LEVEL: 'silent' },
  });
  learner = await signIn(server);
});
afterAll(async () => {
  await server.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends a signal to all of PostgreSQL's processes. */
async function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  signalProcess(postmaster, signal);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const child of children.split(' ').filter(Boolean)) signalProcess(Number(child), signal);
}

const sendRequests = () =>
  Array.from({ length: CALLERS }, (_, caller) =>
    learner.try(caller % 2 === 0 ? videos.listVideos : accounts.getProfile),
  );
/** Starts transactions like those of handlers, without clients. */
const startTransactions = () =>
  Array.from({ length: CALLERS }, () =>
    server.context.db.transaction((transaction) => transaction.execute(sql`select 1`)).catch(() => undefined),
  );

const expectRecovery = () =>
  eventually(async () => expect((await learner.try(videos.listVideos)).statusCode).toBe(200));
const isReady = async () => (await server.app.inject({ url: '/health/ready' })).statusCode === 200;

const expectAllConnectionsIdle = () =>
  eventually(() => {
    const { total, idle, waiting } = server.context.pools().requests ?? {};
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
  });

describe.runIf(process.platform === 'linux')('a frozen database', () => {
  it('makes requests fail before the statement timeout, and leaks no connections', {
    timeout: 240_000,
  }, async () => {
    for (let round = 0; round < POOL + 2; round += 1) {
      await signalDatabase('SIGSTOP');
      const transactions = startTransactions();
      const responses = await Promise.all(sendRequests()).finally(() => signalDatabase('SIGCONT'));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
      await Promise.all(transactions);
      await expectRecovery();
    }
    await expectAllConnectionsIdle();
    expect(await isReady()).toBe(true);
  });

  it('makes the server unready, so that requests fail immediately, until the database recovers', {
    timeout: 240_000,
  }, async () => {
    await signalDatabase('SIGSTOP');
    try {
      await eventually(async () => expect(await isReady()).toBe(false));
      await eventually(() => expect(server.context.health.isDown()).toBe(true));
      const before = server.context.pools().requests;
      const rejected = await learner.try(practice.saveProgress, { body: { video_id: 1, last_segment: 1 } });
      expect(rejected.statusCode).toBe(503);
      expect(rejected.json()).toEqual({ detail: expect.stringContaining("can't reach its database") });
      expect(server.context.pools().requests?.waiting).toBe(before?.waiting);
    } finally {
      await signalDatabase('SIGCONT');
    }
    await expectRecovery();
    expect(await isReady()).toBe(true);
  });
});
