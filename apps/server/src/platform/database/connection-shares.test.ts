import { accounts, videos } from '@sayback/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import { withServer } from '../../testing/with-server.ts';
import { runOnBehalf } from '../on-behalf-of.ts';

const POOL = 4;
const { server } = await withServer({ DATABASE_POOL: String(POOL), LOG_LEVEL: 'silent' });
const { $client: pool } = server.context.db;
const [locker, watcher] = [1, 2].map(() => new pg.Client(server.databaseUrl)) as [pg.Client, pg.Client];
beforeAll(() => Promise.all([locker.connect(), watcher.connect()]));
afterAll(() => Promise.all([locker.end(), watcher.end()]));
afterEach(() => unlock());

const lock = () => locker.query('BEGIN; LOCK TABLE videos IN ACCESS EXCLUSIVE MODE');
const unlock = () => locker.query('ROLLBACK');
const makeBehalf = (of: number | string) => ({ of, gone: () => new AbortController().signal });
const waitingForLock = async () => {
  const { rows } = await watcher.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
};

describe('an account', () => {
  it('holds at most half of the connections: others are served despite its slow statements', async () => {
    const [greedy, other] = [await signIn(server), await signIn(server)];
    await lock();
    const slow = Array.from({ length: 15 }, () => greedy.try(videos.listVideos));
    await eventually(async () => expect(await waitingForLock()).toBe(POOL / 2));
    const served = await Promise.all(Array.from({ length: 5 }, () => other.try(accounts.getProfile)));
    expect(served.map(({ statusCode }) => statusCode)).toEqual(served.map(() => 200));
    expect(await waitingForLock()).toBe(POOL / 2);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
  });

  it('shares with a second one: a third account is served despite the slow statements of both', async () => {
    const [first, second, other] = [await signIn(server), await signIn(server), await signIn(server)];
    await lock();
    const slow = Array.from({ length: 10 }, () => first.try(videos.listVideos));
    await eventually(async () => expect(await waitingForLock()).toBe(POOL / 2));
    slow.push(...Array.from({ length: 10 }, () => second.try(videos.listVideos)));
    await eventually(async () => expect(await waitingForLock()).toBe(POOL - 1));
    const served = await Promise.all(Array.from({ length: 5 }, () => other.try(accounts.getProfile)));
    expect(served.map(({ statusCode }) => statusCode)).toEqual(served.map(() => 200));
    expect(await waitingForLock()).toBe(POOL - 1);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
  });

  it('waits five seconds for its turn, then gets a 503', async () => {
    const greedy = await signIn(server);
    await lock();
    const slow = Array.from({ length: 3 }, () => greedy.try(videos.listVideos));
    const first = await Promise.race(slow);
    expect(first.statusCode).toBe(503);
    expect(await waitingForLock()).toBe(POOL / 2);
    await unlock();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 503]);
  });
});

it('a request that holds a connection gets another one at once, and all are free again afterwards', async () => {
  const requests = Array.from({ length: POOL / 2 }, () => makeBehalf(7));
  const nested = await Promise.all(
    requests.map((behalf) =>
      runOnBehalf(behalf, () =>
        server.context.db.transaction(async () => (await pool.query('select 1 as one')).rows[0].one),
      ),
    ),
  );
  expect(nested).toEqual([1, 1]);
  const more = Array.from({ length: 10 }, () => runOnBehalf(makeBehalf(7), () => pool.query('select 1')));
  expect(await Promise.all(more)).toHaveLength(10);
});

it('the server’s own work isn’t limited', async () => {
  await lock();
  const all = Array.from({ length: POOL }, () => pool.query('select from videos'));
  await eventually(async () => expect(await waitingForLock()).toBe(POOL));
  await unlock();
  await Promise.all(all);
});
