import { type CallLimit, type Endpoint, getCallLimits, MINUTE } from '@sayback/contract';
import type { AppError } from '../errors/app-error.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Counts a call in this server's memory, before any work on it. Returns a 429 over a limit. */
export type CountCall = (account: number | null, address: string) => AppError | null;

export type CallLimits = {
  count: CountCall;
  /** Counts a valid call in the database, for all servers. Throws a 429 with Retry-After. */
  take: (account: number | null, address: string) => Promise<void>;
};

function toKey({ per }: CallLimit, account: number | null, address: string): string {
  if (per === 'installation') return '';
  return per === 'address' ? address : String(account);
}

/** Counts calls by the contract's limits. */
export const limitCalls =
  ({ countHere, takeAll }: Pick<RateLimiter<never>, 'countHere' | 'takeAll'>) =>
  (declared: Endpoint): CallLimits => {
    const all = getCallLimits(declared);
    const inMemory = all.filter(({ seconds }) => seconds <= MINUTE);
    const inDatabase = all.filter(({ seconds }) => seconds > MINUTE);
    return {
      count(account, address) {
        for (const limit of inMemory) {
          // Without an account, the call gets a 401 anyway.
          if (limit.per === 'account' && account === null) continue;
          // Other callers at the address can't use up a signed-in caller's calls.
          const isOwn = limit.per === 'address' && account !== null;
          const rejection = countHere(limit, isOwn ? `account ${account}` : toKey(limit, account, address));
          if (rejection) return rejection;
        }
        return null;
      },
      async take(account, address) {
        if (inDatabase.length === 0) return;
        await takeAll(inDatabase.map((limit) => [limit, toKey(limit, account, address)] as const));
      },
    };
  };
