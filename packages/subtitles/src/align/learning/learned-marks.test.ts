import { describe, expect, it } from 'vitest';
import { measureRuns } from '../search/costs.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { makeCue, makeTracks, oneToOneBeads } from '../testing/generated-talk.ts';
import { MARK_SETS } from '../tracks/punctuation.ts';
import { learnMarks } from './learned-marks.ts';

describe('the punctuation marks in a pair of files', () => {
  const measureTexts = (texts: readonly string[]) =>
    measureRuns(
      makeTracks(texts.map((text, index) => makeCue(index * 1000, index * 1000 + 900, text))).original,
      4,
      PARAMETERS,
    );
  const alternate = (odd: string, even: string) =>
    Array.from({ length: 80 }, (_, index) => (index % 2 ? odd : even));
  /** Returns the costs of a bead with a full stop on neither side, only on the target's, only on the original's, and on both. */
  const fullStopCosts = (original: readonly string[], target: readonly string[]) => {
    const costs = learnMarks(oneToOneBeads(80), measureTexts(original), measureTexts(target));
    const stop = measureTexts(['So.']).marks[1]?.[0] ?? 0;
    return [0, stop, stop * MARK_SETS, stop * MARK_SETS + stop].map((index) => costs[index] ?? Number.NaN);
  };

  it('make a sentence end on only one side costly if both sides agree elsewhere', () => {
    const [onNeither, onTarget, onOriginal, onBoth] = fullStopCosts(
      alternate('So.', 'so'),
      alternate('Also.', 'also'),
    ) as number[];
    for (const cost of [onNeither, onBoth]) expect(cost).toBeCloseTo(-Math.log(2), 0);
    for (const cost of [onTarget, onOriginal]) expect(cost).toBeGreaterThan(2);
  });

  it('cost nothing if one file has no full stops', () => {
    for (const cost of fullStopCosts(alternate('So.', 'so'), new Array(80).fill('also')).slice(0, 1))
      expect(Math.abs(cost)).toBeLessThan(0.1);
    const [onNeither, , onOriginal] = fullStopCosts(
      alternate('So.', 'so'),
      new Array(80).fill('also'),
    ) as number[];
    expect(Math.abs((onOriginal ?? 9) - (onNeither ?? 0))).toBeLessThan(0.1);
  });

  it('cost nothing if the marks of the two files are unrelated', () => {
    const unrelated = Array.from({ length: 80 }, (_, index) => (index % 4 < 2 ? 'Also.' : 'also'));
    for (const cost of fullStopCosts(alternate('So.', 'so'), unrelated))
      expect(Math.abs(cost)).toBeLessThan(0.1);
  });
});
