import { AppError } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { RateLimits } from '../rate-limits.ts';

/** Counts a successful sign-in; with a second step, at the first. Throws a 429 over thirty an hour. */
export async function countSignIn(limits: RateLimits, userId: number): Promise<void> {
  try {
    await limits.take('sign_ins', String(userId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const minutes = Math.ceil(Number(error.headers['retry-after']) / 60);
    throw new AppError('too_many', message('auth.tooManySignIns', { minutes }), { headers: error.headers });
  }
}
