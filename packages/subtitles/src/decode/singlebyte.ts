import iconv from 'iconv-lite';
import { LANGUAGES } from './language-letters.ts';

/** Evidence from a decoded text, for all languages: the count of each non-ASCII letter, and a score for anomalies (`base`). */
type Evidence = { letters: Map<string, number>; total: number; base: number };

const LETTER = 1;
const MARK = 2;
const LATIN = 4;
const LOWER = 8;
const UPPER = 16;
// Symbols that are typical of subtitles in many languages, and symbols that occur inside words.
const TYPICAL = 32;
const INSIDE_WORDS = 64;
const UNUSED = 128;
// Symbols that precede or follow a word.
const PREFIX = 256;
const SUFFIX = 512;

const TRAITS: [number, RegExp][] = [
  [LETTER, /[\p{L}\p{M}]/u],
  [MARK, /\p{M}/u],
  [LATIN, /\p{Script=Latin}/u],
  [LOWER, /\p{Ll}/u],
  [UPPER, /\p{Lu}/u],
  [TYPICAL, /[«»“”„‘’‚‹›–—…¿¡°•№؟،؛€£©®™×²³½\u00a0\u00ad\u200c-\u200f]/u],
  [INSIDE_WORDS, /[‘’·–—…\u00ad\u200c-\u200f]/u],
  [PREFIX, /[¿¡]/],
  [SUFFIX, /[²³½]/],
  [UNUSED, /[\u0080-\u009f\ufffd\ue000-\uf8ff]/u],
];

// Cache, since the same few hundred characters recur in thirty encodings.
const traitsCache = new Map<number, number>();

function findTraits(code: number): number {
  const cached = traitsCache.get(code);
  if (cached !== undefined) return cached;
  const character = String.fromCharCode(code);
  const traits = TRAITS.reduce((sum, [trait, pattern]) => sum + (pattern.test(character) ? trait : 0), 0);
  traitsCache.set(code, traits);
  return traits;
}

// Maximum number of non-ASCII letters and their neighbours to examine; more don't add certainty.
const SAMPLE_BYTES = 10_000;
// Scores of characters, relative to 1 for a letter of the language and -1 for any other letter.
const TYPICAL_SYMBOL = 1;
const ATYPICAL_SYMBOL = -2;
const UNUSED_CODE = -4;
const WRONG_POSITION = -2;
const CAPITAL = -0.1;
const DETECTOR_WEIGHT = 0.1;
const RANK_COST = 1e-4;
// Limits the bonus, so that it is outweighed by a few letters in a long text that only one encoding explains.
const MAX_BONUS_CHARACTERS = 50;

/**
 * Chooses the single-byte encoding in which the text best fits the letters of some language. `prior` returns a small bonus for an
 * encoding (0 to 1), which decides between encodings that fit equally well.
 */
export function detectSinglebyte(bytes: Uint8Array, prior: (encoding: string) => number): string {
  const evidence = new Map<string, Evidence>();
  const sample = sampleNonAscii(bytes);
  const isLatinOnly = hasFewAccents(bytes);
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  for (const [rank, { letters, encodings, isLatin }] of LANGUAGES.entries()) {
    if (isLatinOnly && !isLatin) continue;
    for (const [position, encoding] of encodings.entries()) {
      const encodingEvidence = evidence.get(encoding) ?? collectEvidence(iconv.decode(sample, encoding));
      evidence.set(encoding, encodingEvidence);
      const bonus = prior(encoding) * DETECTOR_WEIGHT - positionCost(position) - rank * RANK_COST;
      const score =
        scoreLetters(encodingEvidence, letters) +
        bonus * Math.min(encodingEvidence.total, MAX_BONUS_CHARACTERS);
      if (score > best.score) best = { encoding, score };
    }
  }
  return best.encoding;
}

/**
 * Returns the cost of a language's encoding by its position in the list: less common ones cost more. DOS and Macintosh encodings
 * are third or later.
 */
