import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, quantile, slidingMedian } from './median.ts';

describe('the median and quantiles', () => {
  it.each([
    [[], 0],
    [[7], 7],
    [[1, 2], 2],
    [[2, 1], 2],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 3],
    [[5, 5, 5], 5],
    [[-3, -1, -2], -2],
    [[10, 9], 10],
    [[0.5, 0.25, 0.75], 0.5],
  ])('the median of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it.each([
    [0, 1],
    [0.24, 1],
    [0.25, 2],
    [0.5, 3],
    [0.75, 4],
    [0.99, 4],
  ])('the quantile %d of 1 to 4 is %d', (fraction, value) => {
    expect(quantile([4, 2, 3, 1], fraction)).toBe(value);
  });

  it('don’t depend on the order of the values, and don’t change it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        const before = [...values];
        expect(median(values)).toBe(median(values.toReversed()));
        expect(values).toEqual(before);
      }),
    );
  });

  it('rise with the fraction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (values, first, second) => {
          expect(quantile(values, Math.min(first, second))).toBeLessThanOrEqual(
            quantile(values, Math.max(first, second)),
          );
        },
      ),
    );
  });
});

describe('the sliding median', () => {
  it('equals the median of the slice around each value', () => {
    const values = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.nat(8), (list, reach) => {
        const sliced = list.map((_, index) =>
          median(list.slice(Math.max(0, index - reach), index + reach + 1)),
        );
        expect(Array.from(slidingMedian(Float64Array.from(list), reach))).toEqual(sliced);
      }),
    );
  });
});
