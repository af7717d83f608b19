import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnMarks, noMarks } from '../learning/learned-marks.ts';
import { learnLengths } from '../learning/learned-priors.ts';
import { beadsOf, clockOf, cue, ones, speech, tracksOf } from '../testing/generated-talk.ts';
import { MARK_SETS } from '../tracks/punctuation.ts';
import { layBand } from './band.ts';
import { type Tolerance, weighRuns, weighTimes } from './costs.ts';
import { PARAMETERS } from './parameters.ts';
import { beadCostOf, fits, loneCost, type Search, searchBeads } from './search-beads.ts';

const usual: Tolerance = { start: 200, end: 200, lengthRatio: 0, lengthSpread: 0.4 };

function timesOf(offStart: number, offEnd: number, tolerance = usual) {
  const { original, target } = tracksOf([cue(100_000, 103_000)], [cue(100_000 + offStart, 103_000 + offEnd)]);
  const band = layBand(original, target, clockOf(target), 60_000);
  const { starts, ends } = weighTimes(original, target, band, clockOf(target), tolerance, PARAMETERS);
  return { start: starts[0] ?? Number.NaN, end: ends[0] ?? Number.NaN };
}

describe('the costs of a start and an end', () => {
  it('are independent: one deviation doesn’t affect the other', () => {
    expect(timesOf(900, 0).end).toBe(timesOf(0, 0).end);
    expect(timesOf(0, 900).start).toBe(timesOf(0, 0).start);
  });

  it('are equal for starts and ends with equal deviations', () => {
    const off = fc.integer({ min: -2500, max: 2500 });
    fc.assert(
      fc.property(off, (ms) => {
        expect(timesOf(ms, ms).start).toBeCloseTo(timesOf(ms, ms).end, 5);
      }),
    );
  });

  it('never fall as the deviation grows', () => {
    const off = fc.integer({ min: 0, max: 2900 });
    fc.assert(
      fc.property(off, off, (one, other) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)];
        expect(timesOf(near, 0).start).toBeLessThanOrEqual(timesOf(far, 0).start);
      }),
    );
  });

  it('each depend on their own tolerance', () => {
    const exactEnds = { ...usual, end: 50 };
    expect(timesOf(0, 500, exactEnds).start).toBe(timesOf(0, 500).start);
    expect(timesOf(0, 500, exactEnds).end).toBeGreaterThan(timesOf(0, 500).end);
    expect(timesOf(0, 0, exactEnds).end).toBeLessThan(timesOf(0, 0).end);
  });

  it('are zero for a deviation expected by chance', () => {
    expect(timesOf(0, 0).start).toBeLessThan(-3);
    expect(timesOf(2900, 0).start).toBeGreaterThan(0);
  });
});

describe('the cost of joining', () => {
  const joined = (pause: number, texts = ['One', 'two']) =>
    weighRuns(tracksOf([cue(0, 1000, texts[0]), cue(1000 + pause, 9000, texts[1])]).original, 4, PARAMETERS)
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
    expect(joined(pause)).toBeCloseTo(cost * PARAMETERS.gap, 6);
  });

  it.each([
    ['two lines of speech', ['One', 'two'], 0],
    ['a sound and speech', ['[hum]', 'two'], PARAMETERS.tag],
    ['speech and a sound', ['One', '♪'], PARAMETERS.tag],
    ['two sounds', ['[hum]', '♪'], 0],
  ])('of %s', (_, texts, cost) => {
    expect(joined(0, texts)).toBe(cost);
  });

  it('adds up over three cues', () => {
    const { original } = tracksOf([cue(0, 1000), cue(2500, 3000), cue(4500, 5000)]);
    expect(weighRuns(original, 4, PARAMETERS).joins[3]?.[0]).toBeCloseTo(2 * PARAMETERS.gap, 6);
  });

  it('is zero beyond the end of the file', () => {
    const { original } = tracksOf(speech(3));
    const { joins, lengths } = weighRuns(original, 4, PARAMETERS);
    expect([joins[4]?.[0], lengths[4]?.[0], joins[2]?.[2]]).toEqual([0, 0, 0]);
  });
});

