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
let lockClient: pg.Client;
beforeAll(async () => {
  server = await startApp({
    REQUESTS_IN_FLIGHT: String(LIMIT),
    DATABASE_POOL: '2',
    METRICS_TOKEN: 'the-token-for-metrics',
    LOG_LEVEL: 'silent',
  });
  learner = await signIn(server);
  // Cache the session, so that requests only wait for the lock.
  await learner.call(videos.listVideos, {});
  lockClient = new pg.Client({ connectionString: server.databaseUrl });
  await lockClient.connect();
});
afterAll(async () => {
  await lockClient.end();
  await server.close();
});

const lock = () => lockClient.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => lockClient.query('ROLLBACK');
const listVideos = () => learner.try(videos.listVideos);

async function readMetric(name: string): Promise<number> {
  const { body } = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer the-token-for-metrics' },
  });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
}
const waitUntilInFlight = (count: number) =>
  eventually(async () => expect(await readMetric('http_requests_in_flight')).toBe(count));

describe('an overloaded server', () => {
  it('rejects requests over its limit with Retry-After, and recovers', async () => {
    await lock();
    const admitted = Array.from({ length: LIMIT }, listVideos);
    await waitUntilInFlight(LIMIT);

    const rejected = await Promise.all(Array.from({ length: 20 }, listVideos));
    for (const response of rejected) {
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(response.json()).toEqual({ detail: expect.stringContaining('Try again') });
    }
    expect(await readMetric('http_requests_shed_total')).toBe(20);
    expect((await server.app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/media/nothing' })).statusCode).toBe(403);
    // Long-lived requests aren't limited. These get a 403 because of the role.
    for (const longLivedEndpoint of [jobs.followJob, videos.uploadMedia]) {
      expect((await learner.try(longLivedEndpoint, { params: { id: 1 } })).statusCode).toBe(403);
    }

    await unlock();
    expect((await Promise.all(admitted)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
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
    const controller = new AbortController();
    const aborted = Array.from({ length: LIMIT }, () => open(controller.signal).catch(() => 'aborted'));
    await waitUntilInFlight(LIMIT);
    controller.abort();
    expect(await Promise.all(aborted)).toEqual(Array(LIMIT).fill('aborted'));
    // Time in which the server could stop counting them.
    await sleep(100);
    expect(await readMetric('http_requests_in_flight')).toBe(LIMIT);
    expect((await open()).status).toBe(503);
    await unlock();
    await waitUntilInFlight(0);
    expect((await open()).status).toBe(200);
  });

  it('rejects requests before routing, logging or authentication, with a message in their language', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const send = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: 'Bearer no.good.token', 'accept-language': 'es' },
      });
    const routed = await send(videos.listVideos.path);
    expect([routed.status, routed.headers.has('x-request-id')]).toEqual([401, true]);
    await lock();
    const admitted = Array.from({ length: LIMIT }, listVideos);
    await waitUntilInFlight(LIMIT);
    const rejectedResponse = await send(videos.listVideos.path);
    expect([rejectedResponse.status, rejectedResponse.headers.has('x-request-id')]).toEqual([503, false]);
    expect(Number(rejectedResponse.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await rejectedResponse.json()).toEqual({ detail: expect.stringContaining('Inténtalo de nuevo') });
    // Long-lived calls, files and health checks are still served.
    expect((await send('/api/jobs/1/events/')).status).toBe(401);
    expect((await send('/health/live')).status).toBe(200);
    await unlock();
    await Promise.all(admitted);
  });

  it('doesn’t count requests whose body is still arriving', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const head =
      `POST ${practice.saveProgress.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${learner.token}\r\n` +
      'content-type: application/json\r\ncontent-length: 50\r\n\r\n';
    const slow = Array.from({ length: LIMIT }, () => connect(port, '127.0.0.1'));
    const sent = slow.map((socket) => new Promise((resolve) => socket.write(head, resolve)));
    await Promise.all(sent);
    // Time in which the server could count them.
    await sleep(100);
    expect((await listVideos()).statusCode).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('doesn’t count requests that were aborted in any phase', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const head = (method: string, address: string) =>
      `${method} ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${learner.token}\r\n`;
    const requestTexts = [
      // Pipelined requests, a missing body, and a truncated body.
      `${head('GET', videos.listVideos.path)}\r\n`.repeat(LIMIT),
      `${head('POST', practice.saveProgress.path)}content-type: application/json\r\ncontent-length: 50\r\n\r\n`,
      `${head('POST', practice.saveProgress.path)}content-type: application/json\r\ncontent-length: 50\r\n\r\n{"video`,
    ];
    for (let round = 0; round < 60; round += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(requestTexts[round % requestTexts.length] ?? '');
      // Disconnect at different times.
      await sleep(round % 10);
      socket.destroy();
    }
    await waitUntilInFlight(0);
    expect((await listVideos()).statusCode).toBe(200);
  });
});
