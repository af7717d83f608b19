import { accounts, videos } from '@sayback/contract';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { withServer } from '../testing/with-server.ts';

const LIMIT = 30;
const TOKEN = 'a-token-for-the-metrics';
const { server } = await withServer({
  REQUESTS_IN_FLIGHT: String(LIMIT),
  DATABASE_POOL: '60',
  LOG_LEVEL: 'silent',
  METRICS_TOKEN: TOKEN,
});
const locker = new pg.Client({ connectionString: server.databaseUrl });
await locker.connect();
afterAll(() => locker.end());

const lock = () => locker.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => locker.query('ROLLBACK');

/** One list request each by many accounts, to stay below the accounts' own limits. */
const pupils = await Promise.all(Array.from({ length: LIMIT }, () => signIn(server)));
const ask = (remoteAddress: string, count: number, url: string = videos.listVideos.path) =>
  pupils
    .slice(0, count)
    .map(({ token }) =>
      server.app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${token}` } }),
    );
const getStatuses = async (all: ReturnType<typeof ask>) =>
  (await Promise.all(all)).map(({ statusCode }) => statusCode);
const waitUntilInFlight = (count: number) =>
  eventually(async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { body } = await server.app.inject({ url: '/metrics', headers });
    expect(body).toContain(`http_requests_in_flight ${count}\n`);
  });

describe('an address’s share of requests in flight', () => {
  it('is all of them while there is no other address', async () => {
    await lock();
    const school = ask('10.0.0.1', LIMIT);
    await waitUntilInFlight(LIMIT);
    await unlock();
    expect(await getStatuses(school)).toEqual(school.map(() => 200));
  });

  it('is a third while another one has any; the rest get a 503 with Retry-After after a second', async () => {
    await lock();
    const other = ask('2001:db8:1::1', 1);
    await waitUntilInFlight(1);
    const school = ask('2001:db8::1', LIMIT);
    await waitUntilInFlight(1 + LIMIT / 3);
    const refused = await Promise.all(school.slice(LIMIT / 3));
    for (const { statusCode, headers } of refused) {
      expect(statusCode).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(await getStatuses(ask('2001:db8:2::1', 5, accounts.getProfile.path))).toEqual([
      200, 200, 200, 200, 200,
    ]);
    await unlock();
    expect(await getStatuses([...other, ...school.slice(0, LIMIT / 3)])).toEqual(
      Array.from({ length: 1 + LIMIT / 3 }, () => 200),
    );
  });

  it('serves a whole school and another address at once, in turns', async () => {
    await lock();
    const other = ask('10.0.0.8', 1);
    await waitUntilInFlight(1);
    const school = ask('10.0.0.9', LIMIT);
    await waitUntilInFlight(1 + LIMIT / 3);
    await unlock();
    expect(await getStatuses([...other, ...school])).toEqual([...other, ...school].map(() => 200));
  });

  it('has room again for an address that was refused', async () => {
    await lock();
    const school = ask('10.1.0.1', LIMIT);
    await waitUntilInFlight(LIMIT);
    expect(await getStatuses(ask('10.2.0.1', 1, accounts.getProfile.path))).toEqual([503]);
    await unlock();
    await Promise.all(school);
    await lock();
    const again = ask('10.1.0.1', LIMIT);
    await waitUntilInFlight(LIMIT / 3);
    expect(await getStatuses(ask('10.2.0.1', 1, accounts.getProfile.path))).toEqual([200]);
    await unlock();
    await Promise.all(again);
  });
});