describe('the length of a run', () => {
  const lengthOf = (...texts: string[]) => {
    const { original } = tracksOf(texts.map((text, at) => cue(at * 1000, at * 1000 + 900, text)));
    return weighRuns(original, 4, PARAMETERS).lengths[texts.length]?.[0];
  };

  it.each([
    ['nothing', [''], Math.log(5)],
    ['five letters', ['abcde'], Math.log(10)],
    ['two cues', ['abcde', 'fghij'], Math.log(15)],
    ['two Chinese characters', ['你好'], Math.log(10)],
    ['spaces and punctuation', ['a, b!'], Math.log(7)],
  ])('of %s is right', (_, texts, length) => {
    expect(lengthOf(...texts)).toBeCloseTo(length, 9);
  });
});

describe('the marks in a pair of files', () => {
  const runsOf = (texts: readonly string[]) =>
    weighRuns(
      tracksOf(texts.map((text, at) => cue(at * 1000, at * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );
  const half = (odd: string, even: string) => Array.from({ length: 80 }, (_, at) => (at % 2 ? odd : even));
  /** Returns the costs of a bead with a full stop on neither side, on the target's, on the original's, on both. */
  const stops = (original: readonly string[], target: readonly string[]) => {
    const costs = learnMarks(ones(80), runsOf(original), runsOf(target));
    const stop = runsOf(['So.']).marks[1]?.[0] ?? 0;
    return [0, stop, stop * MARK_SETS, stop * MARK_SETS + stop].map((at) => costs[at] ?? Number.NaN);
  };

  it('make a sentence end on one side costly if both sides agree elsewhere', () => {
    const [neither, other, own, both] = stops(half('So.', 'so'), half('Also.', 'also')) as number[];
    for (const agreed of [neither, both]) expect(agreed).toBeCloseTo(-Math.log(2), 0);
    for (const apart of [other, own]) expect(apart).toBeGreaterThan(2);
  });

  it('cost nothing if one file has no full stops', () => {
    for (const cost of stops(half('So.', 'so'), new Array(80).fill('also')).slice(0, 1))
      expect(Math.abs(cost)).toBeLessThan(0.1);
    const [neither, , own] = stops(half('So.', 'so'), new Array(80).fill('also')) as number[];
    expect(Math.abs((own ?? 9) - (neither ?? 0))).toBeLessThan(0.1);
  });

  it('cost nothing if the marks of the two are unrelated', () => {
    const fours = Array.from({ length: 80 }, (_, at) => (at % 4 < 2 ? 'Also.' : 'also'));
    for (const cost of stops(half('So.', 'so'), fours)) expect(Math.abs(cost)).toBeLessThan(0.1);
  });
});

describe('the length ratio in a pair of files', () => {
  const runsOf = (texts: string[]) =>
    weighRuns(
      tracksOf(texts.map((text, at) => cue(at * 1000, at * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );

  it('is learned from beads of several cues too', () => {
    const halves = Array.from({ length: 40 }, () => 'abcdefghij');
    const wholes = Array.from({ length: 20 }, () => 'abcdefghijklmnopqrst');
    const beads = beadsOf(Array.from({ length: 20 }, () => [2, 1] as const));
    expect(learnLengths(beads, runsOf(halves), runsOf(wholes)).lengthRatio).toBeCloseTo(0, 9);
  });

  it('is inverted with the tracks swapped', () => {
    const [short, long] = [new Array(30).fill('abcd'), new Array(30).fill('abcdefghijkl')];
    const there = learnLengths(ones(30), runsOf(short), runsOf(long)).lengthRatio;
    expect(learnLengths(ones(30), runsOf(long), runsOf(short)).lengthRatio).toBeCloseTo(-there, 9);
  });

  it('isn’t distorted by one line', () => {
    const texts = new Array(31).fill('abcdefgh');
    const other = [...texts.slice(1), 'x'.repeat(500)];
    expect(learnLengths(ones(31), runsOf(texts), runsOf(other)).lengthRatio).toBe(0);
  });

  it('has a spread between the default and its own, depending on the number of beads', () => {
    const spread = (count: number) => {
      const texts = new Array(count).fill('abcdefgh');
      return learnLengths(ones(count), runsOf(texts), runsOf(texts)).lengthSpread;
    };
    expect(spread(12)).toBeCloseTo(0.35 / 2, 6);
    expect(spread(100)).toBeLessThan(spread(20));
  });
});

function searchOf(texts: [string[], string[]], step = 3000): Search {
  const track = (list: string[]) => list.map((text, at) => cue(at * step, at * step + step - 500, text));
  const { original, target } = tracksOf(track(texts[0]), track(texts[1]));
  const clock = clockOf(target);
  const band = layBand(original, target, clock, 60_000);
  return {
    original,
    target,
    band,
    costs: {
      original: weighRuns(original, 4, PARAMETERS),
      target: weighRuns(target, 4, PARAMETERS),
      times: weighTimes(original, target, band, clock, usual, PARAMETERS),
      words: new Float32Array(band.size),
      marks: noMarks(),
    },
    tolerance: usual,
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
    const beads = searchBeads(searchOf(texts));
    const labels = Array.from({ length: beads.size }, (_one, k) => {
      const size = (borders: Int32Array) => (borders[k + 1] ?? 0) - (borders[k] ?? 0);
      return `${size(beads.original)}-${size(beads.target)}`;
    });
    expect(labels.join(' ')).toBe(kinds);
  });

  it('makes a bead cheaper if its words match', () => {
    const search = searchOf([['a'], ['x']]);
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const before = beadCostOf(search)(0, 0, kind);
    search.costs.words[0] = 5;
    expect(beadCostOf(search)(0, 0, kind)).toBeCloseTo(before - 5 * PARAMETERS.words, 6);
  });

  it('has a fixed maximum cost for a line of which the other file has only a part', () => {
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const search = searchOf([['a'], ['a part of it. And much more besides.']]);
    const { starts, ends } = search.costs.times;
    const costWith = (end: number) => {
      ends[0] = end;
      return beadCostOf(search)(0, 0, kind) - (starts[0] as number);
    };
    expect(costWith(1000)).toBe(costWith(100));
    expect(costWith(100)).toBeGreaterThan(costWith(starts[0] as number));
  });

  it('charges for a lone line of speech, and not for a sound', () => {
    const { original } = searchOf([['a', '[hum]'], []]);
    expect([loneCost(original, 0, PARAMETERS), loneCost(original, 1, PARAMETERS)]).toEqual([
      PARAMETERS.lone,
      PARAMETERS.loneSilent,
    ]);
  });

  it('charges for a sound joined with speech', () => {
    const [kind] = PARAMETERS.kinds;
    if (!kind) throw new Error('There is no kind of bead.');
    const [speaking, mixed] = [searchOf([['abc'], ['xyz']]), searchOf([['abc'], ['[xyz]']])];
    expect(mixed.target.silent[0]).toBe(1);
    expect(beadCostOf(mixed)(0, 0, kind)).toBeGreaterThanOrEqual(
      beadCostOf(speaking)(0, 0, kind) + PARAMETERS.tag - 0.2,
    );
  });

  it('knows which kinds of beads still fit', () => {
    const { band } = searchOf([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    const kind = (original: number, target: number) => ({ original, target, prior: 0 });
    expect(fits(band, 0, 0, kind(2, 2))).toBe(true);
    expect(fits(band, 1, 1, kind(1, 1))).toBe(true);
    expect(fits(band, 1, 1, kind(2, 1))).toBe(false);
    expect(fits(band, 1, 1, kind(1, 2))).toBe(false);
  });
});
