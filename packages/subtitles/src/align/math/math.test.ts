import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound, identityClock } from '../clock/clock.ts';
import { makeCue, makeTracks } from '../testing/generated-talk.ts';
import { cohensKappa } from './kappa.ts';
import { median, quantile } from './median.ts';

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

  it('is one of the values, with as many below as above, give or take one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        expect(values).toContain(middle);
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
        expect(values.filter((value) => value > middle).length).toBeLessThan(values.length / 2);
      }),
    );
  });

  it('doesn’t depend on their order, and doesn’t change it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        const before = [...values];
        expect(median(values)).toBe(median(values.toReversed()));
        expect(values).toEqual(before);
      }),
    );
  });

  it('rises with the share', () => {
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

describe('agreement', () => {
  const bits = (text: string) => Uint8Array.from(text, Number);

  it.each([
    ['nothing to compare', '', '', 0],
    ['the same halves', '0101', '0101', 1],
    ['the opposite', '0101', '1010', 0],
    ['chance', '0011', '0101', 0],
    ['three of four', '0111', '0011', 0.5],
    ['all zeros', '0000', '0000', 1],
    ['all ones', '1111', '1111', 1],
    ['all different', '1111', '0000', 0],
    ['one value', '1', '1', 1],
    ['one value that differs', '1', '0', 0],
  ])('of %s is right', (_, first, second, agreement) => {
    expect(cohensKappa(bits(first), bits(second))).toBeCloseTo(agreement, 6);
  });

  const bitPairs = fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 40 });

  it('is between 0 and 1, and symmetric', () => {
    fc.assert(
      fc.property(bitPairs, (pairs) => {
        const a = Uint8Array.from(pairs, ([a]) => a);
        const b = Uint8Array.from(pairs, ([, b]) => b);
        const agreement = cohensKappa(a, b);
        expect(agreement >= 0 && agreement <= 1).toBe(true);
        expect(cohensKappa(b, a)).toBeCloseTo(agreement, 9);
      }),
    );
  });

  it('is 1 with itself', () => {
    fc.assert(
      fc.property(bitPairs, (pairs) => {
        const a = Uint8Array.from(pairs, ([a]) => a);
        expect(cohensKappa(a, a)).toBe(1);
      }),
    );
  });

  it('is the same with 0 and 1 swapped', () => {
    fc.assert(
      fc.property(bitPairs, (pairs) => {
        const [a, b] = [Uint8Array.from(pairs, ([a]) => a), Uint8Array.from(pairs, ([, b]) => b)];
        const flip = (values: Uint8Array) => values.map((value) => 1 - value);
        expect(cohensKappa(flip(a), flip(b))).toBeCloseTo(cohensKappa(a, b), 9);
      }),
    );
  });
});

describe('a position in sorted times', () => {
  const times = Float64Array.from([10, 20, 20, 30]);

  it.each([
    [5, 0],
    [10, 0],
    [10.5, 1],
    [20, 1],
    [20.5, 3],
    [30, 3],
    [31, 4],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, 4],
  ])('for %d is %i', (value, position) => {
    expect(lowerBound(times, value)).toBe(position);
  });

  it('is 0 for an empty list', () => {
    expect(lowerBound(new Float64Array(0), 5)).toBe(0);
  });
});

describe('the clock of a file with equal times', () => {
  const { target } = makeTracks([makeCue(0, 1000), makeCue(2000, 3500)]);
  const clock = identityClock(target);

  it('has the file’s own times', () => {
    expect([clock.start, clock.end]).toEqual([target.start, target.end]);
  });

  it('has one piece at normal speed', () => {
    expect([clock.scale, ...clock.piece]).toEqual([1, 0, 0]);
  });
});
