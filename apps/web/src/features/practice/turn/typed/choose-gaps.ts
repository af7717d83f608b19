import { unspokenSpans } from '@sayback/grading';
import type { Piece } from './check-line.ts';

type Word = { text: string; lower: string; start: number; end: number };

const SPACED_WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
const UNSPACED = /\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmr}|\p{sc=Mymr}/u;
/** Languages that capitalise nouns: a capital doesn't indicate a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** Finds the words of a text with their positions. In scripts without spaces, the browser segments the text. */
function findWords(text: string, language: string): Word[] {
  const createWord = (text: string, start: number): Word => ({
    text,
    lower: text.toLocaleLowerCase(language),
    start,
    end: start + text.length,
  });
  if (!UNSPACED.test(text) || !('Segmenter' in Intl))
    return [...text.matchAll(SPACED_WORD)].map((match) => createWord(match[0], match.index));
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => createWord(segment, index));
}

/** The frequencies of a video's words, and those words that occur without a capital. */
type Vocabulary = { counts: ReadonlyMap<string, number>; uncapitalised: ReadonlySet<string> };

export function buildVocabulary(texts: readonly string[], language: string): Vocabulary {
  const counts = new Map<string, number>();
  const uncapitalised = new Set<string>();
  for (const { text, lower } of texts.flatMap((line) => findWords(line, language))) {
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

/** Returns the number of gaps: one in a short line, two or three in longer ones. */
const countGaps = (words: number): number => (words <= 4 ? 1 : words <= 9 ? 2 : 3);

/** True for a word that could be a name: names aren't learned, and their spelling varies. */
function isPossibleName({ text, lower }: Word, { original, target }: Line, options: Options): boolean {
  if (!/^\p{Lu}/u.test(text)) return false;
  const targetWords: readonly string[] = target.match(SPACED_WORD) ?? [];
  if (text.length > 1 && targetWords.includes(text)) return true;
  // In a text without lower case, a capital means nothing.
  if (!/\p{Ll}/u.test(original) || CAPITAL_NOUNS.has(options.language.split('-')[0] ?? '')) return false;
  return !options.vocabulary.uncapitalised.has(lower);
}

/** False for particles and articles, which are less useful to practise. */
const isLong = ({ text }: Word): boolean => text.length >= 3 || /\p{Script=Han}/u.test(text);

/**
 * Divides a line into visible text and one to three gaps: first words that the learner missed before, then the rarest of the
 * video. Excludes names, numbers and sounds, and adjacent words. Without any such word, the whole line is a field.
 */
export function chooseGaps(line: Line, options: Options): Piece[] {
  const text = line.original.trim();
  const { vocabulary, missed } = options;
  const unspoken = unspokenSpans(text);
  const words = findWords(text, options.language);
  const candidates = words.filter(
    (word) =>
      /\p{L}/u.test(word.text) &&
      !/\p{N}/u.test(word.text) &&
      !unspoken.some(({ start, end }) => start <= word.start && word.end <= end) &&
      !isPossibleName(word, { ...line, original: text }, options),
  );
  const longWords = candidates.filter((word) => isLong(word) || missed.has(word.lower));
  const rank = ({ lower }: Word) => (missed.has(lower) ? 0 : (vocabulary.counts.get(lower) ?? 0) + 1);
  const ranked = (longWords.length > 0 ? longWords : candidates).toSorted(
    (a, b) => rank(a) - rank(b) || b.text.length - a.text.length || a.start - b.start,
  );
  const gaps: Word[] = [];
  for (const word of ranked) {
    const index = words.indexOf(word);
    const isAdjacent = gaps.some((gap) => Math.abs(words.indexOf(gap) - index) === 1);
    if (!isAdjacent && gaps.length < countGaps(words.length)) gaps.push(word);
  }
  if (gaps.length === 0) return [{ text, isField: true }];
  return splitAtGaps(
    text,
    gaps.toSorted((a, b) => a.start - b.start),
  );
}

function splitAtGaps(text: string, gaps: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end } of gaps) {
    if (start > from) pieces.push({ text: text.slice(from, start), isField: false });
    pieces.push({ text: text.slice(start, end), isField: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isField: false });
  return pieces;
}
