import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error.ts';
import { DatabaseLimiter } from './database-limiter.ts';

/** A limit: so many points in so many seconds. */
type Limit = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every limit of the product. Failed logins count for an account from one address, so that nobody can lock out another. */
const LIMITS = {
  login_account: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  register_address: { points: 100, seconds: HOUR },
  /** Letters to one receiving address, whoever asks for them and for whichever accounts. */
  mail_address: { points: 5, seconds: HOUR },
  reset_address: { points: 50, seconds: HOUR },
  refresh: { points: 60, seconds: MINUTE },
  social_address: { points: 100, seconds: 15 * MINUTE },
  password_account: { points: 10, seconds: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Limits that all servers on the database share. */
export type RateLimits = {
  /** Throws a 429 as `take` would, and takes nothing. */
  check: (limit: LimitName, key: string) => Promise<void>;
  /** Takes a point. Throws a 429 with Retry-After when there is none left, and writes nothing then. */
  take: (limit: LimitName, key: string) => Promise<void>;
  /** Gives a point back. */
  giveBack: (limit: LimitName, key: string) => Promise<void>;
  /** Gives all points back. */
  clear: (limit: LimitName, key: string) => Promise<void>;
  /** How many refusals this server made since its start, of those limits that made any. */
  refusals: () => ReadonlyMap<LimitName, number>;
};

function tooMany(msBeforeNext: number): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too_many', `Too many attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

export function openRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new DatabaseLimiter(pool, {
        keyPrefix: name,
        points: Math.max(1, Math.round(points * factor)),
        duration: seconds,
      }),
    ]),
  );
  const refusals = new Map<LimitName, number>();
  const limiterOf = (name: LimitName) => limiters.get(name) as DatabaseLimiter;
  function refuse(limit: LimitName, ms: number): never {
    refusals.set(limit, (refusals.get(limit) ?? 0) + 1);
    throw tooMany(ms);
  }
  return {
    async check(limit, key) {
      const ms = await limiterOf(limit).msUsedUp(key);
      if (ms > 0) refuse(limit, ms);
    },
    async take(limit, key) {
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        refuse(limit, refusal.msBeforeNext);
      }
    },
    giveBack: async (limit, key) => void (await limiterOf(limit).reward(key)),
    clear: async (limit, key) => void (await limiterOf(limit).delete(key)),
    refusals: () => refusals,
  };
}

/** An address as limits count it: of IPv6 the first 64 bits, since one household has them all. */
export function limitAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] as string;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
