import { expect, it } from 'vitest';
import { withQuota } from './with-quota.ts';

const LIMIT = [{ name: 'rows', max: 10, seconds: 60 }, '1'] as const;

/** Runs work on five points. Returns the number of refunded ones. */
async function refunded(work: (taken: Promise<number>) => Promise<{ counted: number }>) {
  let points = 0;
  const refund = async (_: unknown, unused = 1) => {
    points += unused;
  };
  await withQuota({ refund }, LIMIT, Promise.resolve(5), work).catch(() => undefined);
  return points;
}

it('refunds the points of rows that weren’t new', async () => {
  expect(await refunded(async () => ({ counted: 2 }))).toBe(3);
  expect(await refunded(async () => ({ counted: 5 }))).toBe(0);
});

it('refunds all points of work that fails before or after taking them', async () => {
  expect(await refunded(() => Promise.reject(new Error('the database is gone')))).toBe(5);
  const late = async (taken: Promise<number>) => {
    await taken;
    throw new Error('the database is gone');
  };
  expect(await refunded(late)).toBe(5);
});

it('fails with its work’s error, and with the limit’s', async () => {
  const refund = () => Promise.reject(new Error('nor this'));
  const failing = withQuota({ refund }, LIMIT, Promise.resolve(1), () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  const full = Promise.reject<number>(new Error('full'));
  const refused = withQuota({ refund }, LIMIT, full, async (taken) => ({ counted: await taken }));
  await expect(refused).rejects.toThrow('full');
});
