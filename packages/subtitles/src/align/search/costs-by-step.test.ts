import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnMarks, zeroMarkCosts } from '../learning/learned-marks.ts';
import { learnLengths } from '../learning/learned-priors.ts';
import { makeBeads, shiftedClock, makeCue, oneToOneBeads, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { MARK_SETS } from '../tracks/punctuation.ts';
import { buildBand } from './band.ts';
import { type Tolerance, measureRuns, computeTimeCosts } from './costs.ts';
import { PARAMETERS } from './parameters.ts';
import { createBeadCost, fitsBand, loneCost, type Search, searchBeads } from './search-beads.ts';

const typicalTolerance: Tolerance = { start: 200, end: 200, lengthRatio: 0, lengthSpread: 0.4 };

function timeCosts(startDeviation: number, endDeviation: number, tolerance = typicalTolerance) {
  const { original, target } = makeTracks([makeCue(100_000, 103_000)], [makeCue(100_000 + startDeviation, 103_000 + endDeviation)]);
  const band = buildBand(original, target, shiftedClock(target), 60_000);
  const { starts, ends } = computeTimeCosts(original, target, band, shiftedClock(target), tolerance, PARAMETERS);
  return { start: starts[0] ?? Number.NaN, end: ends[0] ?? Number.NaN };
}

describe('the costs of a start and an end', () => {
  it('are independent: one deviation doesn’t affect the other', () => {
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

  it('each depend on their own tolerance', () => {
    const exactEnds = { ...typicalTolerance, end: 50 };
    expect(timeCosts(0, 500, exactEnds).start).toBe(timeCosts(0, 500).start);
    expect(timeCosts(0, 500, exactEnds).end).toBeGreaterThan(timeCosts(0, 500).end);
    expect(timeCosts(0, 0, exactEnds).end).toBeLessThan(timeCosts(0, 0).end);
  });

  it('are zero for a deviation expected by chance', () => {
    expect(timeCosts(0, 0).start).toBeLessThan(-3);
    expect(timeCosts(2900, 0).start).toBeGreaterThan(0);
  });
});

describe('the cost of joining', () => {
  const joinCost = (pause: number, texts = ['One', 'two']) =>
    measureRuns(makeTracks([makeCue(0, 1000, texts[0]), makeCue(1000 + pause, 9000, texts[1])]).original, 4, PARAMETERS)
      .joins[2]?.[0];

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
    const { original } = makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text)));
    return measureRuns(original, 4, PARAMETERS).lengths[texts.length]?.[0];
  };

  it.each([
    ['nothing', [''], Math.log(5)],
    ['five letters', ['abcde'], Math.log(10)],
    ['two cues', ['abcde', 'fghij'], Math.log(15)],
    ['two Chinese characters', ['你好'], Math.log(10)],
    ['spaces and punctuation', ['a, b!'], Math.log(7)],
  ])('of %s is right', (_, texts, length) => {
    expect(measureLength(...texts)).toBeCloseTo(length, 9);
  });
});

describe('the marks in a pair of files', () => {
  const measureTexts = (texts: readonly string[]) =>
    measureRuns(
      makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );
  const alternate = (odd: string, even: string) => Array.from({ length: 80 }, (_, index) => (index % 2 ? odd : even));
  /** Returns the costs of a bead with a full stop on neither side, on the target's, on the original's, on both. */
  const fullStopCosts = (original: readonly string[], target: readonly string[]) => {
    const costs = learnMarks(oneToOneBeads(80), measureTexts(original), measureTexts(target));
    const stop = measureTexts(['So.']).marks[1]?.[0] ?? 0;
    return [0, stop, stop * MARK_SETS, stop * MARK_SETS + stop].map((index) => costs[index] ?? Number.NaN);
  };

  it('make a sentence end on one side costly if both sides agree elsewhere', () => {
    const [onNeither, other, onOriginal, onBoth] = fullStopCosts(alternate('So.', 'so'), alternate('Also.', 'also')) as number[];
    for (const cost of [onNeither, onBoth]) expect(cost).toBeCloseTo(-Math.log(2), 0);
    for (const cost of [other, onOriginal]) expect(cost).toBeGreaterThan(2);
  });

  it('cost nothing if one file has no full stops', () => {
    for (const cost of fullStopCosts(alternate('So.', 'so'), new Array(80).fill('also')).slice(0, 1))
      expect(Math.abs(cost)).toBeLessThan(0.1);
    const [onNeither, , onOriginal] = fullStopCosts(alternate('So.', 'so'), new Array(80).fill('also')) as number[];
    expect(Math.abs((onOriginal ?? 9) - (onNeither ?? 0))).toBeLessThan(0.1);
  });

  it('cost nothing if the marks of the two are unrelated', () => {
    const unrelated = Array.from({ length: 80 }, (_, index) => (index % 4 < 2 ? 'Also.' : 'also'));
    for (const cost of fullStopCosts(alternate('So.', 'so'), unrelated)) expect(Math.abs(cost)).toBeLessThan(0.1);
  });
});

