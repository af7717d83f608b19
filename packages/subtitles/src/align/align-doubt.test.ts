import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { MISMATCH_BELOW } from './judgement/judge-beads.ts';
import { cue, jittered, moved, talk, translated } from './testing/generated-talk.ts';

const original = talk(100, 73);
const target = moved(translated(original), (ms) => ms + 7000);
const changed = (positions: readonly number[], change: (one: Cue, at: number) => Partial<Cue>) =>
  target.map((one, at) => (positions.includes(at) ? { ...one, ...change(one, at) } : one));
const flagged = (other: readonly Cue[]) =>
  align(original, other)
    .filter(({ mismatch }) => mismatch)
    .flatMap((one) => one.original);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the flag', () => {
  it('isn’t set in a good pair', () => {
    expect(flagged(target)).toEqual([]);
  });

  it('isn’t set in a good pair with another translator’s timing', () => {
    expect(flagged(jittered(target, 150)).length).toBeLessThan(5);
  });

  it.each([5, 30, 60, 95])('is set on a line that is missing: %i', (missing) => {
    expect(flagged(target.filter((_, at) => at !== missing))).toContain(missing);
  });

  it.each([1, 3, 8])('is set on each of %i scattered missing lines', (count) => {
    const missing = Array.from({ length: count }, (_, at) => 10 + at * 11);
    const flaggedCues = flagged(target.filter((_, at) => !missing.includes(at)));
    expect(missing.filter((at) => !flaggedCues.includes(at))).toEqual([]);
  });

  it('is set on a line that only the translation has', () => {
    const end = target.at(-1)?.end ?? 0;
    const segments = align(original, [...target, cue(end + 5000, end + 8000, 'Translated by somebody')]);
    expect(segments.at(-1)).toMatchObject({ label: '0-1', mismatch: true });
  });

  it.each([20, 50, 80])('is set on a text with another sign and other words: %i', (at) => {
    expect(flagged(changed([at], () => ({ text: 'Qox zyx?! Wuv: …' })))).toEqual([at]);
  });

  it('is set on a text that is far too short', () => {
    expect(flagged(changed([40], () => ({ text: 'O!' })))).toEqual([40]);
  });

  it('is set on everything below the threshold, for segments of both tracks', () => {
    for (const one of align(
      original,
      changed([10, 40, 41, 42], () => ({ text: 'Qox zyx?!' })),
    )) {
      if (one.original.length > 0 && one.target.length > 0)
        expect(one.mismatch).toBe(one.confidence < MISMATCH_BELOW);
    }
  });

  it('is never set on a sound', () => {
    const quiet = changed([40], () => ({ text: '[sighs]' }));
    const segments = align(original, quiet).filter(
      (one) => one.target.includes(40) && one.original.length === 0,
    );
    for (const one of segments) expect(one.mismatch).toBe(false);
  });
});

describe('the confidence', () => {
  const confidenceOf = (other: readonly Cue[]) =>
    mean(align(original, other).map(({ confidence }) => confidence));

  it('is high in a good pair', () => {
    expect(confidenceOf(target)).toBeGreaterThan(0.97);
  });

  it('is lower for files of two different videos', () => {
    expect(confidenceOf(translated(talk(100, 990)))).toBeLessThan(0.8);
  });

  it('is lower if some texts are swapped', () => {
    const positions = [2, 6, 10, 14, 18, 22];
    const exchanged = changed(positions, (_, at) => ({ text: target[99 - at]?.text ?? '' }));
    expect(confidenceOf(exchanged)).toBeLessThan(confidenceOf(target));
  });

  it('is the same in a second run', () => {
    expect(align(original, target).map(({ confidence }) => confidence)).toEqual(
      align(original, target).map(({ confidence }) => confidence),
    );
  });

  it('doesn’t depend on a cue’s index', () => {
    const numbered = target.map((one, at) => ({ ...one, index: 1000 - at }));
    expect(align(original, numbered)).toEqual(align(original, target));
  });

  it('doesn’t depend on markup', () => {
    const marked = target.map(
      (one): Cue => ({ ...one, markup: { format: 'srt', payload: `<i>${one.text}</i>` } }),
    );
    expect(align(original, marked)).toEqual(align(original, target));
  });

  it('doesn’t depend on the zero point', () => {
    const both = (by: number) =>
      align(
        moved(original, (ms) => ms + by),
        moved(target, (ms) => ms + by),
      );
    expect(both(600_000).map(({ label }) => label)).toEqual(both(0).map(({ label }) => label));
    expect(mean(both(600_000).map(({ confidence }) => confidence))).toBeCloseTo(
      mean(both(0).map(({ confidence }) => confidence)),
      2,
    );
  });
});
