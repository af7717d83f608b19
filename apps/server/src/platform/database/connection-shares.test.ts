import { accounts, videos } from '@sayback/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import { withServer } from '../../testing/with-server.ts';
import { runForRequester } from '../requester.ts';

const POOL = 4;
const { server } = await withServer({ DATABASE_POOL: String(POOL), LOG_LEVEL: 'silent' });
const { $client: pool } = server.context.db;
const [lockClient, monitor] = [1, 2].map(() => new pg.Client(server.databaseUrl)) as [pg.Client, pg.Client];
beforeAll(() => Promise.all([lockClient.connect(), monitor.connect()]));
afterAll(() => Promise.all([lockClient.end(), monitor.end()]));
afterEach(() => unlock());

const lock = () => lockClient.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => lockClient.query('ROLLBACK');
const createRequester = (id: number | string) => ({ id, signal: () => new AbortController().signal });
const countWaiting = async () => {
  const { rows } = await monitor.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
};

describe('an account', () => {
  it('uses at most half of the connections, so that others are served despite its slow statements', async () => {
    const [greedy, other] = [await signIn(server), await signIn(server)];
    await lock();
    const slow = Array.from({ length: 15 }, () => greedy.try(videos.listVideos));
    await eventually(async () => expect(await countWaiting()).toBe(POOL / 2));
    const served = await Promise.all(Array.from({ length: 5 }, () => other.try(accounts.getProfile)));
    expect(served.map(({ statusCode }) => statusCode)).toEqual(served.map(() => 200));
    expect(await countWaiting()).toBe(POOL / 2);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
  });

  it('leaves connections free: a third account is served despite slow statements of two others', async () => {
    const [first, second, other] = [await signIn(server), await signIn(server), await signIn(server)];
    await lock();
    const slow = Array.from({ length: 10 }, () => first.try(videos.listVideos));
    await eventually(async () => expect(await countWaiting()).toBe(POOL / 2));
    slow.push(...Array.from({ length: 10 }, () => second.try(videos.listVideos)));
    await eventually(async () => expect(await countWaiting()).toBe(POOL - 1));
    const served = await Promise.all(Array.from({ length: 5 }, () => other.try(accounts.getProfile)));
    expect(served.map(({ statusCode }) => statusCode)).toEqual(served.map(() => 200));
    expect(await countWaiting()).toBe(POOL - 1);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
  });

  it('gets a 503 after waiting five seconds for a connection', async () => {
    const greedy = await signIn(server);
    await lock();
    const slow = Array.from({ length: 3 }, () => greedy.try(videos.listVideos));
    const first = await Promise.race(slow);
    expect(first.statusCode).toBe(503);
    expect(await countWaiting()).toBe(POOL / 2);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 503]);
  });
});

it('a request that holds a connection gets another one immediately, and releases both', async () => {
  const requests = Array.from({ length: POOL / 2 }, () => createRequester(7));
  const nested = await Promise.all(
    requests.map((requester) =>
      runForRequester(requester, () =>
        server.context.db.transaction(async () => (await pool.query('select 1 as one')).rows[0].one),
      ),
    ),
  );
  expect(nested).toEqual([1, 1]);
  const more = Array.from({ length: 10 }, () =>
    runForRequester(createRequester(7), () => pool.query('select 1')),
  );
  expect(await Promise.all(more)).toHaveLength(10);
});

it('the server’s own work isn’t limited', async () => {
  await lock();
  const queries = Array.from({ length: POOL }, () => pool.query('select from videos'));
  await eventually(async () => expect(await countWaiting()).toBe(POOL));
  await unlock();
  await Promise.all(queries);
});
