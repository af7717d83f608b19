import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, quantile, slidingMedian } from './median.ts';

describe('the median', () => {
  it('is the upper one of two, and 0 of none', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 3, 0]);
  });

  it('is the quantile at one half', () => {
    expect(quantile([5, 1, 4, 2, 3], 0.25)).toBe(2);
  });

  it('the running median equals the median of the slice around each value', () => {
    const values = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.nat(8), (list, reach) => {
        const sliced = list.map((_, index) => median(list.slice(Math.max(0, index - reach), index + reach + 1)));
        expect(Array.from(slidingMedian(Float64Array.from(list), reach))).toEqual(sliced);
      }),
    );
  });
});
