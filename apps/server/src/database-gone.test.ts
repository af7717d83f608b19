import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defineJob, startJob } from './features/jobs/index.ts';
import { jobStore } from './features/jobs/job-store.ts';
import { type EmbeddedDatabase, openEmbedded } from './platform/database/embedded.ts';
import { type Client, signIn } from './testing/client.ts';
import { eventually } from './testing/eventually.ts';
import { openApp } from './testing/start-app.ts';

/** A fixed address for a database that restarts on another port; `stall` blocks all traffic. */
async function openProxy() {
  let target = 0;
  let stalled = false;
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const server: Server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (stalled) held.push(() => to.write(chunk));
        else to.write(chunk);
      });
    pass(near, far);
    pass(far, near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    aimAt: (url: string) => {
      target = Number(new URL(url).port);
    },
    stall: (on: boolean) => {
      stalled = on;
      if (!on) for (const write of held.splice(0)) write();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let dataDir: string;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let database: EmbeddedDatabase;
let server: Awaited<ReturnType<typeof openApp>>;
let learner: Client;

const openDatabase = async () => {
  const settings = { fsync: 'off', full_page_writes: 'off' };
  database = await openEmbedded({ dataDir, log: () => undefined, settings });
  proxy.aimAt(database.url);
};
/** Lasts until the test says so. */
let mayEnd = false;
let hasBegun = false;
let hasEnded = false;
const KIND = defineJob('last', async ({ signal }) => {
  hasBegun = true;
  // Work that takes some time.
  while (!mayEnd && !signal.aborted) await sleep(50);
  hasEnded = true;
});

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-gone-'));
  proxy = await openProxy();
  await openDatabase();
  const address = new URL(database.url);
  address.port = String(proxy.port);
  server = await openApp({
    databaseUrl: address.href,
    dataDir,
    // With a pool of two, some concurrent requests wait for a response and others for a connection.
    settings: { DATABASE_STATEMENT_MS: '2000', DATABASE_POOL: '2', LOG_LEVEL: 'silent' },
    kinds: [KIND],
  });
  learner = await eventually(() => signIn(server));
});
afterAll(async () => {
  await server.close();
  await database.stop();
  proxy.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** On a busy machine a new connection or a statement may exceed this: the request is then refused. */
const expectServed = () => eventually(() => learner.call(videos.listVideos));
const isReady = async () => (await server.app.inject({ url: '/health/ready' })).statusCode === 200;
const status = async (id: number) => (await jobStore(server.context.db).find(id))?.status;
const queueJob = () =>
  server.context.db.transaction((transaction) =>
    startJob(transaction, { kind: 'last', subject: 'a test', payload: {}, created_by: null }),
  );

async function expectRefusals(): Promise<void> {
  const responses = await Promise.all([
    learner.try(videos.listVideos),
    learner.try(accounts.getProfile),
    learner.try(accounts.addPracticeLanguage, { body: { language: 'fr' } }),
    learner.try(accounts.login, { body: { username: 'somebody', password: 'correct horse 9' } }),
  ]);
  for (const response of responses) {
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(response.json<{ detail: string }>().detail).toContain('Try again');
  }
}

describe('a database outage', () => {
  it('is reported, and everything recovers by itself', {
    timeout: 240_000,
  }, async () => {
    const received: string[] = [];
    server.context.listener.on('news', (payload) => received.push(payload));
    const job = await eventually(queueJob);
    await eventually(async () => expect(await status(job)).toBe('running'));
    // The row changes before the work starts.
    await eventually(() => expect(hasBegun).toBe(true));

    await database.stop();
    await expectRefusals();
    expect(await isReady()).toBe(false);
    expect((await server.app.inject({ url: '/health/live' })).statusCode).toBe(200);
    mayEnd = true;
    await eventually(() => expect(hasEnded).toBe(true));
    await expectRefusals();

    await openDatabase();
    await eventually(async () => expect(await isReady()).toBe(true));
    await expectServed();
    await eventually(() => expect(server.context.listener.isLive()).toBe(true));
    await eventually(() => server.context.db.execute(`select pg_notify('news', 'is heard')`));
    await eventually(() => expect(received).toContain('is heard'));
    // The queue's job that was running when the connection broke is retried.
    const next = await eventually(queueJob);
    await eventually(async () => expect(await status(next)).toBe('completed'));
    await eventually(async () => expect(await status(job)).toBe('completed'));
  });

  it('is reported when the database stops responding', { timeout: 240_000 }, async () => {
    await expectServed();
    proxy.stall(true);
    onTestFinished(() => proxy.stall(false));
    expect(await isReady()).toBe(false);
    await expectRefusals();
    proxy.stall(false);
    await eventually(async () => expect(await isReady()).toBe(true));
    await expectServed();
  });

  it('loses no connection in repeated restarts under traffic', {
    timeout: 240_000,
  }, async () => {
    let isOver = false;
    const callers = Array.from({ length: 12 }, async (_, caller) => {
      const { db } = server.context;
      while (!isOver) {
        if (caller % 2 === 0) await learner.try(videos.listVideos);
        else await db.transaction((inside) => inside.execute('select 1')).catch(() => undefined);
        // Allows the restarts to continue.
        await sleep(1);
      }
    });
    for (let restart = 0; restart < 4; restart += 1) {
      await database.stop();
      await openDatabase();
      await expectServed();
    }
    isOver = true;
    await Promise.all(callers);
    await eventually(() => {
      const { total, idle, waiting } = server.context.pools().requests ?? {};
      expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
    });
    await eventually(async () => expect(await isReady()).toBe(true));
  });
});
