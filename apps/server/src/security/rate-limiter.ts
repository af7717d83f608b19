import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';
import { databaseLimiter, type Points } from './database-limiter.ts';

export type Limit = { points: number; seconds: number };

/** A limit, and whom it counts for. */
export type Counted<Name extends string> = readonly [limit: Name, key: string];

/** Limits that all servers share. */
export type RateLimiter<Name extends string> = {
  /** Takes a point. Throws a 429 with Retry-After when there is none left, and writes nothing then. */
  take: (limit: Name, key: string) => Promise<void>;
  /** Takes a point of each, or of none: then it throws a 429 with the longest Retry-After. */
  takeAll: (counted: readonly Counted<Name>[]) => Promise<void>;
  isUsedUp: (limit: Name, key: string) => Promise<boolean>;
  giveBack: (counted: readonly Counted<Name>[]) => Promise<void>;
  clear: (limit: Name, key: string) => Promise<void>;
  /** Refusals since this server's start, by limit. */
  rejections: () => ReadonlyMap<Name, number>;
};

function tooMany(msBeforeNext: number): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too_many', message('request.tooManyAttempts', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  });
}

const keyOf = ([limit, key]: Counted<string>) => `${limit}:${key}`;

/** `factor` multiplies every limit. */
export function openRateLimiter<Name extends string>(
  pool: pg.Pool,
  limits: Record<Name, Limit>,
  factor: number,
): RateLimiter<Name> {
  const limiter = databaseLimiter(pool);
  const rejections = new Map<Name, number>();
  const pointsOf = (counted: Counted<Name>): Points => {
    const { points, seconds } = limits[counted[0]];
    return { key: keyOf(counted), points: Math.max(1, Math.round(points * factor)), ms: seconds * 1000 };
  };

  async function takeAll(counted: readonly Counted<Name>[]): Promise<void> {
    const rejection = await limiter.take(counted.map(pointsOf));
    if (!rejection) return;
    const name = rejection.key.split(':')[0] as Name;
    rejections.set(name, (rejections.get(name) ?? 0) + 1);
    throw tooMany(rejection.left_ms);
  }

  return {
    take: (limit, key) => takeAll([[limit, key]]),
    takeAll,
    isUsedUp: (limit, key) => limiter.isUsedUp(pointsOf([limit, key])),
    giveBack: (counted) => limiter.giveBack(counted.map(keyOf)),
    clear: (limit, key) => limiter.clear(keyOf([limit, key])),
    rejections: () => rejections,
  };
}
