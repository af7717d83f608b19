import { expect, it } from 'vitest';
import { type CleanOptions, clean } from '../clean/clean.ts';

/** Returns tests of single cues that are cleaned with these switches. */
export function testWith(switches: CleanOptions) {
  /** Returns a cue's cleaned text, or null if the cue is removed. */
  const cleanText = (text: string, options: CleanOptions = {}) =>
    clean([{ index: 1, start: 0, end: 1000, text }], { ...switches, ...options }).cues[0]?.text ?? null;
  return {
    cleanText,
    testCleaning: (list: [title: string, text: string, expected: string | null][]) =>
      it.each(list)('%s: %j', (_, text, expected) => expect(cleanText(text)).toBe(expected)),
    testUnchanged: (list: [title: string, text: string][]) =>
      it.each(list)('%s: %j', (_, text) => expect(cleanText(text)).toBe(text)),
  };
}
