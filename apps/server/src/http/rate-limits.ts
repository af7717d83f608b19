import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { AppError } from './app-error.ts';
import { databaseLimiter, type Points } from './database-limiter.ts';

/** A limit: so many points in so many seconds. */
type Limit = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every limit of the product. docs/security.md says what each is for. */
const LIMITS = {
  login_account: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  login_network_56: { points: 200, seconds: 15 * MINUTE },
  login_network_48: { points: 400, seconds: 15 * MINUTE },
  login_strangers: { points: 100, seconds: HOUR },
  login_trickle: { points: 1, seconds: 30 },
  register_address: { points: 100, seconds: HOUR },
  /** Letters to one receiving address, whoever asks for them and for whichever accounts. */
  mail_address: { points: 5, seconds: HOUR },
  reset_address: { points: 50, seconds: HOUR },
  refresh: { points: 60, seconds: MINUTE },
  social_address: { points: 100, seconds: 15 * MINUTE },
  second_factor_account: { points: 10, seconds: 15 * MINUTE },
  password_account: { points: 10, seconds: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** A limit, and whom it counts for. */
export type Counted = readonly [limit: LimitName, key: string];

/** Limits that all servers share. */
export type RateLimits = {
  /** Takes a point. Throws a 429 with Retry-After when there is none left, and writes nothing then. */
  take: (limit: LimitName, key: string) => Promise<void>;
  /** Takes a point of each, or of none: then it throws a 429 with the longest Retry-After. */
  takeAll: (counted: readonly Counted[]) => Promise<void>;
  /** Returns true if there is no point left. */
  isUsedUp: (limit: LimitName, key: string) => Promise<boolean>;
  /** Gives a point of each back. */
  giveBack: (counted: readonly Counted[]) => Promise<void>;
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

const keyOf = ([limit, key]: Counted) => `${limit}:${key}`;

export function openRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiter = databaseLimiter(pool);
  const refusals = new Map<LimitName, number>();
  const pointsOf = (counted: Counted): Points => {
    const { points, seconds } = LIMITS[counted[0]];
    return { key: keyOf(counted), points: Math.max(1, Math.round(points * factor)), ms: seconds * 1000 };
  };

  async function takeAll(counted: readonly Counted[]): Promise<void> {
    const refusal = await limiter.take(counted.map(pointsOf));
    if (!refusal) return;
    const name = refusal.key.split(':')[0] as LimitName;
    refusals.set(name, (refusals.get(name) ?? 0) + 1);
    throw tooMany(refusal.left_ms);
  }

  return {
    take: (limit, key) => takeAll([[limit, key]]),
    takeAll,
    isUsedUp: (limit, key) => limiter.isUsedUp(pointsOf([limit, key])),
    giveBack: (counted) => limiter.giveBack(counted.map(keyOf)),
    clear: (limit, key) => limiter.clear(keyOf([limit, key])),
    refusals: () => refusals,
  };
}

/** The eight parts of an IPv6 address, as numbers. */
function partsOf(ip: string): number[] {
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((part) => Number.parseInt(part, 16));
}

const inHex = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');

/** An address as limits count it: of IPv6 the first 64 bits, since one household has them all. */
export function limitAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] as string;
  return isIPv6(ip) ? inHex(partsOf(ip).slice(0, 4)) : ip;
}

/** What failed logins from an address count for. Providers give a customer of IPv6 up to a /48. */
export function loginNetworks(ip: string): Counted[] {
  const address = limitAddress(ip);
  if (!address.includes(':')) return [['login_address', address]];
  const [a = 0, b = 0, c = 0, d = 0] = partsOf(ip);
  return [
    ['login_address', address],
    ['login_network_56', inHex([a, b, c, d & 0xff00])],
    ['login_network_48', inHex([a, b, c])],
  ];
}
