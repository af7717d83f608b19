import { accounts } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../login/tokens.ts';
import type { RateLimits } from '../rate-limits.ts';

const getCount = (email: string) => ['mail_address', hashToken(email.toLowerCase())] as const;

/** Counts emails to an address, without storing it. Throws a 429. */
export const limitEmail = (limits: RateLimits, email: string): Promise<void> =>
  limits.takeAll([getCount(email)]);

/** Also counts for the address's account, so that nobody uses it to email many people. Throws a 429. */
export const limitVerification = (limits: RateLimits, email: string, userId: number): Promise<void> =>
  limits.takeAll([getCount(email), [accounts.VERIFICATIONS_PER_DAY, String(userId)]]);

/** Returns false if counting throws a 429. */
export async function isWithin(count: Promise<void>): Promise<boolean> {
  try {
    await count;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
