import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { computePosteriors } from '../judgement/posterior.ts';
import { createBeadCost, fitsBand, loneCost, type Search } from './search-beads.ts';

const cue = (start: number, length: number, text: string): Cue => ({
  index: 1,
  start,
  end: start + length,
  text,
});

const tracks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2500 }), fc.integer({ min: 300, max: 3000 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => {
    let time = 0;
    return list.map(([pause, length], k) => {
      time += pause + (k > 0 ? 400 : 0);
      return cue(time, length, `Word${k} and ${'more '.repeat(k)}`);
    });
  });

/** Returns the costs of every path through the band, one by one. */
function findPathCosts(search: Search, i = 0, j = 0): number[] {
  const { original, target, band, parameters } = search;
  if (i === original.size && j === target.size) return [0];
  const costOf = createBeadCost(search);
  const extendPath = (cost: number, a: number, b: number) => findPathCosts(search, a, b).map((tail) => cost + tail);
  const costs: number[] = [];
  if (j < (band.high[i] ?? 0)) costs.push(...extendPath(loneCost(target, j, parameters), i, j + 1));
  if (i < original.size && j >= (band.low[i + 1] ?? 0) && j <= (band.high[i + 1] ?? 0)) {
    costs.push(...extendPath(loneCost(original, i, parameters), i + 1, j));
  }
  if (i === original.size || j === target.size) return costs;
  for (const kind of parameters.kinds) {
    if (!fitsBand(band, i, j, kind)) continue;
    const cost = costOf(i, j, kind);
    if (cost < Number.POSITIVE_INFINITY) costs.push(...extendPath(cost, i + kind.original, j + kind.target));
  }
  return costs;
}

describe('the search', () => {
  it('finds the cheapest of all ways to divide two files', () => {
    fc.assert(
      fc.property(tracks, tracks, (original, target) => {
        const { beads, search } = findBeads(prepareSearch(original, target));
        const foundCost = beads.cost.reduce((sum, cost) => sum + cost, 0);
        expect(foundCost).toBeCloseTo(Math.min(...findPathCosts(search)), 6);
      }),
      { numRuns: 60 },
    );
  });

  it('returns each bead’s probability among all ways', () => {
    fc.assert(
      fc.property(tracks, tracks, (original, target) => {
        const { beads, search } = findBeads(prepareSearch(original, target));
        const lowestCost = beads.cost.reduce((sum, cost) => sum + cost, 0);
        const totalWeight = findPathCosts(search).reduce((sum, cost) => sum + Math.exp(lowestCost - cost), 0);
        const probability = computePosteriors(search, beads);
        // Together, the beads of the cheapest path are at least as probable as the path, and none is less probable.
        for (const probability of probability) {
          expect(probability).toBeGreaterThanOrEqual(1 / totalWeight - 1e-9);
          expect(probability).toBeLessThanOrEqual(1);
        }
        if (beads.size === 1) expect(probability[0]).toBeCloseTo(1 / totalWeight, 6);
      }),
      { numRuns: 60 },
    );
  });
});
