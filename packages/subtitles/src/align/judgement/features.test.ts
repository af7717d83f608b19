import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { jitter, makeCue, makeSpeech, makeTalk, shift, translate } from '../testing/generated-talk.ts';
import { describeBeads, type FeatureRow } from './features.ts';

function describePair(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const result = findBeads(prepared);
  const description = describeBeads(prepared, result);
  const rows = description.pairs.filter((row): row is FeatureRow => row !== undefined);
  return { ...description, rows, prepared, result };
}

const original = makeTalk(80).map((cue, index) => ({
  ...cue,
  text: `${cue.text}${index % 4 === 0 ? '?' : '.'}`,
}));
const target = original.map((cue) => ({
  ...cue,
  text: `${translate(cue.text.slice(0, -1))}${cue.text.slice(-1)}`,
}));
const replaceText = (cues: Cue[], index: number, text: string) =>
  cues.map((cue, position) => (position === index ? { ...cue, text } : cue));

describe('a bead’s features', () => {
  it('are good for both files of the same talk: certain, of similar length, with all words found', () => {
    const { rows } = describePair(original, target);
    expect(rows).toHaveLength(80);
    for (const row of rows) {
      expect(row).toMatchObject({
        constant: 1,
        joined: 0,
        longestPause: 0,
        endsDiffer: 0,
        punctuationDiffers: 0,
      });
      expect(row.lengthDeviation).toBeLessThan(1.5);
      expect(row.wordsFound).toBeGreaterThan(0);
    }
    expect(rows[0]?.fileOdds).toBe(8);
  });

  it('include missing words that match in other beads', () => {
    const { rows } = describePair(original, replaceText(target, 40, target[3]?.text ?? ''));
    const missed = rows.map((row) => row.wordsMissed);
    expect(missed.indexOf(Math.max(...missed))).toBe(40);
  });

  it('include a text that also occurs in another bead, where it fits', () => {
    const { rows } = describePair(original, replaceText(target, 40, target[3]?.text ?? ''));
    expect(rows[40]?.repeated).toBeGreaterThan(0.5);
    expect(rows[3]?.repeated).toBe(0);
  });

  it('include the number of joined cues', () => {
    const halves = target.flatMap((cue) => {
      const [middle, words] = [Math.round((cue.start + cue.end) / 2), cue.text.split(' ')];
      return [
        makeCue(cue.start, middle, words.slice(0, 3).join(' ')),
        makeCue(middle, cue.end, words.slice(3).join(' ')),
      ];
    });
    expect(describePair(original, halves).rows[20]).toMatchObject({ joined: 1, joinedCues: 1 });
    expect(describePair(halves, target).rows[20]).toMatchObject({ joined: 1, joinedCues: 1 });
  });

  it('include an unusual length', () => {
    const { rows } = describePair(original, replaceText(target, 40, `${'jan '.repeat(60)}.`));
    const deviations = rows.map((row) => row.lengthDeviation);
    expect(deviations.indexOf(Math.max(...deviations))).toBe(40);
  });

  it('include a question mark on only one track', () => {
    const { rows } = describePair(original, replaceText(target, 40, `${target[40]?.text.slice(0, -1)}.`));
    expect(rows[40]?.punctuationDiffers).toBeGreaterThan(0.8);
    expect(rows[41]?.punctuationDiffers).toBe(0);
  });

  it('ignore punctuation if a transcript has no punctuation', () => {
    const unpunctuated = original.map((cue) => ({ ...cue, text: cue.text.slice(0, -1) }));
    for (const row of describePair(unpunctuated, target).rows) {
      expect(row.punctuationDiffers).toBe(0);
      expect(row.endsDiffer).toBe(0);
    }
  });

  it('include the joined cues and the pause between them', () => {
    const [first, second] = [makeCue(0, 2000, 'rado miku tofe'), makeCue(3500, 6000, 'basil krono velta')];
    const later = shift(original, 10_000);
    const { rows } = describePair(
      [first, second, ...later],
      [makeCue(0, 6000, translate('rado miku tofe basil krono velta')), ...shift(target, 10_000)],
    );
    expect(rows[0]).toMatchObject({ joined: 1, longestPause: 1.5 });
    expect(rows[1]).toMatchObject({ joined: 0, longestPause: 0 });
  });

  it('include the certainty of the search in the whole file', () => {
    const { rows } = describePair(makeSpeech(60, 3), jitter(makeSpeech(60, 977), 900));
    expect(rows[0]?.fileOdds).toBeLessThan(6);
  });
});
