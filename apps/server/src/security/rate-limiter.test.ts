import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { openRateLimits, type RateLimits } from '../features/accounts/rate-limits.ts';
import { waitForLockWait } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

const DAY_MS = 86_400_000;
const WINDOW_SECONDS = 15 * 60;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let limits: RateLimits;
beforeAll(async () => {
  database = await openTestDatabase();
  limits = openRateLimits(database.pool, 1);
});
afterAll(() => database.close());
afterEach(() => vi.useRealTimers());

/** Offsets the server's clock; timers and the database use the right time. */
const setClockOff = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

/** Takes points until none are left; returns the seconds until there are more. */
async function useUp(key: string): Promise<number> {
  for (let taken = 0; taken < 20; taken += 1) {
    const rejection = await limits.take('login_account', key).then(
      () => null,
      (error: unknown) => error,
    );
    if (rejection instanceof AppError) return Number(rejection.headers['retry-after']);
    if (rejection) throw rejection;
  }
  return 0;
}

describe('rate limits with a very large factor', () => {
  it('don’t exceed the database’s integers', async () => {
    const lenient = openRateLimits(database.pool, 1e9);
    await lenient.take('login_account', 'a large factor');
    expect(await lenient.isUsedUp('login_account', 'a large factor')).toBe(false);
  });
});

describe('rate limits of a server with a wrong clock', () => {
  for (const [words, off] of [
    ['a day fast', DAY_MS],
    ['a day slow', -DAY_MS],
  ] as const) {
    it(`last no longer than their window while the clock is ${words}, and afterwards`, async () => {
      setClockOff(off);
      expect(await useUp(words)).toBeGreaterThan(WINDOW_SECONDS - 60);
      expect(await useUp(words)).toBeLessThanOrEqual(WINDOW_SECONDS);
      vi.useRealTimers();
      // Attempts stay counted, so that a wrong clock allows no further guesses.
      await expect(limits.take('login_account', words)).rejects.toMatchObject({ code: 'too_many' });
      expect(await useUp(words)).toBeGreaterThan(WINDOW_SECONDS - 60);
      expect(await useUp(words)).toBeLessThanOrEqual(WINDOW_SECONDS);
    });
  }

  it('expire even if their end is too far in the future', async () => {
    await useUp('of before');
    await database.pool.query("update rate_limits set expire = expire + $1 where key like '%of before'", [
      DAY_MS,
    ]);
    await limits.take('login_account', 'of before');
  });
});

describe('concurrently taken points', () => {
  it('include points that another request took while this one waited', async () => {
    const other = await database.pool.connect();
    await other.query('BEGIN');
    await other.query("INSERT INTO rate_limits (key, points, expire) VALUES ('login_account:waits', 10, 0)");
    const waiting = limits.take('login_account', 'waits').catch((error: unknown) => error);
    await waitForLockWait(other);
    await other.query(
      `UPDATE rate_limits SET expire = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $1::bigint
       WHERE key = 'login_account:waits'`,
      [WINDOW_SECONDS * 1000],
    );
    await other.query('COMMIT');
    other.release();
    expect(await waiting).toMatchObject({ code: 'too_many' });
  });
});

describe('an exhausted limit', () => {
  const getRows = async () =>
    (await database.pool.query('select key, points, expire, xmin from rate_limits order by key')).rows;

  it('writes nothing when it refuses', async () => {
    await useUp('refused');
    const before = await getRows();
    for (let n = 0; n < 5; n += 1) {
      await expect(limits.take('login_account', 'refused')).rejects.toMatchObject({ code: 'too_many' });
      expect(await limits.isUsedUp('login_account', 'refused')).toBe(true);
    }
    expect(await getRows()).toEqual(before);
  });

  it('accepts refunded points', async () => {
    await useUp('given back');
    await limits.refund([['login_account', 'given back']]);
    await limits.take('login_account', 'given back');
    await limits.clear('login_account', 'given back');
    expect(await limits.isUsedUp('login_account', 'given back')).toBe(false);
  });
});

describe('taking several points', () => {
  const TEN = { name: 'ten', max: 10, seconds: 60 };

  it('takes all or none', async () => {
    await limits.take(TEN, 'all', 8);
    await expect(limits.take(TEN, 'all', 3)).rejects.toMatchObject({ code: 'too_many' });
    await limits.take(TEN, 'all', 2);
    await limits.refund([[TEN, 'all']], 4);
    await limits.take(TEN, 'all', 4);
    await expect(limits.take(TEN, 'all')).rejects.toMatchObject({ code: 'too_many' });
  });

  it('never takes more than the remaining points in concurrent calls', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, n) => limits.takeUpTo(TEN, 'left', 1 + (n % 4))),
    );
    expect(taken.reduce((sum, points) => sum + points, 0)).toBeLessThanOrEqual(10);
    expect(await limits.takeUpTo(TEN, 'left', 20)).toBeLessThanOrEqual(10);
    expect(await limits.takeUpTo(TEN, 'left', 1)).toBe(0);
    expect(await limits.takeUpTo(TEN, 'more than all', 25)).toBe(10);
  });
});
