import { describe, expect, it } from 'vitest';
import { learnRowWords } from './row-words.ts';

const ANIMALS = [
  ['dog', 'pies'],
  ['cat', 'kot'],
  ['horse', 'konik'],
  ['bird', 'ptak'],
  ['fish', 'ryba'],
  ['snake', 'gad'],
  ['cow', 'krowa'],
] as const;
const PLACES = [
  ['house', 'dom'],
  ['street', 'ulica'],
  ['water', 'woda'],
  ['bridge', 'most'],
  ['forest', 'las'],
] as const;
const rows = ANIMALS.flatMap(([a, b]) =>
  PLACES.map(([c, d]) => ({
    text_original: `and the ${a} is near ${c}`,
    text_target: `oraz ${b} jest obok ${d}`,
  })),
);
const words = learnRowWords(rows);

describe('the evidence of rows for dividing one of them', () => {
  it('favours corresponding words in the same half', () => {
    const original = ['the horse is there', 'the fish isn’t'] as const;
    expect(words.agreement(original, ['konik tam jest', 'ryba nie'])).toBeGreaterThan(0);
    expect(words.agreement(original, ['konik tam jest ryba', 'nie'])).toBeLessThan(
      words.agreement(original, ['konik tam jest', 'ryba nie']),
    );
    expect(words.agreement(original, ['ryba', 'konik'])).toBeLessThan(0);
  });

  it('favours equal numbers and names in the same half, even if they are new', () => {
    const named = learnRowWords([
      ...rows,
      { text_original: 'Kowalski 1984', text_target: 'Kowalski w 1984' },
    ]);
    expect(named.agreement(['in 1984', 'with Kowalski'], ['w 1984', 'z Kowalski'])).toBeGreaterThan(0);
    expect(named.agreement(['in 1984', 'with Kowalski'], ['z Kowalski', 'w 1984'])).toBeLessThan(0);
  });

  it('includes the words that rows start and end with', () => {
    const edge = (before: string, after: string) => words.edge('text_target', [before, after]);
    expect(edge('ptak jest obok dom', 'oraz kot')).toBeGreaterThan(0);
    expect(edge('oraz', 'ptak jest obok dom')).toBeLessThan(0);
  });

  it('is zero without any rows', () => {
    const nothing = learnRowWords([]);
    expect(nothing.agreement(['a', 'b'], ['c', 'd'])).toBe(0);
    expect(nothing.edge('text_original', ['', ''])).toBe(0);
  });
});
