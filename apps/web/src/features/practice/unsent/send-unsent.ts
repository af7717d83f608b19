import { unsentAttempts, unsentMarks, unsentReviews } from './stored.ts';

const QUEUES = [
  { stored: unsentAttempts, load: async () => (await import('../attempts/attempts.ts')).sendAttempts },
  { stored: unsentReviews, load: async () => (await import('../reviews/reviews.ts')).sendReviews },
  { stored: unsentMarks, load: async () => (await import('../memory/marks.ts')).sendMarks },
];

/** Sends the turns, reviews and marks that couldn't be sent when they were made. Its code is loaded only if there are some. */
export async function sendUnsent(account: string): Promise<void> {
  for (const { stored, load } of QUEUES) {
    if (stored.items(account).length === 0) continue;
    const send = await load();
    await send(account);
  }
}
