import { accounts, videos } from '@sayback/contract';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { withServer } from '../testing/with-server.ts';

const LIMIT = 30;
const TOKEN = 'the-token-for-metrics';
const { server } = await withServer({
  REQUESTS_IN_FLIGHT: String(LIMIT),
  DATABASE_POOL: '60',
  LOG_LEVEL: 'silent',
  METRICS_TOKEN: TOKEN,
});
const lockClient = new pg.Client({ connectionString: server.databaseUrl });
await lockClient.connect();
afterAll(() => lockClient.end());

const lock = () => lockClient.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => lockClient.query('ROLLBACK');

/** Accounts that send one request each, to stay below the limits per account. */
const learners = await Promise.all(Array.from({ length: LIMIT }, () => signIn(server)));
const requestAll = (remoteAddress: string, count: number, url: string = videos.listVideos.path) =>
  learners
    .slice(0, count)
    .map(({ token }) =>
      server.app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${token}` } }),
    );
const getStatuses = async (responses: ReturnType<typeof requestAll>) =>
  (await Promise.all(responses)).map(({ statusCode }) => statusCode);
const waitUntilInFlight = (count: number) =>
  eventually(async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { body } = await server.app.inject({ url: '/metrics', headers });
    expect(body).toContain(`http_requests_in_flight ${count}\n`);
  });

describe('an address’s share of requests in flight', () => {
  it('is the whole limit while no other address is active', async () => {
    await lock();
    const schoolRequests = requestAll('10.0.0.1', LIMIT);
    await waitUntilInFlight(LIMIT);
    await unlock();
    expect(await getStatuses(schoolRequests)).toEqual(schoolRequests.map(() => 200));
  });

  it('is a third of the limit while another address is active; further requests get a 503 with Retry-After after a second', async () => {
    await lock();
    const otherAddress = requestAll('2001:db8:1::1', 1);
    await waitUntilInFlight(1);
    const schoolRequests = requestAll('2001:db8::1', LIMIT);
    await waitUntilInFlight(1 + LIMIT / 3);
    const refused = await Promise.all(schoolRequests.slice(LIMIT / 3));
    for (const { statusCode, headers } of refused) {
      expect(statusCode).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(await getStatuses(requestAll('2001:db8:2::1', 5, accounts.getProfile.path))).toEqual([
      200, 200, 200, 200, 200,
    ]);
    await unlock();
    expect(await getStatuses([...otherAddress, ...schoolRequests.slice(0, LIMIT / 3)])).toEqual(
      Array.from({ length: 1 + LIMIT / 3 }, () => 200),
    );
  });

  it('serves a school’s requests over its share later, in turn', async () => {
    await lock();
    const otherAddress = requestAll('10.0.0.8', 1);
    await waitUntilInFlight(1);
    const schoolRequests = requestAll('10.0.0.9', LIMIT);
    await waitUntilInFlight(1 + LIMIT / 3);
    await unlock();
    expect(await getStatuses([...otherAddress, ...schoolRequests])).toEqual(
      [...otherAddress, ...schoolRequests].map(() => 200),
    );
  });

  it('is a third of the limit after another address was rejected', async () => {
    await lock();
    const schoolRequests = requestAll('10.1.0.1', LIMIT);
    await waitUntilInFlight(LIMIT);
    expect(await getStatuses(requestAll('10.2.0.1', 1, accounts.getProfile.path))).toEqual([503]);
    await unlock();
    await Promise.all(schoolRequests);
    await lock();
    const again = requestAll('10.1.0.1', LIMIT);
    await waitUntilInFlight(LIMIT / 3);
    expect(await getStatuses(requestAll('10.2.0.1', 1, accounts.getProfile.path))).toEqual([200]);
    await unlock();
    await Promise.all(again);
  });
});
