import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { AT_ONCE, accounts, jobs, subtitles, videos } from '@sayback/contract';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, clientFor, PASSWORD, signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { limitCallers } from './caller-limit.ts';

const ACCOUNT_LIMIT = 20;
const ADDRESS_LIMIT = 60;
const TOKEN = 'a-token-for-the-metrics';

let server: TestApp;
let port: number;
let learner: Awaited<ReturnType<typeof signIn>>;
let neighbour: Client;
let locker: pg.Client;
beforeAll(async () => {
  server = await startApp({ DATABASE_POOL: '40', LOG_LEVEL: 'silent', METRICS_TOKEN: TOKEN });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  learner = await signIn(server);
  neighbour = await signIn(server);
  locker = new pg.Client({ connectionString: server.databaseUrl });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await server.close();
});

async function waitUntilInFlight(count: number): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  await eventually(async () => {
    const { body } = await server.app.inject({ url: '/metrics', headers });
    expect(body).toContain(`http_requests_in_flight ${count}\n`);
  });
}

const lock = () => locker.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => locker.query('ROLLBACK');

function expectRefused(response: Awaited<ReturnType<Client['try']>>): void {
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(response.json()).toEqual({ detail: expect.stringContaining('too many requests') });
}

describe('an account', () => {
  it('has at most twenty requests in flight across its sessions, while others at its address are served', async () => {
    const body = { username: learner.username, password: PASSWORD };
    const sessions: Client[] = [learner];
    for (let n = 1; n < 15; n += 1) {
      sessions.push(
        clientFor(server.app, (await clientFor(server.app).call(accounts.login, { body })).access),
      );
    }
    await lock();
    const all = Array.from({ length: 600 }, (_, n) =>
      (sessions[n % sessions.length] as Client).try(videos.listVideos),
    );
    // Admitted requests wait for the lock, so only refused ones settle.
    const refused = await Promise.all(
      (await settledOf(all, 600 - ACCOUNT_LIMIT)).map((at) => all[at] as (typeof all)[number]),
    );
    refused.forEach(expectRefused);
    expectRefused(await learner.try(accounts.getProfile));
    expect((await neighbour.try(accounts.getProfile)).statusCode).toBe(200);
    expect((await clientFor(server.app).try(accounts.listProviders)).statusCode).toBe(200);

    await unlock();
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(ACCOUNT_LIMIT);
    expect((await learner.try(videos.listVideos)).statusCode).toBe(200);
  });

  it('has its requests counted until their work is done, even if the clients have disconnected', async () => {
    await lock();
    const leaving = new AbortController();
    const left = Array.from({ length: ACCOUNT_LIMIT }, () =>
      fetch(`http://127.0.0.1:${port}${videos.listVideos.path}`, {
        headers: { authorization: `Bearer ${learner.token}` },
        signal: leaving.signal,
      }).catch(() => 'left'),
    );
    await waitUntilInFlight(ACCOUNT_LIMIT);
    leaving.abort();
    await Promise.all(left);
    expectRefused(await learner.try(accounts.getProfile));
    await unlock();
    await eventually(async () => {
      expect((await learner.try(accounts.getProfile)).statusCode).toBe(200);
    });
  });

  it('has long-lived requests counted separately', async () => {
    await lock();
    const all = Array.from({ length: ACCOUNT_LIMIT }, () => learner.try(videos.listVideos));
    await waitUntilInFlight(ACCOUNT_LIMIT);
    expectRefused(await learner.try(accounts.getProfile));
    expect((await learner.try(jobs.followJob, { params: { id: 1 } })).statusCode).toBe(403);
    await unlock();
    await Promise.all(all);
  });
});

it('a request whose client disconnects while its token is read does not count as in flight', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  let arrived = 0;
  let settled = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const readAccount = () => closed.then(() => 1);
  const callers = limitCallers(app, readAccount, 1000);
  app.addHook('onRequest', async (request, reply) => {
    closed = request.url === '/slow' ? once(reply.raw, 'close') : Promise.resolve();
    arrived += 1;
    await callers
      .enter(request, reply, videos.listVideos, () => null)
      .finally(() => {
        settled += 1;
      });
  });
  app.get('/', async () => 'served');
  app.get('/slow', async () => 'served');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: 'Bearer a.token' };
  for (let n = 1; n <= AT_ONCE.account; n += 1) {
    const leaving = new AbortController();
    const left = fetch(`${url}/slow`, { headers, signal: leaving.signal }).catch(() => 'left');
    await eventually(() => expect(arrived).toBe(n));
    leaving.abort();
    expect(await left).toBe('left');
    await eventually(() => expect(settled).toBe(n));
  }
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(200);
});

