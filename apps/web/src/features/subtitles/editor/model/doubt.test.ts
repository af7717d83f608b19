import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { getDoubts, typicalLogRatio } from './doubt.ts';

const row = (text_original: string, text_target: string, more: object = {}) =>
  segment(1, { text_original, text_target, mismatch: true, confidence: 0.43, edited: false, ...more });

describe('the reasons for doubting a row', () => {
  it('are only the missing text if one is missing', () => {
    expect(getDoubts(row('Hola', ' '), 0)).toEqual([{ kind: 'only', side: 'original' }]);
    expect(getDoubts(row('', 'Hello'), 0)).toEqual([{ kind: 'only', side: 'target' }]);
  });

  it('include the difference in length, and the aligner’s confidence', () => {
    expect(getDoubts(row('a'.repeat(50), 'b'.repeat(20)), 0)).toEqual([
      { kind: 'lengths' },
      { kind: 'match', percent: 43 },
    ]);
    expect(getDoubts(row('Sí.', 'Yes, I do.'), 0)).toEqual([{ kind: 'match', percent: 43 }]);
  });

  it('use the file’s usual ratio of the two languages’ lengths', () => {
    const typical = typicalLogRatio([1, 2, 3].map((n) => row('a'.repeat(30 * n), 'b'.repeat(10 * n))));
    expect(Math.exp(typical)).toBeCloseTo(1 / 3);
    expect(getDoubts(row('a'.repeat(60), 'b'.repeat(20)), typical)).toEqual([{ kind: 'match', percent: 43 }]);
    expect(getDoubts(row('a'.repeat(60), 'b'.repeat(60)), typical)).toContainEqual({ kind: 'lengths' });
  });

  it('are none for a confident row, or one that was edited and unmarked', () => {
    expect(getDoubts(row('Hola', 'x'.repeat(90), { mismatch: false, confidence: 0.95 }), 0)).toEqual([]);
    expect(getDoubts(row('Hola', 'x'.repeat(90), { mismatch: false, edited: true }), 0)).toEqual([]);
    expect(getDoubts(row('Hola', 'Hello', { edited: true }), 0)).toEqual([]);
  });

  it('include no ratio without texts on both sides', () => {
    expect(typicalLogRatio([row('', 'a'), row('a', '')])).toBe(0);
    expect(typicalLogRatio([])).toBe(0);
  });
});
