import iconv from 'iconv-lite';
import { LANGUAGES } from './language-letters.ts';

/** Evidence from a decoded text, independent of language: the count of each non-ASCII character, and anomalies. */
type Evidence = { letters: Map<string, number>; total: number; base: number };

const LETTER = 1;
const MARK = 2;
const LATIN = 4;
const LOWER = 8;
const UPPER = 16;
// Symbols in subtitles of many languages, and those that occur inside words.
const TYPICAL = 32;
const INSIDE_WORDS = 64;
const UNUSED = 128;

const TRAITS: [number, RegExp][] = [
  [LETTER, /[\p{L}\p{M}]/u],
  [MARK, /\p{M}/u],
  [LATIN, /\p{Script=Latin}/u],
  [LOWER, /\p{Ll}/u],
  [UPPER, /\p{Lu}/u],
  [TYPICAL, /[«»“”„‘’‚‹›–—…¿¡°•№؟،؛€£©®™×\u00a0\u00ad\u200c-\u200f]/u],
  [INSIDE_WORDS, /[‘’·–—…\u00ad\u200c-\u200f]/u],
  [UNUSED, /[\u0080-\u009f\ufffd\ue000-\uf8ff]/u],
];

// The same few hundred characters recur in thirty encodings.
const traitsCache = new Map<number, number>();

function getTraits(code: number): number {
  const cached = traitsCache.get(code);
  if (cached !== undefined) return cached;
  const character = String.fromCharCode(code);
  const traits = TRAITS.reduce((sum, [trait, pattern]) => sum + (pattern.test(character) ? trait : 0), 0);
  traitsCache.set(code, traits);
  return traits;
}

// Maximum number of non-ASCII letters examined, with their neighbours: more don't add certainty.
const SAMPLE_BYTES = 10_000;
// Relative to 1 for a letter that the language has, and -1 for one that it lacks.
const TYPICAL_SIGN = 1;
const ATYPICAL_SIGN = -2;
const UNUSED_CODE = -4;
const WRONG_POSITION = -2;
const CAPITAL = -0.1;
const DETECTOR_WEIGHT = 0.1;
const RANK_COST = 1e-4;
// In a long text, a few letters that only one encoding explains outweigh any frequency.
const HEAD_START_CHARACTERS = 50;

/**
 * Chooses the single-byte encoding in which some language's letters explain the text best. `prior` gives an encoding a small
 * bonus (0 to 1), for texts that several explain equally well.
 */
export function judgeSinglebyte(bytes: Uint8Array, prior: (encoding: string) => number): string {
  const evidence = new Map<string, Evidence>();
  const sample = withoutAscii(bytes);
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  for (const [rank, { letters, encodings }] of LANGUAGES.entries()) {
    for (const [position, encoding] of encodings.entries()) {
      const seen = evidence.get(encoding) ?? collect(iconv.decode(sample, encoding));
      evidence.set(encoding, seen);
      const headStart = prior(encoding) * DETECTOR_WEIGHT - positionCost(position) - rank * RANK_COST;
      const score = explain(seen, letters) + headStart * Math.min(seen.total, HEAD_START_CHARACTERS);
      if (score > best.score) best = { encoding, score };
    }
  }
  return best.encoding;
}

/** DOS and Macintosh encodings come third and later: they are rare, and their letters are easily mistaken for others. */
function positionCost(position: number): number {
  return position * 0.03 + (position >= 2 ? 0.1 : 0);
}

function explain({ letters, base }: Evidence, alphabet: ReadonlyMap<string, number>): number {
  let score = base;
  for (const [letter, count] of letters) {
    const weight = alphabet.get(letter) ?? alphabet.get(letter.toLowerCase()) ?? -1;
    score += weight * count;
  }
  return score;
}

/** The non-ASCII bytes with their neighbours: anything else says nothing about a single-byte encoding. */
function withoutAscii(bytes: Uint8Array): Uint8Array {
  const sample: number[] = [];
  for (let at = 0; at < bytes.length && sample.length < SAMPLE_BYTES; at += 1) {
    const isNeighbour = isBeyondAscii(bytes[at - 1]) || isBeyondAscii(bytes[at + 1]);
    if (isNeighbour || isBeyondAscii(bytes[at])) sample.push(bytes[at] ?? 0);
  }
  return Uint8Array.from(sample);
}

function isBeyondAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x7f;
}

function collect(text: string): Evidence {
  const letters = new Map<string, number>();
  let [total, base, capitals] = [0, 0, 0];
  let before = 0;
  let here = getTraits(text.charCodeAt(0));
  for (let at = 0; at < text.length; at += 1) {
    const after = at + 1 < text.length ? getTraits(text.charCodeAt(at + 1)) : 0;
    if (text.charCodeAt(at) >= 0x80) {
      total += 1;
      base += oddity(here, before, after);
      if (here & LETTER && !(here & UNUSED)) {
        capitals += here & UPPER ? 1 : 0;
        const letter = text.charAt(at);
        letters.set(letter, (letters.get(letter) ?? 0) + 1);
      }
    }
    before = here;
    here = after;
  }
  // KOI8 decoded as another Cyrillic encoding is all capitals, and vice versa.
  if (capitals > total * 0.6) base += capitals * CAPITAL;
  return { letters, total, base };
}

/** Scores a non-ASCII character by itself and its position: below 0 is evidence against the encoding. */
function oddity(here: number, before: number, after: number): number {
  if (here & UNUSED) return UNUSED_CODE;
  const isInside = (before & LETTER) !== 0 && (after & LETTER) !== 0;
  if (!(here & LETTER)) {
    const sign = here & TYPICAL ? TYPICAL_SIGN : ATYPICAL_SIGN;
    return isInside && !(here & INSIDE_WORDS) ? sign + WRONG_POSITION : sign;
  }
  const isBroken = breaksWord(here, before) || breaksWord(after, here);
  const isStray = here & MARK && !(before & LETTER);
  return (isBroken ? WRONG_POSITION : 0) + (isStray ? WRONG_POSITION : 0);
}

/** A capital after a lower-case letter, or two scripts in one word. */
function breaksWord(letter: number, before: number): boolean {
  if (!(letter & LETTER) || !(before & LETTER)) return false;
  if (letter & UPPER && before & LOWER) return true;
  return !(letter & MARK) && !(before & MARK) && (letter & LATIN) !== (before & LATIN);
}