describe('searches of videos', () => {
  const search = (learner: Client) => learner.try(videos.listVideos, { query: { q: 'tea' } });

  it('are limited to two per account, whose other lists are still served', async () => {
    await lock();
    const all = [search(learner), search(learner)];
    await waitUntilInFlight(2);
    expectRefused(await search(learner));
    const listing = learner.try(videos.listVideos);
    await waitUntilInFlight(3);
    await unlock();
    expect((await Promise.all([...all, listing])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200,
    ]);
  });

  it('are limited to four across all accounts', async () => {
    const third = await signIn(server);
    await lock();
    const all = [learner, learner, neighbour, neighbour].map(search);
    await waitUntilInFlight(4);
    expectRefused(await search(third));
    await unlock();
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });
});

it('lists of all segments are limited to two per account, whose pages are still served', async () => {
  const list = (query: { all?: true }) => learner.try(subtitles.listSegments, { params: { id: 1 }, query });
  await lock();
  const all = [list({ all: true }), list({ all: true })];
  await waitUntilInFlight(2);
  expectRefused(await list({ all: true }));
  const page = list({});
  await waitUntilInFlight(3);
  await unlock();
  // The alignment doesn't exist, so these get a 404.
  expect((await Promise.all([...all, page])).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});

describe('a request over its account’s limit', () => {
  it('waits for its turn, and is served if its turn comes within a second', async () => {
    await lock();
    const all = Array.from({ length: ACCOUNT_LIMIT + 5 }, () => learner.try(videos.listVideos));
    await waitUntilInFlight(ACCOUNT_LIMIT);
    await unlock();
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
  });

  it('is refused after a second, so that immediate retries gain nothing', async () => {
    await lock();
    const all = Array.from({ length: ACCOUNT_LIMIT }, () => learner.try(videos.listVideos));
    await waitUntilInFlight(ACCOUNT_LIMIT);
    const started = performance.now();
    expectRefused(await learner.try(accounts.getProfile));
    expect(performance.now() - started).toBeGreaterThan(900);
    await unlock();
    await Promise.all(all);
  });

  it('is dropped if its client disconnects while it waits', async () => {
    await lock();
    const all = Array.from({ length: ACCOUNT_LIMIT }, () => learner.try(videos.listVideos));
    await waitUntilInFlight(ACCOUNT_LIMIT);
    const leaving = new AbortController();
    const gone = fetch(`http://127.0.0.1:${port}${videos.listVideos.path}`, {
      headers: { authorization: `Bearer ${learner.token}` },
      signal: leaving.signal,
    }).catch(() => 'gone');
    leaving.abort();
    expect(await gone).toBe('gone');
    await unlock();
    await Promise.all(all);
    await waitUntilInFlight(0);
    expect((await learner.try(accounts.getProfile)).statusCode).toBe(200);
  });
});

describe('an address without a valid token', () => {
  it('has at most sixty requests in flight, while sessions from it are served', async () => {
    const head =
      `POST ${accounts.login.path} HTTP/1.1\r\nhost: x\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{';
    const slow = Array.from({ length: ADDRESS_LIMIT }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(head);
      return socket;
    });
    onTestFinished(() => slow.forEach((socket) => void socket.destroy()));
    const stranger = clientFor(server.app, 'not.a.token');
    await eventually(async () => expectRefused(await stranger.try(accounts.listProviders)));
    expect((await learner.try(accounts.getProfile)).statusCode).toBe(200);
    slow[0]?.destroy();
    await eventually(async () => {
      expect((await stranger.try(accounts.listProviders)).statusCode).toBe(200);
    });
  });
});

/** Waits until `count` of the promises have settled, and returns their indexes. */
function settledOf(promises: Promise<unknown>[], count: number): Promise<number[]> {
  const settled: number[] = [];
  return new Promise((resolve) => {
    promises.forEach((promise, at) => {
      promise.finally(() => {
        settled.push(at);
        if (settled.length === count) resolve(settled);
      });
    });
  });
}
