import { AppError } from '../../../errors/app-error.ts';
import { hashToken } from '../login/tokens.ts';
import type { RateLimits } from '../rate-limits.ts';

/** Counts emails for a receiving address, which isn't kept itself. Throws a 429. */
export const limitEmail = (limits: RateLimits, email: string): Promise<void> =>
  limits.take('mail_address', hashToken(email.toLowerCase()));

/** Returns false where the address has had its emails for now. */
export async function mayWrite(limits: RateLimits, email: string): Promise<boolean> {
  try {
    await limitEmail(limits, email);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
