import type { Halves } from '../align/learning/row-words.ts';
import { spokenLength } from '../align/tracks/speech.ts';
import { UNSPACED } from '../align/tracks/unspaced.ts';
import { endsSentenceBetween, NEXT_SPEAKER } from './sentence-end.ts';

/** Evidence of an end: the mark of a sentence or a clause, a capital letter after it, or just the end of a word. */
type Sign = 'sentence' | 'clause' | 'capital' | 'word';

/** A position at which a text can be divided, by quality: after a sentence, after a clause, or between words. */
export type Border = { at: number; after: 'sentence' | 'clause' | 'word' };

/**
 * Opening marks: brackets, quotes, ¿ and ¡, also without a space before them as in Chinese; after a space a number's sign ('#3',
 * '$5'), a dash, and the dots of a continued text ('... and then'), which may stand alone after the dots that interrupted it.
 */
const OPENING =
  /(?:(?<=^|\s)(?:[\p{Ps}\p{Pi}\p{Sc}#№§¿¡"'.…*♪—–-]+|[—–-] |«\s)|(?<=(?:\.{2}|…)\s{1,2})(?:\.{2,4}|…)\s{0,2}|[\p{Ps}\p{Pi}¿¡]{1,4})$/u;
/** A break within a sentence that continues: "Why?" he asked. */
const BREAK = /[!?…！？؟—–][\p{Pe}\p{Pf}"'\s]*$|\.{2,}\s*$/u;
const CLAUSE_END = /(?:[,;:、，；：،][\p{Pe}\p{Pf}"']*|\n)\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

function createSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // The code isn't a valid language tag.
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

/** Cached: creating one takes longer than dividing a text with it. */
function segmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? createSegmenter(language);
  segmenters.set(language, known);
  return known;
}

/** Characters around a border that can matter. */
const REACH = 200;

/** Returns the kind of border in a text before an offset. */
export function kindAt(text: string, at: number, language = ''): Border['after'] {
  const before = text.slice(Math.max(0, at - REACH), at);
  const after = text.slice(at, at + REACH);
  const isTurn = /\n\s*$/.test(before) && NEXT_SPEAKER.test(after);
  if (isTurn || endsSentenceBetween(before, after, language)) return 'sentence';
  return CLAUSE_END.test(before) || BREAK.test(before) ? 'clause' : 'word';
}

/** Marks that join words and numbers into one: well-known, 12:30, example.com. */
const JOINED = /[\p{L}\p{M}\p{N}][-‐‑:.,'’/@_+&]?$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** Returns true between two letters or digits, also with a joining mark between them, of a script that has spaces between words. */
function isInWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 3), at), text.slice(at, at + 2)];
  return JOINED.test(before) && WORD_START.test(after) && !UNSPACED.test(before + after);
}

/** Abbreviations of several words are one: p. ej., z. B., т. е. */
function isInAbbreviation(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at, at + 3)];
  return /(?:^|\s)\p{L}\.\s?$/u.test(before) && /^\p{L}{1,2}\./u.test(after);
}

/**
 * Returns the offsets between the words of a text (UTF-16 units), also for languages without spaces. Opening marks stay
 * with their word: '¿' and '(' never end a part.
 */