function positionCost(position: number): number {
  return position * 0.03 + (position >= 2 ? 0.1 : 0);
}

function scoreLetters({ letters, base }: Evidence, alphabet: ReadonlyMap<string, number>): number {
  let score = base;
  for (const [letter, count] of letters) {
    const weight = alphabet.get(letter) ?? alphabet.get(letter.toLowerCase()) ?? -1;
    score += weight * count;
  }
  return score;
}

/** Returns the non-ASCII bytes with their neighbours. */
function sampleNonAscii(bytes: Uint8Array): Uint8Array {
  const sample: number[] = [];
  for (let index = 0; index < bytes.length && sample.length < SAMPLE_BYTES; index += 1) {
    const isNeighbour = isNonAscii(bytes[index - 1]) || isNonAscii(bytes[index + 1]);
    if (isNeighbour || isNonAscii(bytes[index])) sample.push(bytes[index] ?? 0);
  }
  return Uint8Array.from(sample);
}

// Minimum number of ASCII letters per non-ASCII byte in a Latin text, and maximum mean length of runs of non-ASCII bytes, which are
// whole words in other scripts.
const MIN_ASCII_LETTERS = 5;
const MAX_RUN_BYTES = 1.5;

/** Returns true for a text in Latin script with few accents, which fits other scripts by chance: a single È is an Arabic letter. */
function hasFewAccents(bytes: Uint8Array): boolean {
  let [letters, nonAscii, runs] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (isNonAscii(byte)) {
      nonAscii += 1;
      if (!isNonAscii(bytes[index - 1])) runs += 1;
    } else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return letters > nonAscii * MIN_ASCII_LETTERS && nonAscii <= runs * MAX_RUN_BYTES;
}

function isNonAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x7f;
}

function collectEvidence(text: string): Evidence {
  const letters = new Map<string, number>();
  let [total, base, capitals] = [0, 0, 0];
  let before = 0;
  let current = findTraits(text.charCodeAt(0));
  for (let index = 0; index < text.length; index += 1) {
    const after = index + 1 < text.length ? findTraits(text.charCodeAt(index + 1)) : 0;
    if (text.charCodeAt(index) >= 0x80) {
      total += 1;
      base += scoreCharacter(current, before, after);
      if (current & LETTER && !(current & UNUSED)) {
        capitals += current & UPPER ? 1 : 0;
        const letter = text.charAt(index);
        letters.set(letter, (letters.get(letter) ?? 0) + 1);
      }
    }
    before = current;
    current = after;
  }
  // KOI8 text decoded as another Cyrillic encoding is nearly all capitals, and vice versa.
  if (capitals > total * 0.6) base += capitals * CAPITAL;
  return { letters, total, base };
}

/** Scores a non-ASCII character in its context; a negative score is evidence against the encoding. */
function scoreCharacter(current: number, before: number, after: number): number {
  if (current & UNUSED) return UNUSED_CODE;
  const isInside = (before & LETTER) !== 0 && (after & LETTER) !== 0;
  if (!(current & LETTER)) {
    const score = current & TYPICAL ? TYPICAL_SYMBOL : ATYPICAL_SYMBOL;
    const isMisplaced =
      isInside || (current & PREFIX && before & LETTER) || (current & SUFFIX && after & LETTER);
    return isMisplaced && !(current & INSIDE_WORDS) ? score + WRONG_POSITION : score;
  }
  const isBroken = breaksWord(current, before) || breaksWord(after, current);
  const isStray = current & MARK && !(before & LETTER);
  return (isBroken ? WRONG_POSITION : 0) + (isStray ? WRONG_POSITION : 0);
}

/** Returns true for a capital after a lower-case letter, and for two scripts in one word. */
function breaksWord(letter: number, before: number): boolean {
  if (!(letter & LETTER) || !(before & LETTER)) return false;
  if (letter & UPPER && before & LOWER) return true;
  return !(letter & MARK) && !(before & MARK) && (letter & LATIN) !== (before & LATIN);
}
