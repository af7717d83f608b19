import { describe, expect, it } from 'vitest';
import { haveSameTiming, markIdenticalPairs, markSharedTimes } from '../clock/identical-timing.ts';
import { learnLengths } from '../learning/learned-priors.ts';
import { kappaOf } from '../math/kappa.ts';
import { medianOf, quantileOf } from '../math/median.ts';
import { layBand } from '../search/band.ts';
import { weighRuns } from '../search/costs.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { beadsOf, clockOf, cue, ones, speech, tracksOf } from '../testing/generated-talk.ts';
import { pickCues } from './cue-track.ts';
import { punctuationIn } from './punctuation.ts';

describe('a track', () => {
  const { original } = tracksOf([
    cue(5000, 7000, 'Later, in 1984.'),
    cue(1000, 500, 'First'),
    cue(1000, 2000, '[door slams]'),
  ]);

  it('has its cues in order of time and stores their original positions', () => {
    expect(Array.from(original.at)).toEqual([1, 2, 0]);
    expect(Array.from(original.start)).toEqual([1000, 1000, 5000]);
  });

  it('has no cue that ends before it starts', () => {
    expect(original.end[0]).toBe(1000);
  });

  it('has finite times, whatever the cues contain', () => {
    const { original: odd } = tracksOf([
      cue(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
      cue(Number.NaN, Number.NaN),
      cue(-1e300, 4),
    ]);
    expect(Array.from(odd.at)).toEqual([2, 1, 0]);
    expect([...odd.start, ...odd.end].every(Number.isSafeInteger)).toBe(true);
  });

  it('detects silent cues, sentence ends and numbers', () => {
    expect(Array.from(original.silent)).toEqual([0, 1, 0]);
    expect(Array.from(original.sentenceEnd)).toEqual([0, 0, 1]);
    expect(original.numbers.map((one) => one.length)).toEqual([0, 0, 1]);
  });

  it('numbers a word of both files alike, and counts the cues that have it', () => {
    const {
      original: one,
      target: other,
      vocabulary,
    } = tracksOf(
      [cue(0, 1000, 'Kowalski Kowalski'), cue(1000, 2000, 'Kowalski')],
      [cue(0, 1000, 'Pan Kowalski')],
    );
    const number = vocabulary.get('koval') ?? -1;
    expect(one.frequency[number]).toBe(2);
    expect(other.frequency[number]).toBe(1);
    expect(Array.from(other.words[0] ?? [])).toContain(number);
  });

  it('keeps all columns of picked cues', () => {
    const part = pickCues(original, [1, 2]);
    expect(part.size).toBe(2);
    expect(Array.from(part.at)).toEqual([2, 0]);
    expect(part.words[1]).toBe(original.words[2]);
    expect(Array.from(part.silent)).toEqual([1, 0]);
    expect(part.frequency).toBe(original.frequency);
  });
});

describe('files with one timing', () => {
  const cues = speech(40);

  it('share a clock, even with a few cues missing or moved', () => {
    const { original, target } = tracksOf(cues, cues.slice(2));
    expect(haveSameTiming(original, target)).toBe(true);
    const { original: one, target: other } = tracksOf(
      cues,
      cues.map((own, at) => (at % 5 === 0 ? cue(own.start + 1, own.end) : own)),
    );
    expect(haveSameTiming(one, other)).toBe(false);
  });

  it('don’t share a clock with an empty file', () => {
    const { original, target } = tracksOf(cues, []);
    expect(haveSameTiming(original, target)).toBe(false);
  });

  it('have identical timing where start and end are exactly equal', () => {
    const { original, target } = tracksOf([cue(0, 1000), cue(2000, 3000)], [cue(0, 1001), cue(2000, 3000)]);
    expect(Array.from(markSharedTimes(original, target))).toEqual([0, 1]);
    const band = layBand(original, target, clockOf(target), 60_000);
    const identicalPairs = markIdenticalPairs(original, target, band);
    expect(identicalPairs.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(identicalPairs[(band.row[1] ?? 0) + 1]).toBe(1);
  });
});

describe('the length ratio of a pair of files', () => {
  const runsOf = (texts: string[]) =>
    weighRuns(
      tracksOf(texts.map((text, at) => cue(at * 1000, at * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );
  const short = Array.from({ length: 60 }, (_, at) => 'word '.repeat(8 + (at % 5)));

  it('is how much longer one language is', () => {
    const long = short.map((text) => text + text);
    const { lengthRatio } = learnLengths(ones(60), runsOf(short), runsOf(long));
    expect(lengthRatio).toBeGreaterThan(Math.log(1.7));
    expect(lengthRatio).toBeLessThanOrEqual(Math.log(2));
  });

  it('has a small spread for a consistent pair, and the default for few beads', () => {
    expect(learnLengths(ones(60), runsOf(short), runsOf(short)).lengthSpread).toBeLessThan(0.1);
    expect(learnLengths(beadsOf([]), runsOf([]), runsOf([])).lengthSpread).toBeCloseTo(0.35, 6);
  });

  it('uses only beads of both tracks', () => {
    const beads = beadsOf([
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
    const texts = ['gone', 'gone as well', 'a fine day', 'and this'];
    expect(learnLengths(beads, runsOf(texts), runsOf(['a fine day'])).lengthRatio).toBe(0);
  });
});

describe('agreement beyond chance', () => {
  const bits = (...list: number[]) => Uint8Array.from(list);

  it('is 1 for equal lists, and 0 for chance', () => {
    expect(kappaOf(bits(0, 1, 0, 1), bits(0, 1, 0, 1))).toBe(1);
    expect(kappaOf(bits(0, 0, 1, 1), bits(0, 1, 0, 1))).toBe(0);
    expect(kappaOf(bits(0, 1, 0, 1), bits(1, 0, 1, 0))).toBe(0);
  });

  it('is the share that agree if nearly all are equal', () => {
    const all = new Uint8Array(400);
    const but = all.slice();
    but[7] = 1;
    expect(kappaOf(all, but)).toBeCloseTo(399 / 400, 6);
  });

  it('is zero without anything to compare', () => {
    expect(kappaOf(bits(), bits())).toBe(0);
  });
});

describe('the punctuation of a text', () => {
  it.each([
    ['Really?', '本当ですか？'],
    ['Really?', 'حقا؟'],
    ['Stop!', '停！'],
    ['Look: here', '看：这里'],
    ['Well…', 'Nun ...'],
    ['Τι;', 'What?'],
  ])('is the same in %s and %s', (one, other) => {
    expect(punctuationIn(one)).toBe(punctuationIn(other));
    expect(punctuationIn(one)).not.toBe(0);
  });

  it('is distinguished', () => {
    expect(new Set(['Yes?', 'Yes!', 'Yes:', 'Yes…', 'Yes.'].map(punctuationIn)).size).toBe(5);
    expect(punctuationIn('Yes?!')).toBe(punctuationIn('Yes?') | punctuationIn('Yes!'));
  });
});

describe('the median', () => {
  it('is the upper of two, and 0 of none', () => {
    expect(medianOf([3, 1])).toBe(3);
    expect(medianOf([5, 1, 3])).toBe(3);
    expect(medianOf([])).toBe(0);
    expect(quantileOf([1, 2, 3, 4, 5, 6, 7, 8], 0.25)).toBe(3);
  });
});
