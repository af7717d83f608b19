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

/** Opens a proxy with a fixed port to a database whose port changes. `stall` blocks all traffic. */
async function openProxy() {
  let target = 0;
  let isStalled = false;
  const sockets = new Set<Socket>();
  const delayedWrites: (() => void)[] = [];
  const server: Server = createServer((clientSocket) => {
    const databaseSocket = dial(target, '127.0.0.1');
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (isStalled) delayedWrites.push(() => to.write(chunk));
        else to.write(chunk);
      });
    forward(clientSocket, databaseSocket);
    forward(databaseSocket, clientSocket);
    for (const socket of [clientSocket, databaseSocket]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        clientSocket.destroy();
        databaseSocket.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setTarget: (url: string) => {
      target = Number(new URL(url).port);
    },
    stall: (isOn: boolean) => {
      isStalled = isOn;
      if (!isOn) for (const write of delayedWrites.splice(0)) write();
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
  proxy.setTarget(database.url);
};
/** State of the job, which runs until `canEnd`. */
let canEnd = false;
let hasStarted = false;
let hasEnded = false;
const KIND = defineJob('wait', async ({ signal }) => {
  hasStarted = true;
  // The job runs for some time.
  while (!canEnd && !signal.aborted) await sleep(50);
  hasEnded = true;
});

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-gone-'));
  proxy = await openProxy();
  await openDatabase();
  const url = new URL(database.url);
  url.port = String(proxy.port);
  server = await openApp({
    databaseUrl: url.href,
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

/** Retries, because on a busy machine connections or statements can time out. */
const expectServed = () => eventually(() => learner.call(videos.listVideos));
const isReady = async () => (await server.app.inject({ url: '/health/ready' })).statusCode === 200;
const readStatus = async (id: number) => (await jobStore(server.context.db).find(id))?.status;
const queueJob = () =>
  server.context.db.transaction((transaction) =>
    startJob(transaction, { kind: 'wait', subject: 'a test', payload: {}, created_by: null }),
  );

async function expectUnavailable(): Promise<void> {
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
  it('makes requests fail with a 503, after which everything recovers', {
    timeout: 240_000,
  }, async () => {
    const received: string[] = [];
    server.context.listener.on('news', (payload) => received.push(payload));
    const job = await eventually(queueJob);
    await eventually(async () => expect(await readStatus(job)).toBe('running'));
    // The job's row changes before its work starts.
    await eventually(() => expect(hasStarted).toBe(true));

    await database.stop();
    await expectUnavailable();
    expect(await isReady()).toBe(false);
    expect((await server.app.inject({ url: '/health/live' })).statusCode).toBe(200);
    canEnd = true;
    await eventually(() => expect(hasEnded).toBe(true));
    await expectUnavailable();

    await openDatabase();
    await eventually(async () => expect(await isReady()).toBe(true));
    await expectServed();
    await eventually(() => expect(server.context.listener.isLive()).toBe(true));
    await eventually(() => server.context.db.execute(`select pg_notify('news', 'received')`));
    await eventually(() => expect(received).toContain('received'));
    // The queue retries the job that was running when the connection broke.
    const next = await eventually(queueJob);
    await eventually(async () => expect(await readStatus(next)).toBe('completed'));
    await eventually(async () => expect(await readStatus(job)).toBe('completed'));
  });

  it('is detected when the database stops responding', { timeout: 240_000 }, async () => {
    await expectServed();
    proxy.stall(true);
    onTestFinished(() => proxy.stall(false));
    expect(await isReady()).toBe(false);
    await expectUnavailable();
    proxy.stall(false);
    await eventually(async () => expect(await isReady()).toBe(true));
    await expectServed();
  });

  it('leaks no connections when the database restarts repeatedly under traffic', {
    timeout: 240_000,
  }, async () => {
    let isStopped = false;
    const callers = Array.from({ length: 12 }, async (_, caller) => {
      const { db } = server.context;
      while (!isStopped) {
        if (caller % 2 === 0) await learner.try(videos.listVideos);
        else await db.transaction((transaction) => transaction.execute('select 1')).catch(() => undefined);
        // Yield, so that the restarts continue.
        await sleep(1);
      }
    });
    for (let restart = 0; restart < 4; restart += 1) {
      await database.stop();
      await openDatabase();
      await expectServed();
    }
    isStopped = true;
    await Promise.all(callers);
    await eventually(() => {
      const { total, idle, waiting } = server.context.pools().requests ?? {};
      expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
    });
    await eventually(async () => expect(await isReady()).toBe(true));
  });
});
