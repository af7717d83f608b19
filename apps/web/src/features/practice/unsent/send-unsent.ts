import { unsentAttempts, unsentMarks, unsentReviews } from './unsent-storage.ts';

const QUEUES = [
  { storage: unsentAttempts, load: async () => (await import('../attempts/attempts.ts')).sendAttempts },
  { storage: unsentReviews, load: async () => (await import('../reviews/reviews.ts')).sendReviews },
  { storage: unsentMarks, load: async () => (await import('../memory/marks.ts')).sendMarks },
];

/** Sends unsent turns, reviews and marks. Loads the code only if there are some. */
export async function sendUnsent(account: string): Promise<void> {
  for (const { storage, load } of QUEUES) {
    if (storage.items(account).length === 0) continue;
    const send = await load();
    await send(account);
  }
}
