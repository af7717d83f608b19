import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { findDoubts, medianLogRatio } from './doubt.ts';

const row = (text_original: string, text_target: string, more: object = {}) =>
  segment(1, { text_original, text_target, mismatch: true, confidence: 0.43, edited: false, ...more });

describe('the reasons for doubting a row', () => {
  it('are only the missing text if one is missing', () => {
    expect(findDoubts(row('Hola', ' '), 0)).toEqual([{ kind: 'one-sided', side: 'original' }]);
    expect(findDoubts(row('', 'Hello'), 0)).toEqual([{ kind: 'one-sided', side: 'target' }]);
  });

  it('include the difference in length, and the aligner’s confidence', () => {
    expect(findDoubts(row('a'.repeat(50), 'b'.repeat(20)), 0)).toEqual([
      { kind: 'lengths' },
      { kind: 'match', percent: 43 },
    ]);
    expect(findDoubts(row('Sí.', 'Yes, I do.'), 0)).toEqual([{ kind: 'match', percent: 43 }]);
  });

  it('use the file’s usual ratio of the two languages’ lengths', () => {
    const medianRatio = medianLogRatio([1, 2, 3].map((n) => row('a'.repeat(30 * n), 'b'.repeat(10 * n))));
    expect(Math.exp(medianRatio)).toBeCloseTo(1 / 3);
    expect(findDoubts(row('a'.repeat(60), 'b'.repeat(20)), medianRatio)).toEqual([
      { kind: 'match', percent: 43 },
    ]);
    expect(findDoubts(row('a'.repeat(60), 'b'.repeat(60)), medianRatio)).toContainEqual({ kind: 'lengths' });
  });

  it('are none for a confident row, or one that was edited and unmarked', () => {
    expect(findDoubts(row('Hola', 'x'.repeat(90), { mismatch: false, confidence: 0.95 }), 0)).toEqual([]);
    expect(findDoubts(row('Hola', 'x'.repeat(90), { mismatch: false, edited: true }), 0)).toEqual([]);
    expect(findDoubts(row('Hola', 'Hello', { edited: true }), 0)).toEqual([]);
  });

  it('include no ratio without texts on both sides', () => {
    expect(medianLogRatio([row('', 'a'), row('a', '')])).toBe(0);
    expect(medianLogRatio([])).toBe(0);
  });
});
