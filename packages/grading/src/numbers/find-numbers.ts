import type { Letters } from '../letters.ts';
import type { Match } from '../levels.ts';
import type { Token } from '../tokens.ts';
import type { Numeral } from './numeral.ts';
import { findNumerals } from './numerals.ts';
import { conjunction, toKey, unifyNumerals } from './readings.ts';
import { romanValue } from './roman.ts';

const MAX_WORDS = 14;

/** Matches numbers in digits with numbers of the same value in the other text, in digits or in words. */
export function findNumbers(
  text: string,
  expected: readonly Token[],
  typedText: string,
  typed: readonly Token[],
  lang: string,
): Match[] {
  const hasDigits = [...expected, ...typed].some(
    ({ kind, text: value }) => kind === 'number' || kind === 'sign' || romanValue(value) !== undefined,
  );
  if (!hasDigits) return [];
  const [numerals, typedNumerals] = [
    findNumerals(text, expected, lang),
    findNumerals(typedText, typed, lang),
  ];
  const matches = matchSpokenNumbers(numerals, typed, typedNumerals, lang);
  const swappedMatches = matchSpokenNumbers(typedNumerals, expected, numerals, lang).map(
    ({ at, count, typedAt, typedCount, level }) => ({
      at: typedAt,
      count: typedCount,
      typedAt: at,
      typedCount: count,
      level,
    }),
  );
  const sameValue = numerals.flatMap(({ at, count, value }) =>
    typedNumerals
      .filter((other) => other.value === value)
      .map((other) => ({ at, count, typedAt: other.at, typedCount: other.count, level: 'right' as const })),
  );
  return [...matches, ...swappedMatches, ...sameValue];
}

/** Matches numerals with sequences of words that spell out the same number. */
function matchSpokenNumbers(
  numerals: readonly Numeral[],
  words: readonly Token[],
  otherNumerals: readonly Numeral[],
  lang: string,
): Match[] {
  if (numerals.length === 0) return [];
  const and = conjunction(lang);
  const exact = new Map<string, Numeral[]>();
  const bare = new Map<string, Numeral[]>();
  const keyStarts = new Set<string>();
  for (const numeral of numerals) {
    for (const key of findKeys(numeral, and, lang)) {
      keyStarts.add(key.bare.slice(0, 2));
      exact.set(key.exact, [...(exact.get(key.exact) ?? []), numeral]);
      bare.set(key.bare, [...(bare.get(key.bare) ?? []), numeral]);
    }
  }
  const maxKeyLength = Math.max(0, ...[...bare.keys()].map((key) => key.length));
  const matches: Match[] = [];
  for (const run of findWordRuns(words, otherNumerals, {
    and,
    longest: maxKeyLength,
    starts: keyStarts,
    lang,
  })) {
    const found = exact.get(run.exact);
    for (const { at, count } of found ?? bare.get(run.bare) ?? []) {
      matches.push({ at, count, typedAt: run.at, typedCount: run.count, level: found ? 'right' : 'accent' });
    }
  }
  return matches;
}

const KEYS = new Map<string, Letters[]>();
const MAX_KEYS = 500;

/** Returns the comparison keys of a numeral's readings, each with and without the conjunction. Cached. */
function findKeys({ value, readings }: Numeral, and: string, lang: string): Letters[] {
  const name = `${lang} ${value} ${readings.length} ${readings.at(-1)}`;
  const cached = KEYS.get(name);
  if (cached) return cached;
  const variants = new Set(readings.flatMap((reading) => [reading, removeWord(reading, and)]));
  const keys = new Map([...variants].map((variant) => toKey(variant, lang)).map((key) => [key.exact, key]));
  if (KEYS.size >= MAX_KEYS) KEYS.clear();
  KEYS.set(name, [...keys.values()]);
  return [...keys.values()];
}

const removeWord = (words: string, word: string) =>
  words
    .split(' ')
    .filter((part) => part !== word || word === '')
    .join(' ');

type Search = { and: string; longest: number; starts: ReadonlySet<string>; lang: string };

/** Yields every sequence of words that can be a number, with and without the conjunction; converts digits in it to words. */
function* findWordRuns(
  words: readonly Token[],
  otherNumerals: readonly Numeral[],
  { and, longest: maxKeyLength, starts: keyStarts, lang }: Search,
) {
  const digits = new Map(
    otherNumerals
      .filter(({ count }) => count === 1)
      .map(({ at, readings }) => [at, toKey(readings[0] ?? '', lang)]),
  );
  const letters = words.map((word, at) => digits.get(at) ?? unifyNumerals(word, lang));
  for (const at of words.keys()) {
    const withConjunction = { exact: '', bare: '' };
    const withoutConjunction = { exact: '', bare: '' };
    for (let count = 1; count <= MAX_WORDS; count++) {
      const last = letters[at + count - 1];
      if (!last || withConjunction.bare.length > maxKeyLength) break;
      const isAnd = last.exact === and;
      if (count === 1 && isAnd) {
        yield { at, count, ...last };
        break;
      }
      append(withConjunction, last);
      if (!isAnd) append(withoutConjunction, last);
      if (withoutConjunction.bare.length >= 2 && !keyStarts.has(withoutConjunction.bare.slice(0, 2))) break;
      if (isAnd) continue;
      yield { at, count, ...withConjunction };
      if (withoutConjunction.bare !== withConjunction.bare) yield { at, count, ...withoutConjunction };
    }
  }
}

function append(target: Letters, { exact, bare }: Letters): void {
  target.exact += exact;
  target.bare += bare;
}
