import { describe, expect, it } from 'vitest';
import { CROSSED } from '../search/beads.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { makeBeads, oneToOneBeads } from '../testing/generated-talk.ts';
import { learnKinds } from './learned-priors.ts';

const findPrior = (kinds: typeof PARAMETERS.kinds, original: number, target: number) =>
  kinds.find((kind) => kind.original === original && kind.target === target)?.prior ?? Number.NaN;
const repeatBead = (count: number, size: readonly [number, number]) => makeBeads(Array(count).fill(size));

describe('the learned costs of bead kinds', () => {
  it('are the defaults if nothing was found', () => {
    for (const [index, { prior }] of learnKinds(oneToOneBeads(0), PARAMETERS.kinds).entries()) {
      expect(prior).toBeCloseTo(PARAMETERS.kinds[index]?.prior ?? Number.NaN, 9);
    }
  });

  it('fall for frequent kinds, and rise for the others', () => {
    const kinds = learnKinds(repeatBead(200, [2, 2]), PARAMETERS.kinds);
    expect(findPrior(kinds, 2, 2)).toBeLessThan(0.5);
    expect(findPrior(kinds, 1, 1)).toBeGreaterThan(findPrior(PARAMETERS.kinds, 1, 1) + 1);
    expect(findPrior(kinds, 1, 2)).toBeGreaterThan(findPrior(PARAMETERS.kinds, 1, 2) + 1);
  });

  it('distinguish two of the target for one from two of the original for one', () => {
    const kinds = learnKinds(repeatBead(50, [1, 2]), PARAMETERS.kinds);
    expect(findPrior(kinds, 1, 2)).toBeLessThan(findPrior(kinds, 2, 1) - 1);
  });

  it('change little with a few beads', () => {
    for (const [index, { prior }] of learnKinds(repeatBead(3, [1, 1]), PARAMETERS.kinds).entries()) {
      expect(Math.abs(prior - (PARAMETERS.kinds[index]?.prior ?? Number.NaN))).toBeLessThan(0.1);
    }
  });

  it('count neither lone cues nor crossed ones', () => {
    const crossed = { ...repeatBead(50, [2, 2]), crossed: new Uint8Array(50).fill(1) };
    for (const beads of [repeatBead(50, [1, 0]), repeatBead(50, [0, 1]), crossed]) {
      expect(learnKinds(beads, PARAMETERS.kinds)).toEqual(learnKinds(oneToOneBeads(0), PARAMETERS.kinds));
    }
    expect(learnKinds(crossed, PARAMETERS.kinds).find((kind) => kind.crossed)).toBe(CROSSED);
  });
});
