import { describe, expect, it } from 'vitest';
import { CROSSED } from '../search/beads.ts';
import { measureRuns } from '../search/costs.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { makeBeads, makeCue, makeTracks, oneToOneBeads } from '../testing/generated-talk.ts';
import { learnKinds, learnLengths } from './learned-priors.ts';

const findPrior = (kinds: typeof PARAMETERS.kinds, original: number, target: number) =>
  kinds.find((kind) => kind.original === original && kind.target === target)?.prior ?? Number.NaN;
const repeatBead = (count: number, size: readonly [number, number]) => makeBeads(Array(count).fill(size));

describe('the learned costs of bead kinds', () => {
  it('are the defaults if nothing was found', () => {
    for (const [index, { prior }] of learnKinds(oneToOneBeads(0), PARAMETERS.kinds).entries()) {
      expect(prior).toBeCloseTo(PARAMETERS.kinds[index]?.prior ?? Number.NaN, 9);
    }
  });

  it('fall for frequent kinds, and rise for rare ones', () => {
    const kinds = learnKinds(repeatBead(200, [2, 2]), PARAMETERS.kinds);
    expect(findPrior(kinds, 2, 2)).toBeLessThan(0.5);
    expect(findPrior(kinds, 1, 1)).toBeGreaterThan(findPrior(PARAMETERS.kinds, 1, 1) + 1);
    expect(findPrior(kinds, 1, 2)).toBeGreaterThan(findPrior(PARAMETERS.kinds, 1, 2) + 1);
  });

  it('distinguish one-to-two beads from two-to-one beads', () => {
    const kinds = learnKinds(repeatBead(50, [1, 2]), PARAMETERS.kinds);
    expect(findPrior(kinds, 1, 2)).toBeLessThan(findPrior(kinds, 2, 1) - 1);
  });

  it('change little with a few beads', () => {
    for (const [index, { prior }] of learnKinds(repeatBead(3, [1, 1]), PARAMETERS.kinds).entries()) {
      expect(Math.abs(prior - (PARAMETERS.kinds[index]?.prior ?? Number.NaN))).toBeLessThan(0.1);
    }
  });

  it('ignore one-sided and crossed beads', () => {
    const crossed = { ...repeatBead(50, [2, 2]), crossed: new Uint8Array(50).fill(1) };
    for (const beads of [repeatBead(50, [1, 0]), repeatBead(50, [0, 1]), crossed]) {
      expect(learnKinds(beads, PARAMETERS.kinds)).toEqual(learnKinds(oneToOneBeads(0), PARAMETERS.kinds));
    }
    expect(learnKinds(crossed, PARAMETERS.kinds).find((kind) => kind.crossed)).toBe(CROSSED);
  });
});

const measureTexts = (texts: string[]) =>
  measureRuns(
    makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text))).original,
    4,
    PARAMETERS,
  );

describe('the length ratio of two languages', () => {
  const short = Array.from({ length: 60 }, (_, index) => 'word '.repeat(8 + (index % 5)));

  it('reflects how much longer one language is', () => {
    const long = short.map((text) => text + text);
    const { lengthRatio } = learnLengths(oneToOneBeads(60), measureTexts(short), measureTexts(long));
    expect(lengthRatio).toBeGreaterThan(Math.log(1.7));
    expect(lengthRatio).toBeLessThanOrEqual(Math.log(2));
  });

  it('has a small spread for a consistent pair, and the default for few beads', () => {
    expect(
      learnLengths(oneToOneBeads(60), measureTexts(short), measureTexts(short)).lengthSpread,
    ).toBeLessThan(0.1);
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

  it('is learned from beads of several cues too', () => {
    const shortTexts = Array.from({ length: 40 }, () => 'abcdefghij');
    const longTexts = Array.from({ length: 20 }, () => 'abcdefghijklmnopqrst');
    const beads = makeBeads(Array.from({ length: 20 }, () => [2, 1] as const));
    expect(learnLengths(beads, measureTexts(shortTexts), measureTexts(longTexts)).lengthRatio).toBeCloseTo(
      0,
      9,
    );
  });

  it('is inverted with the tracks swapped', () => {
    const [short, long] = [new Array(30).fill('abcd'), new Array(30).fill('abcdefghijkl')];
    const forwardRatio = learnLengths(oneToOneBeads(30), measureTexts(short), measureTexts(long)).lengthRatio;
    expect(learnLengths(oneToOneBeads(30), measureTexts(long), measureTexts(short)).lengthRatio).toBeCloseTo(
      -forwardRatio,
      9,
    );
  });

  it('isn’t distorted by a single line', () => {
    const texts = new Array(31).fill('abcdefgh');
    const otherTexts = [...texts.slice(1), 'x'.repeat(500)];
    expect(learnLengths(oneToOneBeads(31), measureTexts(texts), measureTexts(otherTexts)).lengthRatio).toBe(
      0,
    );
  });

  it('has a spread between the default and the measured one, depending on the number of beads', () => {
    const spread = (count: number) => {
      const texts = new Array(count).fill('abcdefgh');
      return learnLengths(oneToOneBeads(count), measureTexts(texts), measureTexts(texts)).lengthSpread;
    };
    expect(spread(12)).toBeCloseTo(0.35 / 2, 6);
    expect(spread(100)).toBeLessThan(spread(20));
  });
});
