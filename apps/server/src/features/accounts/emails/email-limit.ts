import { accounts } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../login/tokens.ts';
import type { RateLimits } from '../rate-limits.ts';

const countedAddress = (email: string) => ['mail_address', hashToken(email.toLowerCase())] as const;

/** Counts an email to an address, which is stored as a hash. Throws a 429. */
export const limitEmail = (limits: RateLimits, email: string): Promise<void> =>
  limits.takeAll([countedAddress(email)]);

/** Also counts the email for the account, so that nobody uses it to email many people. Throws a 429. */
export const limitVerification = (limits: RateLimits, email: string, userId: number): Promise<void> =>
  limits.takeAll([countedAddress(email), [accounts.VERIFICATIONS_PER_DAY, String(userId)]]);

/** Returns false if `count` throws a 429. */
export async function isUnderLimit(count: Promise<void>): Promise<boolean> {
  try {
    await count;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
