import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';
import { databaseLimiter, type Points } from './database-limiter.ts';

const MINUTE_MS = 60_000;
/** The largest number that the points column can hold. */
const MAX_POINTS = 2 ** 31 - 1;

/** Maximum number of points in a number of seconds: the contract's limit of a call or table, or one of the server's own. */
export type Limit = { name: string; max: number; seconds: number };

/** A limit, or the name of one of the server's own, and the key that is counted. */
export type Counted<Name extends string> = readonly [limit: Name | Limit, key: string];

/** Limits that all servers share. */
export type RateLimiter<Name extends string> = {
  /** Takes points, one by default. Throws a 429 with Retry-After if too few are left, without taking any. */
  take: (limit: Name | Limit, key: string, points?: number) => Promise<void>;
  /** Takes a point from each limit. If one has none left, takes none, and throws a 429 with the longest Retry-After. */
  takeAll: (counted: readonly Counted<Name>[]) => Promise<void>;
  /** Takes the remaining points, up to `points`. Returns the number taken. */
  takeUpTo: (limit: Name | Limit, key: string, points: number) => Promise<number>;
  /**
   * Counts a call only in this server's memory, for the current minute, regardless of the limit's window. Returns a 429 over
   * the limit.
   */
  countHere: (limit: Limit, key: string) => AppError | null;
  isUsedUp: (limit: Name | Limit, key: string) => Promise<boolean>;
  /** Refunds points to each limit, one by default. */
  refund: (counted: readonly Counted<Name>[], points?: number) => Promise<void>;
  clear: (limit: Name | Limit, key: string) => Promise<void>;
  /** Returns the number of refusals since this server's start, by limit. */
  rejections: () => ReadonlyMap<string, number>;
};

/** Opens the rate limiter. `factor` multiplies every limit. */
export function openRateLimiter<Name extends string>(
  pool: pg.Pool,
  own: Record<Name, Omit<Limit, 'name'>>,
  factor: number,
): RateLimiter<Name> {
  const limiter = databaseLimiter(pool);
  const rejections = new Map<string, number>();
  const local = { counts: new Map<string, number>(), endsAt: 0 };
  const getPoints = ([limit, key]: Counted<Name>): Points => {
    const { name, max, seconds } = typeof limit === 'string' ? { name: limit, ...own[limit] } : limit;
    const points = Math.min(MAX_POINTS, Math.max(1, Math.round(max * factor)));
    return { key: `${name}:${key}`, max: points, ms: seconds * 1000 };
  };
  const toKey = (counted: Counted<Name>) => getPoints(counted).key;

  function reject(key: string, leftMs: number): AppError {
    const name = key.split(':')[0] as string;
    rejections.set(name, (rejections.get(name) ?? 0) + 1);
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    return new AppError('too_many', message('request.tooManyAttempts', { seconds }), {
      headers: { 'retry-after': String(seconds) },
    });
  }

  async function takeAll(counted: readonly Counted<Name>[], points = 1): Promise<void> {
    const rejection = await limiter.take(counted.map(getPoints), points);
    if (rejection) throw reject(rejection.key, rejection.left_ms);
  }

  return {
    take: (limit, key, points) => takeAll([[limit, key]], points),
    takeAll: (counted) => takeAll(counted),
    async takeUpTo(limit, key, points) {
      let requested = points;
      while (requested > 0) {
        const rejection = await limiter.take([getPoints([limit, key])], requested);
        if (!rejection) return requested;
        requested = Math.min(rejection.points_left, requested - 1);
      }
      return 0;
    },
    countHere(limit, of) {
      const { key, max } = getPoints([limit, of]);
      const now = performance.now();
      if (now >= local.endsAt) {
        local.counts.clear();
        local.endsAt = now + MINUTE_MS;
      }
      const count = local.counts.get(key) ?? 0;
      if (count >= max) return reject(key, local.endsAt - now);
      local.counts.set(key, count + 1);
      return null;
    },
    isUsedUp: (limit, key) => limiter.isUsedUp(getPoints([limit, key])),
    refund: (counted, points = 1) => limiter.refund(counted.map(toKey), points),
    clear: (limit, key) => limiter.clear(toKey([limit, key])),
    rejections: () => rejections,
  };
}