export function findBorders(text: string, language: string): Border[] {
  return [...segmenter(language).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .slice(1)
    .map(({ index }) => {
      const before = text.slice(Math.max(0, index - REACH), index);
      const at = index - (OPENING.exec(before)?.[0].length ?? 0);
      return { at, after: kindAt(text, at, language) };
    })
    .filter(({ at }) => at > 0 && !isInWord(text, at) && !isInAbbreviation(text, at));
}

/** 'I' has no lower-case letter after it, and doesn't mark a sentence. */
const CAPITAL = /^[\s\p{P}*♪]*\p{Lu}\p{Ll}/u;

function signAt(text: string, at: number, language?: string): Sign {
  const kind = kindAt(text, at, language);
  return kind === 'word' && CAPITAL.test(text.slice(at, at + REACH)) ? 'capital' : kind;
}

/**
 * Log-likelihood of each mark in the other text, by the mark where one text is divided. Nats, counted in aligned pairs of
 * files, and rounded.
 */
const LIKENESS: Record<Sign, Record<Sign, number>> = {
  sentence: { sentence: 5, clause: -2, capital: -1, word: -3 },
  clause: { sentence: 3, clause: 2, capital: 0.5, word: -1 },
  capital: { sentence: 2, clause: 0, capital: 4, word: -2 },
  word: { sentence: 1.5, clause: 0, capital: 1, word: 0 },
};
/** Typical distance of a translation's border from the one expected by length, in units of the square root of its letters. */
const USUAL_DISTANCE = 0.9;
/** Weight of the distribution's tails: free translations are farther off than a normal distribution allows. */
const TAILS = 1.5;

/**
 * Score of a border at the end of a cue. Matching files mostly break lines at the same words, other files often do. It is
 * less within a sentence if the other text's sentence ends there, since a nearby sentence end fits better.
 */
const CUE_WORTH = { cue: 12, text: 6, withinSentence: 6 };
/** Number of best offsets for which the words on both sides are compared. */
const MAX_OFFSETS = 12;

/** An offset, and the probability (0 to 1) that it has the same meaning. */
export type Match = { at: number; probability: number };

/** The evidence for neighbouring offsets isn't independent. */
const EVIDENCE = 1;

/**
 * Returns the offset at which to divide a text if another one is divided at an offset: by the share of letters before it, the
 * marks at both offsets, the ends of its own `cues`, and `words`, further evidence for two halves (nats). Null if it can't be
 * divided.
 */
export function matchingBorder(
  text: string,
  { language, cues }: { language: string; cues: readonly number[] },
  divided: { text: string; at: number; isCue: boolean; language?: string },
  words: (halves: Halves) => number,
): Match | null {
  const letters = spokenLength(text);
  const share = spokenLength(divided.text.slice(0, divided.at)) / Math.max(1, spokenLength(divided.text));
  const sign = signAt(divided.text, divided.at, divided.language);
  const worthOfCue = (at: number, own: Sign) => {
    if (!cues.includes(at)) return 0;
    const isWithin = sign === 'sentence' && (own === 'word' || own === 'clause');
    return CUE_WORTH[isWithin ? 'withinSentence' : divided.isCue ? 'cue' : 'text'];
  };
  const getWorth = (at: number, weight: number) => {
    const distance = (weight - letters * share) / Math.sqrt(letters) / USUAL_DISTANCE;
    const own = signAt(text, at, language);
    return LIKENESS[sign][own] - TAILS * Math.log1p(distance ** 2 / 2) + worthOfCue(at, own);
  };
  const offsets = new Set([...cues, ...findBorders(text, language).map(({ at }) => at)]);
  let [weighed, weight] = [0, 0];
  const inOrder = [...offsets].sort((a, b) => a - b);
  const ranked = inOrder.map((at) => {
    weight += spokenLength(text.slice(weighed, at));
    weighed = at;
    return { at, worth: getWorth(at, weight) };
  });
  ranked.sort((a, b) => b.worth - a.worth);
  const likely = ranked.slice(0, MAX_OFFSETS).map(({ at, worth }) => ({
    at,
    worth: worth + words([text.slice(0, at), text.slice(at)]),
  }));
  const [best, ...others] = likely.sort((a, b) => b.worth - a.worth);
  if (!best) return null;
  const odds = (worth: number) => Math.exp((worth - best.worth) * EVIDENCE);
  const probability = 1 / others.reduce((sum, { worth }) => sum + odds(worth), 1);
  return { at: best.at, probability };
}

/** Punctuation that closes a word, up to the next space. */
const CLOSING = /^(?:[\p{Pe}\p{Pf}.,;:!?…。、！？；：，؟،।"']+)(?=\s|$)/u;

/**
 * Returns the offset, or the nearest border if it is within a word or between an opening mark and its word: the text's end if it
 * has only one word. Closing marks stay with their word.
 */
export function outsideWords(text: string, caret: number, language: string): number {
  const isBehindWord = /\S$/.test(text.slice(0, caret));
  const at = caret + (isBehindWord ? (CLOSING.exec(text.slice(caret))?.[0].length ?? 0) : 0);
  const isWithin =
    (/[\p{L}\p{M}\p{N}'’]$/u.test(text.slice(0, at)) && /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at))) ||
    (OPENING.test(text.slice(0, at)) && /^\S/.test(text.slice(at)));
  if (!isWithin) return at;
  const borders = findBorders(text, language).map((border) => border.at);
  if (borders.length === 0) return text.length;
  if (borders.includes(at)) return at;
  // The space after a word counts as close to it.
  const wayTo = (border: number) =>
    border < at ? at - border : Math.max(0, text.slice(0, border).trimEnd().length - at);
  return borders.reduce((best, border) => (wayTo(border) < wayTo(best) ? border : best));
}
