import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { doubtOf, usualLogRatio } from './doubt.ts';

const row = (text_original: string, text_target: string, more: object = {}) =>
  segment(1, { text_original, text_target, mismatch: true, confidence: 0.43, edited: false, ...more });

describe('the reasons for doubting a row', () => {
  it('are only the missing text if one is missing', () => {
    expect(doubtOf(row('Hola', ' '), 0)).toEqual([{ kind: 'only', side: 'original' }]);
    expect(doubtOf(row('', 'Hello'), 0)).toEqual([{ kind: 'only', side: 'target' }]);
  });

  it('include the difference in length, and the aligner’s confidence', () => {
    expect(doubtOf(row('a'.repeat(50), 'b'.repeat(20)), 0)).toEqual([
      { kind: 'lengths' },
      { kind: 'match', percent: 43 },
    ]);
    expect(doubtOf(row('Sí.', 'Yes, I do.'), 0)).toEqual([{ kind: 'match', percent: 43 }]);
  });

  it('use the file’s usual ratio of the two languages’ lengths', () => {
    const usual = usualLogRatio([1, 2, 3].map((n) => row('a'.repeat(30 * n), 'b'.repeat(10 * n))));
    expect(Math.exp(usual)).toBeCloseTo(1 / 3);
    expect(doubtOf(row('a'.repeat(60), 'b'.repeat(20)), usual)).toEqual([{ kind: 'match', percent: 43 }]);
    expect(doubtOf(row('a'.repeat(60), 'b'.repeat(60)), usual)).toContainEqual({ kind: 'lengths' });
  });

  it('are none for a confident row, or one that was edited and unmarked', () => {
    expect(doubtOf(row('Hola', 'x'.repeat(90), { mismatch: false, confidence: 0.95 }), 0)).toEqual([]);
    expect(doubtOf(row('Hola', 'x'.repeat(90), { mismatch: false, edited: true }), 0)).toEqual([]);
    expect(doubtOf(row('Hola', 'Hello', { edited: true }), 0)).toEqual([]);
  });

  it('include no ratio without texts on both sides', () => {
    expect(usualLogRatio([row('', 'a'), row('a', '')])).toBe(0);
    expect(usualLogRatio([])).toBe(0);
  });
});
