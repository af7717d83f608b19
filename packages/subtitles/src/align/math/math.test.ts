import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound, sameClock } from '../clock/clock.ts';
import { cue, tracksOf } from '../testing/generated-talk.ts';
import { kappaOf } from './kappa.ts';
import { medianOf, quantileOf } from './median.ts';

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
    expect(medianOf(values)).toBe(middle);
  });

  it.each([
    [0, 1],
    [0.24, 1],
    [0.25, 2],
    [0.5, 3],
    [0.75, 4],
    [0.99, 4],
  ])('the quantile %d of 1 to 4 is %d', (share, value) => {
    expect(quantileOf([4, 2, 3, 1], share)).toBe(value);
  });

  it('is one of the values, with as many below as above, give or take one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = medianOf(values);
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
        expect(medianOf(values)).toBe(medianOf(values.toReversed()));
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
        (values, one, other) => {
          expect(quantileOf(values, Math.min(one, other))).toBeLessThanOrEqual(
            quantileOf(values, Math.max(one, other)),
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
  ])('of %s is right', (_, one, other, agreement) => {
    expect(kappaOf(bits(one), bits(other))).toBeCloseTo(agreement, 6);
  });

  const list = fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 40 });

  it('is between 0 and 1, and symmetric', () => {
    fc.assert(
      fc.property(list, (pairs) => {
        const one = Uint8Array.from(pairs, ([a]) => a);
        const other = Uint8Array.from(pairs, ([, b]) => b);
        const agreement = kappaOf(one, other);
        expect(agreement >= 0 && agreement <= 1).toBe(true);
        expect(kappaOf(other, one)).toBeCloseTo(agreement, 9);
      }),
    );
  });

  it('is 1 with itself', () => {
    fc.assert(
      fc.property(list, (pairs) => {
        const one = Uint8Array.from(pairs, ([a]) => a);
        expect(kappaOf(one, one)).toBe(1);
      }),
    );
  });

  it('is the same with 0 and 1 swapped', () => {
    fc.assert(
      fc.property(list, (pairs) => {
        const [one, other] = [Uint8Array.from(pairs, ([a]) => a), Uint8Array.from(pairs, ([, b]) => b)];
        const flip = (values: Uint8Array) => values.map((value) => 1 - value);
        expect(kappaOf(flip(one), flip(other))).toBeCloseTo(kappaOf(one, other), 9);
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
  const { target } = tracksOf([cue(0, 1000), cue(2000, 3500)]);
  const clock = sameClock(target);

  it('has the file’s own times', () => {
    expect([clock.start, clock.end]).toEqual([target.start, target.end]);
  });

  it('has one piece at normal speed', () => {
    expect([clock.scale, ...clock.piece]).toEqual([1, 0, 0]);
  });
});
