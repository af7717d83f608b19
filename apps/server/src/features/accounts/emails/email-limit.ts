import { accounts } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../login/tokens.ts';
import type { RateLimits } from '../rate-limits.ts';

const countOf = (email: string) => ['mail_address', hashToken(email.toLowerCase())] as const;

/** Counts emails for a receiving address, which isn't kept itself. Throws a 429. */
export const limitEmail = (limits: RateLimits, email: string): Promise<void> =>
  limits.takeAll([countOf(email)]);

/** The same, and for the account that gave the address: nobody writes to many through it. */
export const limitVerification = (limits: RateLimits, email: string, userId: number): Promise<void> =>
  limits.takeAll([countOf(email), [accounts.VERIFICATIONS_A_DAY, String(userId)]]);

/** Returns false where a count throws a 429. */
export async function isWithin(count: Promise<void>): Promise<boolean> {
  try {
    await count;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
