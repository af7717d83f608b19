import type { Counted, RateLimiter } from './rate-limiter.ts';

/** Runs work that uses points of a quota. Refunds the unused points, or all if the work fails. Ignores errors of the refund. */
export async function withQuota<Result extends { counted: number }>(
  { refund }: Pick<RateLimiter<never>, 'refund'>,
  counted: Counted<never>,
  reserved: Promise<number>,
  work: (reserved: Promise<number>) => Promise<Result>,
): Promise<Result> {
  let used = 0;
  try {
    const result = await work(reserved);
    used = result.counted;
    return result;
  } finally {
    const unused = (await reserved.catch(() => 0)) - used;
    if (unused > 0) await refund([counted], unused).catch(() => undefined);
  }
}
