import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GradeOptions, Verdict } from './grade.ts';
import { grade } from './grade.ts';

type Pair = [lang: string, expected: string, typed: string, verdict: Verdict, options?: GradeOptions];

const read = (name: string): Record<string, Pair[]> =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));
const halves = { unseen: read('unseen'), seen: read('seen') };

describe('graded example pairs', () => {
  it.each(
    Object.entries(halves).flatMap(([half, traps]) =>
      Object.keys(traps).map((trap) => [half, trap] as const),
    ),
  )('have the expected verdict: %s, %s', (half, trap) => {
    const pairs = halves[half as keyof typeof halves][trap] ?? [];
    const graded = pairs.map(([lang, expected, typed, , options]) => [
      lang,
      expected,
      typed,
      grade(expected, typed, lang, options).verdict,
    ]);
    expect(graded).toEqual(pairs.map((pair) => pair.slice(0, 4)));
  });

  it('include at least ten of each kind in each half, in at least ten languages', () => {
    for (const half of Object.values(halves)) {
      const pairs = Object.values(half);
      expect(Math.min(...pairs.map(({ length }) => length))).toBeGreaterThanOrEqual(10);
      expect(pairs.flat().length).toBeGreaterThanOrEqual(300);
      expect(new Set(pairs.flat().map(([lang]) => lang)).size).toBeGreaterThanOrEqual(10);
    }
  });

  it('with a wrong word order or number are also wrong with the two sides swapped', () => {
    const { words = [], other_number: numbers = [] } = halves.seen;
    for (const [lang, expected, typed] of [...words, ...numbers]) {
      expect([typed, grade(typed, expected, lang).verdict]).toEqual([typed, 'wrong']);
    }
  });
});
