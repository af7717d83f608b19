import type { Counted, RateLimiter } from './rate-limiter.ts';

/**
 * Runs work on points that are being taken from a quota, and refunds those that it didn't count, also if it fails. Points that
 * can't be refunded are lost, but the work counts.
 */
export async function withQuota<Result extends { counted: number }>(
  { refund }: Pick<RateLimiter<never>, 'refund'>,
  counted: Counted<never>,
  taken: Promise<number>,
  work: (taken: Promise<number>) => Promise<Result>,
): Promise<Result> {
  let used = 0;
  try {
    const result = await work(taken);
    used = result.counted;
    return result;
  } finally {
    const unused = (await taken.catch(() => 0)) - used;
    if (unused > 0) await refund([counted], unused).catch(() => undefined);
  }
}
