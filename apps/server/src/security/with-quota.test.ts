import { expect, it } from 'vitest';
import { withQuota } from './with-quota.ts';

const LIMIT = [{ name: 'rows', max: 10, seconds: 60 }, '1'] as const;

/** Runs work with a quota of five points. Returns the number of refunded points. */
async function runAndCountRefunds(work: (taken: Promise<number>) => Promise<{ counted: number }>) {
  let points = 0;
  const refund = async (_: unknown, unused = 1) => {
    points += unused;
  };
  await withQuota({ refund }, LIMIT, Promise.resolve(5), work).catch(() => undefined);
  return points;
}

it('refunds the points of rows that weren’t new', async () => {
  expect(await runAndCountRefunds(async () => ({ counted: 2 }))).toBe(3);
  expect(await runAndCountRefunds(async () => ({ counted: 5 }))).toBe(0);
});

it('refunds all points of work that fails before or after taking them', async () => {
  expect(await runAndCountRefunds(() => Promise.reject(new Error('the database is gone')))).toBe(5);
  const failAfterTaking = async (taken: Promise<number>) => {
    await taken;
    throw new Error('the database is gone');
  };
  expect(await runAndCountRefunds(failAfterTaking)).toBe(5);
});

it('throws the error of its work or of the limit', async () => {
  const refund = () => Promise.reject(new Error('refund failed'));
  const failing = withQuota({ refund }, LIMIT, Promise.resolve(1), () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  const full = Promise.reject<number>(new Error('full'));
  const overLimit = withQuota({ refund }, LIMIT, full, async (taken) => ({ counted: await taken }));
  await expect(overLimit).rejects.toThrow('full');
});