describe('the length ratio in a pair of files', () => {
  const measureTexts = (texts: string[]) =>
    measureRuns(
      makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );

  it('is learned from beads of several cues too', () => {
    const shortTexts = Array.from({ length: 40 }, () => 'abcdefghij');
    const longTexts = Array.from({ length: 20 }, () => 'abcdefghijklmnopqrst');
    const beads = makeBeads(Array.from({ length: 20 }, () => [2, 1] as const));
    expect(learnLengths(beads, measureTexts(shortTexts), measureTexts(longTexts)).lengthRatio).toBeCloseTo(0, 9);
  });

  it('is inverted with the tracks swapped', () => {
    const [short, long] = [new Array(30).fill('abcd'), new Array(30).fill('abcdefghijkl')];
    const forwardRatio = learnLengths(oneToOneBeads(30), measureTexts(short), measureTexts(long)).lengthRatio;
    expect(learnLengths(oneToOneBeads(30), measureTexts(long), measureTexts(short)).lengthRatio).toBeCloseTo(-forwardRatio, 9);
  });

  it('isn’t distorted by one line', () => {
    const texts = new Array(31).fill('abcdefgh');
    const other = [...texts.slice(1), 'x'.repeat(500)];
    expect(learnLengths(oneToOneBeads(31), measureTexts(texts), measureTexts(other)).lengthRatio).toBe(0);
  });

  it('has a spread between the default and its own, depending on the number of beads', () => {
    const spread = (count: number) => {
      const texts = new Array(count).fill('abcdefgh');
      return learnLengths(oneToOneBeads(count), measureTexts(texts), measureTexts(texts)).lengthSpread;
    };
    expect(spread(12)).toBeCloseTo(0.35 / 2, 6);
    expect(spread(100)).toBeLessThan(spread(20));
  });
});

function makeSearch(texts: [string[], string[]], step = 3000): Search {
  const track = (list: string[]) => list.map((text, index) => makeCue(index * step, index * step + step - 500, text));
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
  it.each<[string, [string[], string[]], string]>([
    [
      'the same count',
      [
        ['a', 'b', 'c'],
        ['x', 'y', 'z'],
      ],
      '1-1 1-1 1-1',
    ],
    [
      'one more at the end',
      [
        ['a', 'b', 'c'],
        ['x', 'y'],
      ],
      '1-1 1-1 1-0',
    ],
    [
      'one more of the target',
      [
        ['a', 'b'],
        ['x', 'y', 'z'],
      ],
      '1-1 1-1 0-1',
    ],
    ['nothing on one track', [['a', 'b'], []], '1-0 1-0'],
    ['nothing on the other', [[], ['x']], '0-1'],
    ['nothing at all', [[], []], ''],
  ])('finds %s', (_, texts, kinds) => {
    const beads = searchBeads(makeSearch(texts));
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

  it('has a fixed maximum cost for a line of which the other file has only a part', () => {
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

  it('charges for a lone line of speech, and not for a sound', () => {
    const { original } = makeSearch([['a', '[hum]'], []]);
    expect([loneCost(original, 0, PARAMETERS), loneCost(original, 1, PARAMETERS)]).toEqual([
      PARAMETERS.lone,
      PARAMETERS.loneNonSpeech,
    ]);
  });

  it('charges for a sound joined with speech', () => {
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const [speaking, mixed] = [makeSearch([['abc'], ['xyz']]), makeSearch([['abc'], ['[xyz]']])];
    expect(mixed.target.nonSpeech[0]).toBe(1);
    expect(createBeadCost(mixed)(0, 0, kind)).toBeGreaterThanOrEqual(
      createBeadCost(speaking)(0, 0, kind) + PARAMETERS.tag - 0.2,
    );
  });

  it('knows which kinds of beads still fit', () => {
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
