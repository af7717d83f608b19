import type { Halves } from '../align/learning/row-words.ts';
import { spokenLength } from '../align/tracks/speech.ts';
import { UNSPACED } from '../align/tracks/unspaced.ts';
import { endsSentenceBetween, NEXT_SPEAKER } from './sentence-end.ts';

/** Evidence for a border: the end of a sentence or a clause, a capital letter after it, or only the end of a word. */
type BorderMark = 'sentence' | 'clause' | 'capital' | 'word';

/** A position at which a text can be divided, by quality: after a sentence, after a clause, or between words. */
export type Border = { at: number; after: 'sentence' | 'clause' | 'word' };

/**
 * Opening marks: brackets, quotes, ¿ and ¡, even without a preceding space as in Chinese; after a space, also a number's symbol
 * ('#3', '$5'), a dash, and the dots of a continued text ('... and then').
 */
const OPENING =
  /(?:(?<=^|\s)(?:[\p{Ps}\p{Pi}\p{Sc}#№§¿¡"'.…*♪—–-]+|[—–-] |«\s)|(?<=(?:\.{2}|…)\s{1,2})(?:\.{2,4}|…)\s{0,2}|[\p{Ps}\p{Pi}¿¡]{1,4})$/u;
/** A break inside a sentence: "Why?" he asked. */
const BREAK = /[!?…！？؟—–][\p{Pe}\p{Pf}"'\s]*$|\.{2,}\s*$/u;
const CLAUSE_END = /(?:[,;:、，；：،][\p{Pe}\p{Pf}"']*|\n)\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

function createSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // Falls back for an invalid language tag.
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

/** Returns a cached segmenter, since creating one takes longer than using it. */
function findSegmenter(language: string): Intl.Segmenter {
  const cached = segmenters.get(language) ?? createSegmenter(language);
  segmenters.set(language, cached);
  return cached;
}

/** Number of characters on either side of a border to examine. */
const CONTEXT_LENGTH = 200;

/** Returns the kind of border at an offset in a text. */
export function classifyBorder(text: string, at: number, language = ''): Border['after'] {
  const before = text.slice(Math.max(0, at - CONTEXT_LENGTH), at);
  const after = text.slice(at, at + CONTEXT_LENGTH);
  const isTurn = /\n\s*$/.test(before) && NEXT_SPEAKER.test(after);
  if (isTurn || endsSentenceBetween(before, after, language)) return 'sentence';
  return CLAUSE_END.test(before) || BREAK.test(before) ? 'clause' : 'word';
}

/** Marks that join words and numbers into one: well-known, 12:30, example.com. */
const JOINING_MARK = /[\p{L}\p{M}\p{N}][-‐‑:.,'’/@_+&]?$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/**
 * Returns true if the offset is between two letters or digits, or at a mark that joins them, in a script with spaces between
 * words.
 */
function isInWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 3), at), text.slice(at, at + 2)];
  return JOINING_MARK.test(before) && WORD_START.test(after) && !UNSPACED.test(before + after);
}

/** Returns true if the offset is inside an abbreviation of several words: p. ej., z. B., т. е. */
function isInAbbreviation(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at, at + 3)];
  return /(?:^|\s)\p{L}\.\s?$/u.test(before) && /^\p{L}{1,2}\./u.test(after);
}

/**
 * Returns the borders between the words of a text (offsets in UTF-16 units), including for languages without spaces. Opening
 * marks stay with the next word: '¿' and '(' never end a part.
 */
export function findBorders(text: string, language: string): Border[] {
  return [...findSegmenter(language).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .slice(1)
    .map(({ index }) => {
      const before = text.slice(Math.max(0, index - CONTEXT_LENGTH), index);
      const at = index - (OPENING.exec(before)?.[0].length ?? 0);
      return { at, after: classifyBorder(text, at, language) };
    })
    .filter(({ at }) => at > 0 && !isInWord(text, at) && !isInAbbreviation(text, at));
}

/** A capital followed by a lower-case letter, since 'I' doesn't indicate the start of a sentence. */
const CAPITAL = /^[\s\p{P}*♪]*\p{Lu}\p{Ll}/u;

function markAt(text: string, at: number, language?: string): BorderMark {
  const kind = classifyBorder(text, at, language);
  return kind === 'word' && CAPITAL.test(text.slice(at, at + CONTEXT_LENGTH)) ? 'capital' : kind;
}

/**
 * Log likelihood of each mark in one text, by the mark at which the other text is divided. In nats, counted in aligned pairs of
 * files and rounded.
 */
const MARK_LIKELIHOODS: Record<BorderMark, Record<BorderMark, number>> = {
  sentence: { sentence: 5, clause: -2, capital: -1, word: -3 },
  clause: { sentence: 3, clause: 2, capital: 0.5, word: -1 },
  capital: { sentence: 2, clause: 0, capital: 4, word: -2 },
  word: { sentence: 1.5, clause: 0, capital: 1, word: 0 },
};
/**
 * Typical distance of a translation's border from its expected position, in units of the square root of the number of letters.
 */
const TYPICAL_DISTANCE = 0.9;
/** Weight of the distribution's tails, which are heavier than those of a normal distribution, because of free translations. */
const TAIL_WEIGHT = 1.5;

/**
 * Scores of a border at the end of a cue. Matching files mostly break lines at the same words; other files often do. The score is
 * lower inside a sentence if the other text is divided after a sentence, since a nearby end of a sentence fits better.
 */
const CUE_SCORE = { cue: 12, text: 6, withinSentence: 6 };
/** Number of best offsets for which to compare words. */
const MAX_OFFSETS = 12;

/** An offset, and the probability (0 to 1) that it has the same meaning. */
export type Match = { at: number; probability: number };

/** Factor on the evidence for adjacent offsets, which isn't independent. */
const EVIDENCE_WEIGHT = 1;

/**
 * Returns the offset at which to divide a text if the other text is divided at `divided.at`: based on the share of letters before
 * it, the marks at both offsets, the ends of the text's `cues`, and `words`, which returns further evidence for two halves
 * (nats). Null if the text can't be divided.
 */
export function findMatchingBorder(
  text: string,
  { language, cues }: { language: string; cues: readonly number[] },
  divided: { text: string; at: number; isCue: boolean; language?: string },
  words: (halves: Halves) => number,
): Match | null {
  const letters = spokenLength(text);
  const expectedShare =
    spokenLength(divided.text.slice(0, divided.at)) / Math.max(1, spokenLength(divided.text));
  const dividedMark = markAt(divided.text, divided.at, divided.language);
  const scoreCueEnd = (at: number, mark: BorderMark) => {
    if (!cues.includes(at)) return 0;
    const isInSentence = dividedMark === 'sentence' && (mark === 'word' || mark === 'clause');
    return CUE_SCORE[isInSentence ? 'withinSentence' : divided.isCue ? 'cue' : 'text'];
  };
  const scoreOffset = (at: number, lettersBefore: number) => {
    const distance = (lettersBefore - letters * expectedShare) / Math.sqrt(letters) / TYPICAL_DISTANCE;
    const mark = markAt(text, at, language);
    return (
      MARK_LIKELIHOODS[dividedMark][mark] -
      TAIL_WEIGHT * Math.log1p(distance ** 2 / 2) +
      scoreCueEnd(at, mark)
    );
  };
  const offsets = new Set([...cues, ...findBorders(text, language).map(({ at }) => at)]);
  let [measuredEnd, lettersBefore] = [0, 0];
  const sortedOffsets = [...offsets].sort((a, b) => a - b);
  const rankedOffsets = sortedOffsets.map((at) => {
    lettersBefore += spokenLength(text.slice(measuredEnd, at));
    measuredEnd = at;
    return { at, score: scoreOffset(at, lettersBefore) };
  });
  rankedOffsets.sort((a, b) => b.score - a.score);
  const bestOffsets = rankedOffsets.slice(0, MAX_OFFSETS).map(({ at, score }) => ({
    at,
    score: score + words([text.slice(0, at), text.slice(at)]),
  }));
  const [best, ...otherOffsets] = bestOffsets.sort((a, b) => b.score - a.score);
  if (!best) return null;
  const likelihood = (score: number) => Math.exp((score - best.score) * EVIDENCE_WEIGHT);
  const probability = 1 / otherOffsets.reduce((sum, { score }) => sum + likelihood(score), 1);
  return { at: best.at, probability };
}

/** Closing punctuation after a word, up to the next space. */
const CLOSING = /^(?:[\p{Pe}\p{Pf}.,;:!?…。、！？；：，؟،।"']+)(?=\s|$)/u;

/**
 * Moves a caret that is inside a word, or between an opening mark and its word, to the nearest border, or to the end of a text
 * with only one word; other offsets are unchanged. Closing marks stay with their word.
 */
export function moveOutOfWord(text: string, caret: number, language: string): number {
  const isAfterWord = /\S$/.test(text.slice(0, caret));
  const at = caret + (isAfterWord ? (CLOSING.exec(text.slice(caret))?.[0].length ?? 0) : 0);
  const isInsideWord =
    (/[\p{L}\p{M}\p{N}'’]$/u.test(text.slice(0, at)) && /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at))) ||
    (OPENING.test(text.slice(0, at)) && /^\S/.test(text.slice(at)));
  if (!isInsideWord) return at;
  const borders = findBorders(text, language).map((border) => border.at);
  if (borders.length === 0) return text.length;
  if (borders.includes(at)) return at;
  // The space after a word isn't part of the distance.
  const distanceTo = (border: number) =>
    border < at ? at - border : Math.max(0, text.slice(0, border).trimEnd().length - at);
  return borders.reduce((best, border) => (distanceTo(border) < distanceTo(best) ? border : best));
}
