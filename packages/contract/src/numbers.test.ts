import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inputFields } from './testing/input-fields.ts';

const numbers = inputFields('number');

/** Returns true for seconds, which the server rounds to milliseconds. */
const isPosition = (path: string) => /\.(start|end)_time$/.test(path);

/** Numbers at and outside the limits of `real`. */
const TINY = [5e-324, 1e-60, 1e-46, 1.1e-38, 9e-7];
const HUGE = [3.5e38, 1e60, Number.MAX_VALUE, Number.POSITIVE_INFINITY, 2 ** 53];

describe('an endpoint’s number', () => {
  it('is tested in every field of the contract', () => {
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.map(([path]) => path)).toContain('saveAttempts body.attempts[].length_ratio');
  });

  it.each(numbers.filter(([path]) => !isPosition(path)))(
    'is rejected unless the database can store it: %s',
    (_, schema) => {
      for (const number of [...TINY, ...HUGE].flatMap((magnitude) => [magnitude, -magnitude])) {
        const { success, data } = z.safeParse(schema, number);
        if (success) expect(data === 0 || Math.abs(data as number) >= 1e-6).toBe(true);
        if (success) expect(Math.abs(data as number)).toBeLessThan(2 ** 53);
      }
    },
  );
});
