import { unspokenSpans } from '@sayback/grading';
import type { Piece } from './check-line.ts';

type Word = { text: string; lower: string; start: number; end: number };

const SPACED_WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
const UNSPACED = /\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmr}|\p{sc=Mymr}/u;
/** Languages that capitalise nouns, so that a capital doesn't indicate a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** Returns the words of a text with their positions; in scripts without spaces as the browser segments them. */
function wordsIn(text: string, language: string): Word[] {
  const word = (text: string, start: number): Word => ({
    text,
    lower: text.toLocaleLowerCase(language),
    start,
    end: start + text.length,
  });
  if (!UNSPACED.test(text) || !('Segmenter' in Intl))
    return [...text.matchAll(SPACED_WORD)].map((match) => word(match[0], match.index));
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => word(segment, index));
}

/** The words of a video with their frequencies, and those that occur without a capital. */
type Vocabulary = { counts: ReadonlyMap<string, number>; uncapitalised: ReadonlySet<string> };

/** Counts the words of a video's lines. */
export function vocabularyOf(texts: readonly string[], language: string): Vocabulary {
  const counts = new Map<string, number>();
  const uncapitalised = new Set<string>();
  for (const { text, lower } of texts.flatMap((line) => wordsIn(line, language))) {
    counts.set(lower, (counts.get(lower) ?? 0) + 1);
    if (text === lower) uncapitalised.add(lower);
  }
  return { counts, uncapitalised };
}

type Line = { original: string; target: string };
type Options = {
  language: string;
  vocabulary: Vocabulary;
  /** Words that the learner missed before, in lower case. */
  missed: ReadonlySet<string>;
};

/** Number of gaps: one in a short line, two or three in longer ones. */
const gapsOf = (words: number): number => (words <= 4 ? 1 : words <= 9 ? 2 : 3);

/** Returns true for a word that may be a name: nobody learns it, and its spelling varies. */
function mayBeName({ text, lower }: Word, { original, target }: Line, options: Options): boolean {
  if (!/^\p{Lu}/u.test(text)) return false;
  const inTarget: readonly string[] = target.match(SPACED_WORD) ?? [];
  if (text.length > 1 && inTarget.includes(text)) return true;
  // In a text all in capitals, case means nothing.
  if (!/\p{Ll}/u.test(original) || CAPITAL_NOUNS.has(options.language.split('-')[0] ?? '')) return false;
  return !options.vocabulary.uncapitalised.has(lower);
}

/** Excludes particles and articles, which say less than the words beside them. */
const isLong = ({ text }: Word): boolean => text.length >= 3 || /\p{Script=Han}/u.test(text);

/**
 * Splits a line into shown text and one to three gaps: words that the learner missed before, then the rarest of the video; no
 * names, numbers or sounds, and no two adjacent. A line without such a word has to be written as a whole.
 */
export function withGaps(line: Line, options: Options): Piece[] {
  const text = line.original.trim();
  const { vocabulary, missed } = options;
  const unspoken = unspokenSpans(text);
  const words = wordsIn(text, options.language);
  const candidates = words.filter(
    (word) =>
      /\p{L}/u.test(word.text) &&
      !/\p{N}/u.test(word.text) &&
      !unspoken.some(({ start, end }) => start <= word.start && word.end <= end) &&
      !mayBeName(word, { ...line, original: text }, options),
  );
  const long = candidates.filter((word) => isLong(word) || missed.has(word.lower));
  const rank = ({ lower }: Word) => (missed.has(lower) ? 0 : (vocabulary.counts.get(lower) ?? 0) + 1);
  const ranked = (long.length > 0 ? long : candidates).toSorted(
    (a, b) => rank(a) - rank(b) || b.text.length - a.text.length || a.start - b.start,
  );
  const chosen: Word[] = [];
  for (const word of ranked) {
    const at = words.indexOf(word);
    const isBeside = chosen.some((other) => Math.abs(words.indexOf(other) - at) === 1);
    if (!isBeside && chosen.length < gapsOf(words.length)) chosen.push(word);
  }
  if (chosen.length === 0) return [{ text, isAsked: true }];
  return piecesAround(
    text,
    chosen.toSorted((a, b) => a.start - b.start),
  );
}

function piecesAround(text: string, gaps: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end } of gaps) {
    if (start > from) pieces.push({ text: text.slice(from, start), isAsked: false });
    pieces.push({ text: text.slice(start, end), isAsked: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isAsked: false });
  return pieces;
}
