import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCue, makeSpeech, makeTracks, shiftedClock } from '../testing/generated-talk.ts';
import { buildBand } from './band.ts';
import { computeTimeCosts, measureRuns, type Tolerance } from './costs.ts';
import { PARAMETERS } from './parameters.ts';

const typicalTolerance: Tolerance = { start: 200, end: 200, lengthRatio: 0, lengthSpread: 0.4 };

function timeCosts(startDeviation: number, endDeviation: number, tolerance = typicalTolerance) {
  const { original, target } = makeTracks(
    [makeCue(100_000, 103_000)],
    [makeCue(100_000 + startDeviation, 103_000 + endDeviation)],
  );
  const band = buildBand(original, target, shiftedClock(target), 60_000);
  const { starts, ends } = computeTimeCosts(
    original,
    target,
    band,
    shiftedClock(target),
    tolerance,
    PARAMETERS,
  );
  return { start: starts[0] ?? Number.NaN, end: ends[0] ?? Number.NaN };
}

describe('the costs of a start and an end', () => {
  it('don’t affect each other', () => {
    expect(timeCosts(900, 0).end).toBe(timeCosts(0, 0).end);
    expect(timeCosts(0, 900).start).toBe(timeCosts(0, 0).start);
  });

  it('are equal for starts and ends with equal deviations', () => {
    const deviation = fc.integer({ min: -2500, max: 2500 });
    fc.assert(
      fc.property(deviation, (ms) => {
        expect(timeCosts(ms, ms).start).toBeCloseTo(timeCosts(ms, ms).end, 5);
      }),
    );
  });

  it('never fall as the deviation grows', () => {
    const deviation = fc.integer({ min: 0, max: 2900 });
    fc.assert(
      fc.property(deviation, deviation, (first, second) => {
        const [near, far] = [Math.min(first, second), Math.max(first, second)];
        expect(timeCosts(near, 0).start).toBeLessThanOrEqual(timeCosts(far, 0).start);
      }),
    );
  });

  it('depend only on their own tolerance', () => {
    const exactEnds = { ...typicalTolerance, end: 50 };
    expect(timeCosts(0, 500, exactEnds).start).toBe(timeCosts(0, 500).start);
    expect(timeCosts(0, 500, exactEnds).end).toBeGreaterThan(timeCosts(0, 500).end);
    expect(timeCosts(0, 0, exactEnds).end).toBeLessThan(timeCosts(0, 0).end);
  });
});

const startCost = (deviation: number, tolerance = typicalTolerance) =>
  timeCosts(deviation, 0, tolerance).start;

describe('the cost of a deviation in time', () => {
  it('rewards a start that matches its counterpart', () => {
    expect(startCost(0)).toBeLessThan(-2);
    expect(startCost(200)).toBeLessThan(0);
  });

  it('rises with the deviation symmetrically, and levels off', () => {
    const costs = [0, 300, 900, 2700, 8100].map((deviation) => startCost(deviation));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(startCost(-900)).toBeCloseTo(startCost(900), 6);
    expect(startCost(8100) - startCost(7100)).toBeLessThan((startCost(1500) - startCost(500)) / 3);
  });

  it('varies more with the deviation if the files are timed more precisely', () => {
    const exact = { ...typicalTolerance, start: 60 };
    expect(startCost(0, exact)).toBeLessThan(startCost(0));
    expect(startCost(900, exact)).toBeGreaterThan(startCost(900));
  });
});

describe('the cost of joining', () => {
  const joinCost = (pause: number, texts = ['One', 'two']) =>
    measureRuns(
      makeTracks([makeCue(0, 1000, texts[0]), makeCue(1000 + pause, 9000, texts[1])]).original,
      4,
      PARAMETERS,
    ).joins[2]?.[0];

  it.each([
    ['an overlap', -400, 0],
    ['no pause', 0, 0],
    ['half a second', 500, 0],
    ['a second', 1000, 0.5],
    ['a second and a half', 1500, 1],
    ['four and a half seconds', 4500, 4],
    ['five seconds', 5000, 4],
    ['a minute', 60_000, 4],
  ])('over %s', (_, pause, cost) => {
    expect(joinCost(pause)).toBeCloseTo(cost * PARAMETERS.gap, 6);
  });

  it.each([
    ['two lines of speech', ['One', 'two'], 0],
    ['a sound and speech', ['[hum]', 'two'], PARAMETERS.tag],
    ['speech and a sound', ['One', '♪'], PARAMETERS.tag],
    ['two sounds', ['[hum]', '♪'], 0],
  ])('of %s', (_, texts, cost) => {
    expect(joinCost(0, texts)).toBe(cost);
  });

  it('adds up over three cues', () => {
    const { original } = makeTracks([makeCue(0, 1000), makeCue(2500, 3000), makeCue(4500, 5000)]);
    expect(measureRuns(original, 4, PARAMETERS).joins[3]?.[0]).toBeCloseTo(2 * PARAMETERS.gap, 6);
  });

  it('is zero beyond the end of the file', () => {
    const { original } = makeTracks(makeSpeech(3));
    const { joins, lengths } = measureRuns(original, 4, PARAMETERS);
    expect([joins[4]?.[0], lengths[4]?.[0], joins[2]?.[2]]).toEqual([0, 0, 0]);
  });
});

describe('the length of a run', () => {
  const measureLength = (...texts: string[]) => {
    const { original } = makeTracks(
      texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text)),
    );
    return measureRuns(original, 4, PARAMETERS).lengths[texts.length]?.[0];
  };

  it.each([
    ['nothing', [''], Math.log(5)],
    ['five letters', ['abcde'], Math.log(10)],
    ['two cues', ['abcde', 'fghij'], Math.log(15)],
    ['two Chinese characters', ['你好'], Math.log(10)],
    ['spaces and punctuation', ['a, b!'], Math.log(7)],
  ])('of %s is correct', (_, texts, length) => {
    expect(measureLength(...texts)).toBeCloseTo(length, 9);
  });
});
