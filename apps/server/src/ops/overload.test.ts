import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobs, practice, videos } from '@sayback/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const LIMIT = 4;

let server: TestApp;
let learner: Client & { token: string };
let locker: pg.Client;
beforeAll(async () => {
  server = await startApp({
    REQUESTS_IN_FLIGHT: String(LIMIT),
    DATABASE_POOL: '2',
    METRICS_TOKEN: 'a-token-for-metrics',
    LOG_LEVEL: 'silent',
  });
  learner = await signIn(server);
  // Cache the session, so that requests only wait for the lock.
  await learner.call(videos.listVideos, {});
  locker = new pg.Client({ connectionString: server.databaseUrl });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await server.close();
});

const lock = () => locker.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => locker.query('ROLLBACK');
const listVideos = () => learner.try(videos.listVideos);

async function figure(name: string): Promise<number> {
  const { body } = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer a-token-for-metrics' },
  });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
}
const waitUntilInFlight = (count: number) =>
  eventually(async () => expect(await figure('http_requests_in_flight')).toBe(count));

describe('a server that can’t keep up', () => {
  it('refuses requests beyond its limit with a Retry-After, and recovers once there is room', async () => {
    await lock();
    const under = Array.from({ length: LIMIT }, listVideos);
    await waitUntilInFlight(LIMIT);

    const beyond = await Promise.all(Array.from({ length: 20 }, listVideos));
    for (const response of beyond) {
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(response.json()).toEqual({ detail: expect.stringContaining('Try again') });
    }
    expect(await figure('http_requests_shed_total')).toBe(20);
    expect((await server.app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/media/nothing' })).statusCode).toBe(403);
    // Long-lived requests are admitted, and refused only for the role, since these are for administrators.
    for (const lasting of [jobs.followJob, videos.uploadMedia]) {
      expect((await learner.try(lasting, { params: { id: 1 } })).statusCode).toBe(403);
    }

    await unlock();
    expect((await Promise.all(under)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await listVideos()).statusCode).toBe(200);
    await waitUntilInFlight(0);
  });

  it('counts abandoned requests until their work is done', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const open = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}${videos.listVideos.path}`, {
        headers: { authorization: `Bearer ${learner.token}` },
        ...(signal && { signal }),
      });
    await lock();
    const impatience = new AbortController();
    const left = Array.from({ length: LIMIT }, () => open(impatience.signal).catch(() => 'left'));
    await waitUntilInFlight(LIMIT);
    impatience.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left', 'left', 'left']);
    // Time for them to be dropped, which must not happen.
    await sleep(100);
    expect(await figure('http_requests_in_flight')).toBe(LIMIT);
    expect((await open()).status).toBe(503);
    await unlock();
    await waitUntilInFlight(0);
    expect((await open()).status).toBe(200);
  });

  it('refuses a request before routing, logging or authentication, in its language', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const send = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: 'Bearer no.good.token', 'accept-language': 'es' },
      });
    const routed = await send(videos.listVideos.path);
    expect([routed.status, routed.headers.has('x-request-id')]).toEqual([401, true]);
    await lock();
    const under = Array.from({ length: LIMIT }, listVideos);
    await waitUntilInFlight(LIMIT);
    const refused = await send(videos.listVideos.path);
    expect([refused.status, refused.headers.has('x-request-id')]).toEqual([503, false]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toEqual({ detail: expect.stringContaining('Inténtalo de nuevo') });
    // Long-lived calls, files and the probes aren't refused because of the limit.
    expect((await send('/api/jobs/1/events/')).status).toBe(401);
    expect((await send('/health/live')).status).toBe(200);
    await unlock();
    await Promise.all(under);
  });

  it('doesn’t count requests whose body is still arriving', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const head =
      `POST ${practice.saveProgress.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${learner.token}\r\n` +
      'content-type: application/json\r\ncontent-length: 50\r\n\r\n';
    const slow = Array.from({ length: LIMIT }, () => connect(port, '127.0.0.1'));
    const sent = slow.map((socket) => new Promise((resolve) => socket.write(head, resolve)));
    await Promise.all(sent);
    // Time for them to be counted, which must not happen.
    await sleep(100);
    expect((await listVideos()).statusCode).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('forgets aborted requests, in any phase', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const head = (method: string, address: string) =>
      `${method} ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${learner.token}\r\n`;
    const cut = [
      // Pipelined requests; a body that doesn't arrive; one that ends too early.
      `${head('GET', videos.listVideos.path)}\r\n`.repeat(LIMIT),
      `${head('POST', practice.saveProgress.path)}content-type: application/json\r\ncontent-length: 50\r\n\r\n`,
      `${head('POST', practice.saveProgress.path)}content-type: application/json\r\ncontent-length: 50\r\n\r\n{"video`,
    ];
    for (let round = 0; round < 60; round += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(cut[round % cut.length] ?? '');
      // Each disconnects at another moment.
      await sleep(round % 10);
      socket.destroy();
    }
    await waitUntilInFlight(0);
    expect((await listVideos()).statusCode).toBe(200);
  });
});
