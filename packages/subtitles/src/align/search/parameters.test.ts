import { describe, expect, it } from 'vitest';
import { PARAMETERS } from './parameters.ts';

describe('the kinds of beads', () => {
  it('start with one and one, the cheapest', () => {
    const [single, ...others] = PARAMETERS.kinds;
    expect(single).toMatchObject({ original: 1, target: 1 });
    for (const { prior } of others) expect(prior).toBeGreaterThan(single?.prior ?? Number.NaN);
  });

  it('cost the same with the tracks swapped', () => {
    for (const { original: a, target: b, prior, crossed } of PARAMETERS.kinds) {
      const mirrored = PARAMETERS.kinds.find(
        (kind) => kind.original === b && kind.target === a && kind.crossed === crossed,
      );
      expect(mirrored?.prior).toBe(prior);
    }
  });

  it('join at most four cues per track, and never zero', () => {
    for (const kind of PARAMETERS.kinds) {
      expect(Math.max(kind.original, kind.target)).toBeLessThanOrEqual(4);
      expect(Math.min(kind.original, kind.target)).toBeGreaterThanOrEqual(1);
    }
  });

  it('are unique', () => {
    const names = PARAMETERS.kinds.map(
      ({ original: a, target: b, crossed }) => `${a}-${b}${crossed ? ' crossed' : ''}`,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
