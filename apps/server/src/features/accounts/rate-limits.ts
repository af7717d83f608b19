import type pg from 'pg';
import { ipv6Network, limitAddress } from '../../security/limit-address.ts';
import { type Counted, type Limit, openRateLimiter, type RateLimiter } from '../../security/rate-limiter.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every rate limit. docs/security.md says what each is for. */
const LIMITS = {
  login_account: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  login_network_56: { points: 200, seconds: 15 * MINUTE },
  login_network_48: { points: 400, seconds: 15 * MINUTE },
  login_strangers: { points: 100, seconds: HOUR },
  login_trickle: { points: 1, seconds: 30 },
  register_address: { points: 100, seconds: HOUR },
  /** Emails to one address, for any account and requested by anyone. */
  mail_address: { points: 5, seconds: HOUR },
  reset_address: { points: 50, seconds: HOUR },
  refresh: { points: 60, seconds: MINUTE },
  social_address: { points: 100, seconds: 15 * MINUTE },
  second_factor_account: { points: 10, seconds: 15 * MINUTE },
  password_account: { points: 10, seconds: 15 * MINUTE },
} satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;
export type CountedLimit = Counted<LimitName>;
export type RateLimits = RateLimiter<LimitName>;

export const openRateLimits = (pool: pg.Pool, factor: number): RateLimits =>
  openRateLimiter(pool, LIMITS, factor);

/** Returns what failed logins from an address count for. Providers give an IPv6 customer up to a /48. */
export function loginNetworks(ip: string): CountedLimit[] {
  const address = limitAddress(ip);
  if (!address.includes(':')) return [['login_address', address]];
  return [
    ['login_address', address],
    ['login_network_56', ipv6Network(ip, 56)],
    ['login_network_48', ipv6Network(ip, 48)],
  ];
}
