import { unsentAttempts, unsentReviews } from './stored.ts';

/** Sends the turns and reviews that couldn't be sent when they were made. Its code is loaded only if there are some. */
export async function sendUnsent(account: string): Promise<void> {
  if (unsentAttempts.items(account).length > 0) {
    const { sendAttempts } = await import('../attempts/attempts.ts');
    await sendAttempts(account);
  }
  if (unsentReviews.items(account).length > 0) {
    const { sendReviews } = await import('../reviews/reviews.ts');
    await sendReviews(account);
  }
}
