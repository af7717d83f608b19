import { baseLanguage, toLetters } from '../letters.ts';
import { LANGUAGES } from './languages.ts';
import { cardinalReadings, ordinalReadings } from './readings.ts';

const NUMBER_WORDS = new Map<string, Set<string>>();

/** Returns a language's number words, without diacritics. Confusing two of them is a wrong number, not a typo. */
export function numberWords(lang: string): Set<string> {
  const base = baseLanguage(lang);
  const cached = NUMBER_WORDS.get(base);
  if (cached) return cached;
  const values = [
    ...Array.from({ length: 20 }, (_, value) => value + 1),
    30,
    40,
    50,
    60,
    70,
    80,
    90,
    100,
    1000,
    1_000_000,
    2_000_000,
    1_000_000_000,
    2_000_000_000,
  ];
  const readings = LANGUAGES[base]
    ? values.flatMap((value) => [
        ...cardinalReadings(String(value), base),
        ...ordinalReadings(String(value), base),
      ])
    : [];
  const words = new Set(
    readings.flatMap((reading) => reading.split(/[\s-]+/)).map((word) => toLetters(word, base).bare),
  );
  NUMBER_WORDS.set(base, words);
  return words;
}
