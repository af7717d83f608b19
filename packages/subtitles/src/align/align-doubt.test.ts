import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { jitter, makeCue, makeTalk, shift, translateCues } from './testing/generated-talk.ts';

const original = makeTalk(100, 73);
const target = shift(translateCues(original), 7000);
const replaceCues = (positions: readonly number[], change: (cue: Cue, index: number) => Partial<Cue>) =>
  target.map((cue, index) => (positions.includes(index) ? { ...cue, ...change(cue, index) } : cue));
const findFlagged = (otherFile: readonly Cue[]) =>
  align(original, otherFile)
    .filter(({ mismatch }) => mismatch)
    .flatMap((segment) => segment.original);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the mismatch flag', () => {
  it('isn’t set in a matching pair of files', () => {
    expect(findFlagged(target)).toEqual([]);
  });

  it('isn’t set in a matching pair with another translator’s timing', () => {
    expect(findFlagged(jitter(target, 150)).length).toBeLessThan(5);
  });

  it.each([5, 30, 60, 95])('is set on a line without a translation: %i', (missing) => {
    expect(findFlagged(target.filter((_, index) => index !== missing))).toContain(missing);
  });

  it.each([1, 3, 8])('is set on each of %i scattered lines without a translation', (count) => {
    const missing = Array.from({ length: count }, (_, index) => 10 + index * 11);
    const flaggedCues = findFlagged(target.filter((_, index) => !missing.includes(index)));
    expect(missing.filter((index) => !flaggedCues.includes(index))).toEqual([]);
  });

  it('is set on a line that only the translation has', () => {
    const end = target.at(-1)?.end ?? 0;
    const segments = align(original, [...target, makeCue(end + 5000, end + 8000, 'Translated by somebody')]);
    expect(segments.at(-1)).toMatchObject({ label: '0-1', mismatch: true });
  });

  it.each([20, 50, 80])('is set on a text with different punctuation and words: %i', (index) => {
    expect(findFlagged(replaceCues([index], () => ({ text: 'Qox zyx?! Wuv: …' })))).toEqual([index]);
  });

  it('is set on a text that is far too short', () => {
    expect(findFlagged(replaceCues([40], () => ({ text: 'O!' })))).toEqual([40]);
  });

  it('is never set on a sound', () => {
    const withSound = replaceCues([40], () => ({ text: '[sighs]' }));
    const segments = align(original, withSound).filter(
      (segment) => segment.target.includes(40) && segment.original.length === 0,
    );
    for (const segment of segments) expect(segment.mismatch).toBe(false);
  });
});

describe('the confidence of segments', () => {
  const meanConfidence = (otherFile: readonly Cue[]) =>
    mean(align(original, otherFile).map(({ confidence }) => confidence));

  it('is high in a matching pair of files', () => {
    expect(meanConfidence(target)).toBeGreaterThan(0.97);
  });

  it('is lower for files of two different videos', () => {
    expect(meanConfidence(translateCues(makeTalk(100, 990)))).toBeLessThan(0.8);
  });

  it('is lower if some texts are swapped', () => {
    const positions = [2, 6, 10, 14, 18, 22];
    const swappedTexts = replaceCues(positions, (_, index) => ({ text: target[99 - index]?.text ?? '' }));
    expect(meanConfidence(swappedTexts)).toBeLessThan(meanConfidence(target));
  });

  it('doesn’t depend on a cue’s index', () => {
    const numbered = target.map((cue, index) => ({ ...cue, index: 1000 - index }));
    expect(align(original, numbered)).toEqual(align(original, target));
  });

  it('doesn’t depend on markup', () => {
    const marked = target.map(
      (cue): Cue => ({ ...cue, markup: { format: 'srt', payload: `<i>${cue.text}</i>` } }),
    );
    expect(align(original, marked)).toEqual(align(original, target));
  });

  it('doesn’t depend on the offset of the clock', () => {
    const alignShifted = (offset: number) => align(shift(original, offset), shift(target, offset));
    expect(alignShifted(600_000).map(({ label }) => label)).toEqual(
      alignShifted(0).map(({ label }) => label),
    );
    expect(mean(alignShifted(600_000).map(({ confidence }) => confidence))).toBeCloseTo(
      mean(alignShifted(0).map(({ confidence }) => confidence)),
      2,
    );
  });
});
