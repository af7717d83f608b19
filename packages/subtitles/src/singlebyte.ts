import iconv from 'iconv-lite';
import { LANGUAGES } from './language-letters.ts';

/** What a decoded text shows, apart from any language: how often each character beyond ASCII stands, and what looks wrong. */
type Evidence = { letters: Map<string, number>; total: number; base: number };

const LETTER = /[\p{L}\p{M}]/u;
const MARK = /\p{M}/u;
const LATIN = /\p{Script=Latin}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
// Signs that stand in subtitles of many languages, and those of them that stand inside words.
const USUAL = /[«»“”„‘’‚‹›–—…¿¡°•№؟،؛€£©®™×\u00a0\u00ad\u200c-\u200f]/u;
const INSIDE_WORDS = /[‘’·–—…\u00ad\u200c-\u200f]/u;
const UNUSED = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/u;

const SAMPLE_BYTES = 100_000;
// Against 1 for a letter that the language has and -1 for one that it lacks.
const USUAL_SIGN = 1;
const UNUSUAL_SIGN = -2;
const UNUSED_CODE = -4;
const WRONG_PLACE = -2;
const CAPITAL = -0.1;
const DETECTOR_WEIGHT = 0.1;
const RANK_COST = 1e-4;
// In a long text a few letters that only one encoding explains outweigh every habit.
const HEAD_START_CHARACTERS = 50;

/**
 * Chooses among the encodings of one byte a character the one in which some language's letters explain the text best.
 * `prior` gives an encoding a small head start (0 to 1), for texts that several explain alike.
 */
export function judgeSinglebyte(
  bytes: Uint8Array,
  prior: (encoding: string) => number,
): { encoding: string; text: string } {
  const evidence = new Map<string, Evidence>();
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  for (const [rank, { letters, encodings }] of LANGUAGES.entries()) {
    for (const [place, encoding] of encodings.entries()) {
      const seen = evidence.get(encoding) ?? collect(iconv.decode(bytes.subarray(0, SAMPLE_BYTES), encoding));
      evidence.set(encoding, seen);
      const headStart = prior(encoding) * DETECTOR_WEIGHT - placeCost(place) - rank * RANK_COST;
      const score = explain(seen, letters) + headStart * Math.min(seen.total, HEAD_START_CHARACTERS);
      if (score > best.score) best = { encoding, score };
    }
  }
  return { encoding: best.encoding, text: iconv.decode(bytes, best.encoding) };
}

/** Encodings of DOS and the Macintosh stand third and later: seldom met, and letters in them pass for others easily. */
function placeCost(place: number): number {
  return place * 0.03 + (place >= 2 ? 0.1 : 0);
}

function explain({ letters, base }: Evidence, alphabet: ReadonlyMap<string, number>): number {
  let score = base;
  for (const [letter, count] of letters) {
    const weight = alphabet.get(letter) ?? alphabet.get(letter.toLowerCase()) ?? -1;
    score += weight * count;
  }
  return score;
}

function collect(text: string): Evidence {
  const letters = new Map<string, number>();
  let total = 0;
  let base = 0;
  let capitals = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character < '\u0080') continue;
    total += 1;
    const before = text.charAt(at - 1);
    const after = text.charAt(at + 1);
    if (UNUSED.test(character)) base += UNUSED_CODE;
    else if (LETTER.test(character)) {
      capitals += UPPER.test(character) ? 1 : 0;
      letters.set(character, (letters.get(character) ?? 0) + 1);
      if (breaksWord(character, before) || breaksWord(after, character)) base += WRONG_PLACE;
      if (MARK.test(character) && !LETTER.test(before)) base += WRONG_PLACE;
    } else {
      base += USUAL.test(character) ? USUAL_SIGN : UNUSUAL_SIGN;
      const inside = LETTER.test(before) && LETTER.test(after);
      if (inside && !INSIDE_WORDS.test(character)) base += WRONG_PLACE;
    }
  }
  // KOI8 read as another Cyrillic encoding is all capitals, and the other way round.
  if (capitals > total * 0.6) base += capitals * CAPITAL;
  return { letters, total, base };
}

/** A capital after a small letter, or two scripts in one word. */
function breaksWord(letter: string, before: string): boolean {
  if (!LETTER.test(letter) || !LETTER.test(before)) return false;
  if (UPPER.test(letter) && LOWER.test(before)) return true;
  return !MARK.test(letter) && !MARK.test(before) && LATIN.test(letter) !== LATIN.test(before);
}
