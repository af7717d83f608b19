import { describe, expect, it } from 'vitest';
import { CROSSED } from '../search/beads.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { beadsOf, ones } from '../testing/generated-talk.ts';
import { learnKinds } from './learned-priors.ts';

const priorOf = (kinds: typeof PARAMETERS.kinds, original: number, target: number) =>
  kinds.find((kind) => kind.original === original && kind.target === target)?.prior ?? Number.NaN;
const many = (count: number, size: readonly [number, number]) => beadsOf(Array(count).fill(size));

describe('the learned costs of bead kinds', () => {
  it('are the defaults if nothing was found', () => {
    for (const [at, { prior }] of learnKinds(ones(0), PARAMETERS.kinds).entries()) {
      expect(prior).toBeCloseTo(PARAMETERS.kinds[at]?.prior ?? Number.NaN, 9);
    }
  });

  it('fall for frequent kinds, and rise for the others', () => {
    const kinds = learnKinds(many(200, [2, 2]), PARAMETERS.kinds);
    expect(priorOf(kinds, 2, 2)).toBeLessThan(0.5);
    expect(priorOf(kinds, 1, 1)).toBeGreaterThan(priorOf(PARAMETERS.kinds, 1, 1) + 1);
    expect(priorOf(kinds, 1, 2)).toBeGreaterThan(priorOf(PARAMETERS.kinds, 1, 2) + 1);
  });

  it('distinguish two of the target for one from two of the original for one', () => {
    const kinds = learnKinds(many(50, [1, 2]), PARAMETERS.kinds);
    expect(priorOf(kinds, 1, 2)).toBeLessThan(priorOf(kinds, 2, 1) - 1);
  });

  it('change little with a few beads', () => {
    for (const [at, { prior }] of learnKinds(many(3, [1, 1]), PARAMETERS.kinds).entries()) {
      expect(Math.abs(prior - (PARAMETERS.kinds[at]?.prior ?? Number.NaN))).toBeLessThan(0.1);
    }
  });

  it('count neither lone cues nor crossed ones', () => {
    const crossed = { ...many(50, [2, 2]), crossed: new Uint8Array(50).fill(1) };
    for (const beads of [many(50, [1, 0]), many(50, [0, 1]), crossed]) {
      expect(learnKinds(beads, PARAMETERS.kinds)).toEqual(learnKinds(ones(0), PARAMETERS.kinds));
    }
    expect(learnKinds(crossed, PARAMETERS.kinds).find((kind) => kind.crossed)).toBe(CROSSED);
  });
});
