import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohensKappa } from './kappa.ts';

describe('Cohen’s kappa', () => {
  const bits = (text: string) => Uint8Array.from(text, Number);

  it.each([
    ['nothing to compare', '', '', 0],
    ['lists that differ once in 400', '0'.repeat(400), `1${'0'.repeat(399)}`, 399 / 400],
    ['the same halves', '0101', '0101', 1],
    ['the opposite', '0101', '1010', 0],
    ['chance', '0011', '0101', 0],
    ['three of four', '0111', '0011', 0.5],
    ['all zeros', '0000', '0000', 1],
    ['all ones', '1111', '1111', 1],
    ['all different', '1111', '0000', 0],
    ['one value', '1', '1', 1],
    ['one value that differs', '1', '0', 0],
  ])('of %s is correct', (_, first, second, agreement) => {
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
});
