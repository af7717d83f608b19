import { describe, expect, it } from 'vitest';
import { shiftedClock, makeCue, makeTracks } from '../testing/generated-talk.ts';
import { buildBand } from './band.ts';
import { type Tolerance, measureRuns, computeTimeCosts } from './costs.ts';
import { PARAMETERS } from './parameters.ts';

const typicalTolerance: Tolerance = { start: 200, end: 200, lengthRatio: 0, lengthSpread: 0.4 };

function startCost(deviation: number, tolerance = typicalTolerance): number {
  const { original, target } = makeTracks([makeCue(10_000, 12_000)], [makeCue(10_000 + deviation, 12_000)]);
  const clock = shiftedClock(target);
  const band = buildBand(original, target, clock, 60_000);
  return computeTimeCosts(original, target, band, clock, tolerance, PARAMETERS).starts[0] ?? Number.NaN;
}

describe('the cost of a deviation in time', () => {
  it('rewards a start that matches its counterpart', () => {
    expect(startCost(0)).toBeLessThan(-2);
    expect(startCost(200)).toBeLessThan(0);
  });

  it('rises with the deviation, symmetrically, and ever less steeply', () => {
    const costs = [0, 300, 900, 2700, 8100].map((deviation) => startCost(deviation));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(startCost(-900)).toBeCloseTo(startCost(900), 6);
    expect(startCost(8100) - startCost(7100)).toBeLessThan((startCost(1500) - startCost(500)) / 3);
  });

  it('is stricter if the files are timed more precisely', () => {
    const exact = { ...typicalTolerance, start: 60 };
    expect(startCost(0, exact)).toBeLessThan(startCost(0));
    expect(startCost(900, exact)).toBeGreaterThan(startCost(900));
  });
});

describe('a run of cues', () => {
  const measureCues = (...cues: ReturnType<typeof makeCue>[]) => measureRuns(makeTracks(cues).original, 4, PARAMETERS);

  it('has the logarithm of the time to say its texts as its length', () => {
    const { lengths } = measureCues(makeCue(0, 1000, 'twelve chars'), makeCue(1000, 2000, 'and more'));
    expect(lengths[2]?.[0]).toBeGreaterThan(lengths[1]?.[0] ?? Number.NaN);
    expect(lengths[1]?.[0]).toBeGreaterThan(lengths[1]?.[1] ?? Number.NaN);
  });

  it('costs nothing for one cue, nor over a short pause', () => {
    const { joins } = measureCues(makeCue(0, 1000), makeCue(1400, 2000));
    expect(joins[1]?.[0]).toBe(0);
    expect(joins[2]?.[0]).toBe(0);
  });

  it('costs more over a longer pause, up to a limit', () => {
    const costOver = (pause: number) =>
      measureCues(makeCue(0, 1000), makeCue(1000 + pause, 9000 + pause)).joins[2]?.[0] ?? Number.NaN;
    expect(costOver(3000)).toBeGreaterThan(costOver(1000));
    expect(costOver(600_000)).toBe(costOver(60_000));
  });

  it('makes a sound tag among speech costly, but not one among sound tags', () => {
    expect(measureCues(makeCue(0, 1000, '[bell]'), makeCue(1000, 2000)).joins[2]?.[0]).toBe(PARAMETERS.tag);
    expect(measureCues(makeCue(0, 1000, '[bell]'), makeCue(1000, 2000, '♪')).joins[2]?.[0]).toBe(0);
  });
});
