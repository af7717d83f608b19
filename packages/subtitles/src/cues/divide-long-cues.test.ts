import { describe, expect, it } from 'vitest';
import { MAX_CUE_CHARACTERS } from './cue.ts';
import { divideLongCues } from './divide-long-cues.ts';

const cue = (text: string) => ({ index: 1, start: 1000, end: 7000, text });

describe('an overlong cue', () => {
  it('is divided between its words, which share its time', () => {
    const text = 'word '.repeat(1000).trim();
    const next = { index: 2, start: 8000, end: 9000, text: 'Next.' };
    const cues = divideLongCues([cue(text), next]);
    expect(cues.map(({ index, start, end }) => [index, start, end])).toEqual([
      [1, 1000, 3000],
      [2, 3000, 5000],
      [3, 5000, 7000],
      [4, 8000, 9000],
    ]);
    const parts = cues.slice(0, 3).map((part) => part.text);
    expect(parts.join(' ')).toBe(text);
  });

  it('is divided without splitting characters if it has no spaces', () => {
    const text = `a${'😀'.repeat(3000)}`;
    const cues = divideLongCues([cue(text)]);
    expect(cues.map((part) => part.text).join('')).toBe(text);
    expect(cues.every((part) => part.text.isWellFormed() && part.text.length <= MAX_CUE_CHARACTERS)).toBe(
      true,
    );
  });

  it('is at least one character over the limit', () => {
    const cues = [cue('x'.repeat(MAX_CUE_CHARACTERS))];
    expect(divideLongCues(cues)).toBe(cues);
    expect(divideLongCues([cue('x'.repeat(MAX_CUE_CHARACTERS + 1))])).toHaveLength(2);
  });
});
