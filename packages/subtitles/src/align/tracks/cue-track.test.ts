import { describe, expect, it } from 'vitest';
import { haveSameTiming, markIdenticalPairs, markSharedTimes } from '../clock/identical-timing.ts';
import { learnLengths } from '../learning/learned-priors.ts';
import { cohensKappa } from '../math/kappa.ts';
import { median, quantile } from '../math/median.ts';
import { buildBand } from '../search/band.ts';
import { measureRuns } from '../search/costs.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { makeBeads, shiftedClock, makeCue, oneToOneBeads, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { pickCues } from './cue-track.ts';
import { findPunctuation } from './punctuation.ts';

describe('a track', () => {
  const { original } = makeTracks([
    makeCue(5000, 7000, 'Later, in 1984.'),
    makeCue(1000, 500, 'First'),
    makeCue(1000, 2000, '[door slams]'),
  ]);

  it('has its cues in order of time and stores their original positions', () => {
    expect(Array.from(original.cueIndexes)).toEqual([1, 2, 0]);
    expect(Array.from(original.start)).toEqual([1000, 1000, 5000]);
  });

  it('has no cue that ends before it starts', () => {
    expect(original.end[0]).toBe(1000);
  });

  it('has finite times, whatever the cues contain', () => {
    const { original: odd } = makeTracks([
      makeCue(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
      makeCue(Number.NaN, Number.NaN),
      makeCue(-1e300, 4),
    ]);
    expect(Array.from(odd.cueIndexes)).toEqual([2, 1, 0]);
    expect([...odd.start, ...odd.end].every(Number.isSafeInteger)).toBe(true);
  });

  it('detects silent cues, sentence ends and numbers', () => {
    expect(Array.from(original.nonSpeech)).toEqual([0, 1, 0]);
    expect(Array.from(original.sentenceEnd)).toEqual([0, 0, 1]);
    expect(original.numbers.map((one) => one.length)).toEqual([0, 0, 1]);
  });

  it('numbers a word of both files alike, and counts the cues that have it', () => {
    const {
      original: one,
      target: other,
      vocabulary,
    } = makeTracks(
      [makeCue(0, 1000, 'Kowalski Kowalski'), makeCue(1000, 2000, 'Kowalski')],
      [makeCue(0, 1000, 'Pan Kowalski')],
    );
    const number = vocabulary.get('koval') ?? -1;
    expect(one.frequency[number]).toBe(2);
    expect(other.frequency[number]).toBe(1);
    expect(Array.from(other.words[0] ?? [])).toContain(number);
  });

  it('keeps all columns of picked cues', () => {
    const part = pickCues(original, [1, 2]);
    expect(part.size).toBe(2);
    expect(Array.from(part.cueIndexes)).toEqual([2, 0]);
    expect(part.words[1]).toBe(original.words[2]);
    expect(Array.from(part.nonSpeech)).toEqual([1, 0]);
    expect(part.frequency).toBe(original.frequency);
  });
});

describe('files with one timing', () => {
  const cues = makeSpeech(40);

  it('share a clock, even with a few cues missing or moved', () => {
    const { original, target } = makeTracks(cues, cues.slice(2));
    expect(haveSameTiming(original, target)).toBe(true);
    const { original: one, target: other } = makeTracks(
      cues,
      cues.map((cue, index) => (index % 5 === 0 ? makeCue(cue.start + 1, cue.end) : cue)),
    );
    expect(haveSameTiming(one, other)).toBe(false);
  });

  it('don’t share a clock with an empty file', () => {
    const { original, target } = makeTracks(cues, []);
    expect(haveSameTiming(original, target)).toBe(false);
  });

  it('have identical timing where start and end are exactly equal', () => {
    const { original, target } = makeTracks([makeCue(0, 1000), makeCue(2000, 3000)], [makeCue(0, 1001), makeCue(2000, 3000)]);
    expect(Array.from(markSharedTimes(original, target))).toEqual([0, 1]);
    const band = buildBand(original, target, shiftedClock(target), 60_000);
    const identicalPairs = markIdenticalPairs(original, target, band);
    expect(identicalPairs.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(identicalPairs[(band.row[1] ?? 0) + 1]).toBe(1);
  });
});

describe('the length ratio of a pair of files', () => {
  const measureTexts = (texts: string[]) =>
    measureRuns(
      makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );
  const short = Array.from({ length: 60 }, (_, index) => 'word '.repeat(8 + (index % 5)));

  it('is how much longer one language is', () => {
    const long = short.map((text) => text + text);
    const { lengthRatio } = learnLengths(oneToOneBeads(60), measureTexts(short), measureTexts(long));
    expect(lengthRatio).toBeGreaterThan(Math.log(1.7));
    expect(lengthRatio).toBeLessThanOrEqual(Math.log(2));
  });

  it('has a small spread for a consistent pair, and the default for few beads', () => {
    expect(learnLengths(oneToOneBeads(60), measureTexts(short), measureTexts(short)).lengthSpread).toBeLessThan(0.1);
    expect(learnLengths(makeBeads([]), measureTexts([]), measureTexts([])).lengthSpread).toBeCloseTo(0.35, 6);
  });

  it('uses only beads of both tracks', () => {
    const beads = makeBeads([
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
    const texts = ['gone', 'gone as well', 'a fine day', 'and this'];
    expect(learnLengths(beads, measureTexts(texts), measureTexts(['a fine day'])).lengthRatio).toBe(0);
  });
});

describe('agreement beyond chance', () => {
  const bits = (...list: number[]) => Uint8Array.from(list);

  it('is 1 for equal lists, and 0 for chance', () => {
    expect(cohensKappa(bits(0, 1, 0, 1), bits(0, 1, 0, 1))).toBe(1);
    expect(cohensKappa(bits(0, 0, 1, 1), bits(0, 1, 0, 1))).toBe(0);
    expect(cohensKappa(bits(0, 1, 0, 1), bits(1, 0, 1, 0))).toBe(0);
  });

  it('is the share that agree if nearly all are equal', () => {
    const all = new Uint8Array(400);
    const but = all.slice();
    but[7] = 1;
    expect(cohensKappa(all, but)).toBeCloseTo(399 / 400, 6);
  });

  it('is zero without anything to compare', () => {
    expect(cohensKappa(bits(), bits())).toBe(0);
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
  ])('is the same in %s and %s', (first, second) => {
    expect(findPunctuation(first)).toBe(findPunctuation(second));
    expect(findPunctuation(first)).not.toBe(0);
  });

  it('is distinguished', () => {
    expect(new Set(['Yes?', 'Yes!', 'Yes:', 'Yes…', 'Yes.'].map(findPunctuation)).size).toBe(5);
    expect(findPunctuation('Yes?!')).toBe(findPunctuation('Yes?') | findPunctuation('Yes!'));
  });
});

describe('the median', () => {
  it('is the upper of two, and 0 of none', () => {
    expect(median([3, 1])).toBe(3);
    expect(median([5, 1, 3])).toBe(3);
    expect(median([])).toBe(0);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8], 0.25)).toBe(3);
  });
});
