import { accounts } from '@sayback/contract';
import type pg from 'pg';
import { ipv6Network, limitAddress } from '../../security/limit-address.ts';
import { type Counted, type Limit, openRateLimiter, type RateLimiter } from '../../security/rate-limiter.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Limits of guessing, sign-ins and emails; those of calls are in the contract. */
const LIMITS = {
  login_account: { max: 10, seconds: 15 * MINUTE },
  login_address: { max: 100, seconds: 15 * MINUTE },
  login_network_56: { max: 200, seconds: 15 * MINUTE },
  login_network_48: { max: 400, seconds: 15 * MINUTE },
  login_strangers: { max: 100, seconds: HOUR },
  login_trickle: { max: 1, seconds: 30 },
  /** Failures in all unknown browsers: over `login_warning` one warning is logged, over `login_flood` attempts are slowed. */
  login_warning: { max: 1000, seconds: HOUR },
  login_warning_logged: { max: 1, seconds: HOUR },
  login_flood: { max: 3000, seconds: HOUR },
  login_network_trickle: { max: 1, seconds: 30 },
  /** Used up by a sign-in from that address, to remember it. */
  login_success: { max: 1, seconds: 30 * 24 * HOUR },
  /** Emails to one address, whichever account and caller request them. */
  mail_address: { max: accounts.RESETS_PER_HOUR.max, seconds: HOUR },
  /** Successful sign-ins of an account, by password or provider. */
  sign_ins: { max: 30, seconds: HOUR },
  refresh: { max: 60, seconds: MINUTE },
  social_address: { max: 100, seconds: 15 * MINUTE },
  second_factor_account: { max: 10, seconds: 15 * MINUTE },
  password_account: { max: 10, seconds: 15 * MINUTE },
} satisfies Record<string, Omit<Limit, 'name'>>;

type LimitName = keyof typeof LIMITS;
export type CountedLimit = Counted<LimitName>;
export type RateLimits = RateLimiter<LimitName> & {
  /** Failed logins from unknown browsers since this server's start. */
  failures: { fromUnknownDevices: number };
};

export const openRateLimits = (pool: pg.Pool, factor: number): RateLimits => ({
  ...openRateLimiter(pool, LIMITS, factor),
  failures: { fromUnknownDevices: 0 },
});

/** Returns the limits that count failed logins from an address. Providers assign up to a /48 to an IPv6 customer. */
export function loginNetworks(ip: string): CountedLimit[] {
  const address = limitAddress(ip);
  if (!address.includes(':')) return [['login_address', address]];
  return [
    ['login_address', address],
    ['login_network_56', ipv6Network(ip, 56)],
    ['login_network_48', ipv6Network(ip, 48)],
  ];
}
