import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { computePosteriors } from '../judgement/posterior.ts';
import { zeroMarkCosts } from '../learning/learned-marks.ts';
import { makeCue, makeTracks, shiftedClock } from '../testing/generated-talk.ts';
import { buildBand } from './band.ts';
import { computeTimeCosts, measureRuns, type Tolerance } from './costs.ts';
import { PARAMETERS } from './parameters.ts';
import { createBeadCost, fitsBand, loneCost, type Search, searchBeads } from './search-beads.ts';

const typicalTolerance: Tolerance = { start: 200, end: 200, lengthRatio: 0, lengthSpread: 0.4 };

const tracks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2500 }), fc.integer({ min: 300, max: 3000 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => {
    let time = 0;
    return list.map(([pause, length], k) => {
      time += pause + (k > 0 ? 400 : 0);
      return makeCue(time, time + length, `Word${k} and ${'more '.repeat(k)}`);
    });
  });

/** Returns the costs of every path through the band, one by one. */
function findPathCosts(search: Search, i = 0, j = 0): number[] {
  const { original, target, band, parameters } = search;
  if (i === original.size && j === target.size) return [0];
  const computeCost = createBeadCost(search);
  const extendPath = (cost: number, a: number, b: number) =>
    findPathCosts(search, a, b).map((tail) => cost + tail);
  const costs: number[] = [];
  if (j < (band.high[i] ?? 0)) costs.push(...extendPath(loneCost(target, j, parameters), i, j + 1));
  if (i < original.size && j >= (band.low[i + 1] ?? 0) && j <= (band.high[i + 1] ?? 0)) {
    costs.push(...extendPath(loneCost(original, i, parameters), i + 1, j));
  }
  if (i === original.size || j === target.size) return costs;
  for (const kind of parameters.kinds) {
    if (!fitsBand(band, i, j, kind)) continue;
    const cost = computeCost(i, j, kind);
    if (cost < Number.POSITIVE_INFINITY) costs.push(...extendPath(cost, i + kind.original, j + kind.target));
  }
  return costs;
}

describe('the search', () => {
  it('finds the cheapest of all paths', () => {
    fc.assert(
      fc.property(tracks, tracks, (original, target) => {
        const { beads, search } = findBeads(prepareSearch(original, target));
        const foundCost = beads.cost.reduce((sum, cost) => sum + cost, 0);
        expect(foundCost).toBeCloseTo(Math.min(...findPathCosts(search)), 6);
      }),
      { numRuns: 60 },
    );
  });

  it('returns each bead’s probability over all paths', () => {
    fc.assert(
      fc.property(tracks, tracks, (original, target) => {
        const { beads, search } = findBeads(prepareSearch(original, target));
        const lowestCost = beads.cost.reduce((sum, cost) => sum + cost, 0);
        const totalWeight = findPathCosts(search).reduce((sum, cost) => sum + Math.exp(lowestCost - cost), 0);
        const probabilities = computePosteriors(search, beads);
        // Each bead of the cheapest path is at least as probable as the path itself.
        for (const probability of probabilities) {
          expect(probability).toBeGreaterThanOrEqual(1 / totalWeight - 1e-9);
          expect(probability).toBeLessThanOrEqual(1);
        }
        if (beads.size === 1) expect(probabilities[0]).toBeCloseTo(1 / totalWeight, 6);
      }),
      { numRuns: 60 },
    );
  });
});

function makeSearch(texts: [string[], string[]], step = 3000): Search {
  const track = (list: string[]) =>
    list.map((text, index) => makeCue(index * step, index * step + step - 500, text));
  const { original, target } = makeTracks(track(texts[0]), track(texts[1]));
  const clock = shiftedClock(target);
  const band = buildBand(original, target, clock, 60_000);
  return {
    original,
    target,
    band,
    costs: {
      original: measureRuns(original, 4, PARAMETERS),
      target: measureRuns(target, 4, PARAMETERS),
      times: computeTimeCosts(original, target, band, clock, typicalTolerance, PARAMETERS),
      words: new Float32Array(band.size),
      marks: zeroMarkCosts(),
    },
    tolerance: typicalTolerance,
    parameters: PARAMETERS,
  };
}

describe('the search over a small pair', () => {
  it.each([
    ['the same count', 'abc', 'xyz', '1-1 1-1 1-1'],
    ['one more at the end', 'abc', 'xy', '1-1 1-1 1-0'],
    ['one more of the target', 'ab', 'xyz', '1-1 1-1 0-1'],
    ['nothing on one track', 'ab', '', '1-0 1-0'],
    ['nothing on the other', '', 'x', '0-1'],
    ['nothing at all', '', '', ''],
  ])('finds %s', (_, original, target, kinds) => {
    const beads = searchBeads(makeSearch([[...original], [...target]]));
    const labels = Array.from({ length: beads.size }, (_one, k) => {
      const size = (borders: Int32Array) => (borders[k + 1] ?? 0) - (borders[k] ?? 0);
      return `${size(beads.original)}-${size(beads.target)}`;
    });
    expect(labels.join(' ')).toBe(kinds);
  });

  it('makes a bead cheaper if its words match', () => {
    const search = makeSearch([['a'], ['x']]);
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const before = createBeadCost(search)(0, 0, kind);
    search.costs.words[0] = 5;
    expect(createBeadCost(search)(0, 0, kind)).toBeCloseTo(before - 5 * PARAMETERS.words, 6);
  });

  it('limits the cost of a line if the other file has only a part of it', () => {
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const search = makeSearch([['a'], ['a part of it. And much more besides.']]);
    const { starts, ends } = search.costs.times;
    const costWith = (end: number) => {
      ends[0] = end;
      return createBeadCost(search)(0, 0, kind) - (starts[0] as number);
    };
    expect(costWith(1000)).toBe(costWith(100));
    expect(costWith(100)).toBeGreaterThan(costWith(starts[0] as number));
  });

  it('has a cost for an unmatched line of speech, but not for a sound', () => {
    const { original } = makeSearch([['a', '[hum]'], []]);
    expect([loneCost(original, 0, PARAMETERS), loneCost(original, 1, PARAMETERS)]).toEqual([
      PARAMETERS.lone,
      PARAMETERS.loneNonSpeech,
    ]);
  });

  it('has a cost for joining a sound with speech', () => {
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const [speaking, mixed] = [makeSearch([['abc'], ['xyz']]), makeSearch([['abc'], ['[xyz]']])];
    expect(mixed.target.nonSpeech[0]).toBe(1);
    expect(createBeadCost(mixed)(0, 0, kind)).toBeGreaterThanOrEqual(
      createBeadCost(speaking)(0, 0, kind) + PARAMETERS.tag - 0.2,
    );
  });

  it('reports which kinds of beads fit the band', () => {
    const { band } = makeSearch([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    const kind = (original: number, target: number) => ({ original, target, prior: 0 });
    expect(fitsBand(band, 0, 0, kind(2, 2))).toBe(true);
    expect(fitsBand(band, 1, 1, kind(1, 1))).toBe(true);
    expect(fitsBand(band, 1, 1, kind(2, 1))).toBe(false);
    expect(fitsBand(band, 1, 1, kind(1, 2))).toBe(false);
  });
});
