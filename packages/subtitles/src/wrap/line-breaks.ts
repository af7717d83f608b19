import { CONJUNCTIONS } from './conjunctions.ts';

/** Maximum number of columns of a line, as broadcasters use: 42, or 16 full-width characters in Chinese and Japanese. */
const MAX_COLUMNS = 42;
const MAX_FULL_WIDTH_COLUMNS = 32;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Opening characters, which can't end a line, and closing ones, which can't start a line, such as 、 and small kana. */
const OPENS = /[¿¡«“„‘([{<「『（【《〈〔［｛\-–—♪#]/u;
const CLOSES =
  /[»”’)\]}>.,;:!?…%、。，．・：；？！ー」』）】》〉〕］｝ぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜♪\uFF67-\uFF70\uFF9E\uFF9F]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const MAY_END_CLAUSE = /[.,;:!?…،؛؟。、，！？；："'”’»」』)\]]/u;
const ENDS_CLAUSE = /[.,;:!?…،؛؟。、，！？；：]["'”’»」』)]*$/u;

/** Words that belong to the next word: a break before them is better than after them. */
const LEADING: ReadonlySet<string> = new Set(
  `with for from to of in on at by the a an my your his her con para por de del en a al el la los las un una mi tu su avec pour par de du des dans sur
  à au le la les un une mit für von zu in auf an der die das den dem ein eine per da di nel il lo gli i em no na os as um uma do с для от в на по к إلى من في على عن`.split(
    /\s+/,
  ),
);

/** A possible line break, which removes `length` whitespace characters at `at`. Positions are in UTF-16 units. */
export type LineBreak = { at: number; length: number };

/** Returns the number of columns of a text; full-width East Asian characters take two. */
export function countColumns(text: string): number {
  let columns = 0;
  for (const character of text) columns += measureWidth(character);
  return columns;
}

/**
 * Traits of a character as bits; the lowest two are its number of columns. Cached, since patterns took most of the time for
 * writing.
 */
const [UNSPACED_CHARACTER, OPENING, CLOSING, HIRAGANA_CHARACTER, CLAUSE_END, CACHED] = [
  4, 8, 16, 32, 64, 128,
];
const traitsByCode = new Uint8Array(0x20000);

function findTraits(character: string): number {
  const code = character.codePointAt(0) as number;
  const cached = traitsByCode[code];
  if (cached) return cached;
  const traits =
    (NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1) |
    (UNSPACED.test(character) ? UNSPACED_CHARACTER : 0) |
    (OPENS.test(character) ? OPENING : 0) |
    (CLOSES.test(character) ? CLOSING : 0) |
    (HIRAGANA.test(character) ? HIRAGANA_CHARACTER : 0) |
    (MAY_END_CLAUSE.test(character) ? CLAUSE_END : 0) |
    CACHED;
  traitsByCode[code] = traits;
  return traits;
}

const measureWidth = (character: string): number => findTraits(character) & 3;
const hasTrait = (character: string | undefined, trait: number): boolean =>
  character !== undefined && (findTraits(character) & trait) !== 0;
const isUnspaced = (character: string): boolean => hasTrait(character, UNSPACED_CHARACTER);
const characterAt = (text: string, at: number): string | undefined =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : undefined;

const findLimit = (line: string): number => (UNSPACED.test(line) ? MAX_FULL_WIDTH_COLUMNS : MAX_COLUMNS);

/**
 * Returns line breaks for lines that are too long for the screen: as few lines as possible, of similar length, with breaks
 * preferably after punctuation or before a conjunction, and never between an opening character and its word. Positions are in
 * text order, for any writing direction. Doesn't break words that are longer than a line.
 */
export function findLineBreaks(text: string): LineBreak[] {
  const breaks: LineBreak[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.length > MAX_FULL_WIDTH_COLUMNS / 2 && countColumns(line) > findLimit(line)) {
      breaks.push(...findBreaks(line).map(({ at, length }) => ({ at: start + at, length })));
    }
    start += line.length + 1;
  }
  return breaks;
}

/** Weight of the difference between line lengths in the cost of a break. */
const IMBALANCE = 0.6;

type PossibleBreak = LineBreak & { cost: number; columns: number };

function findBreaks(line: string): LineBreak[] {
  const limit = findLimit(line);
  const possibleBreaks = findPossibleBreaks(line);
  const total = countColumns(line);
  const chosen: LineBreak[] = [];
  let doneColumns = 0;
  let first = 0;
  while (total - doneColumns > limit) {
    const lines = Math.ceil((total - doneColumns) / limit);
    const ideal = (total - doneColumns) / lines;
    let [best, min, isBestFitting] = [-1, Number.POSITIVE_INFINITY, false];
    for (let at = first; at < possibleBreaks.length; at += 1) {
      const { columns, cost } = possibleBreaks[at] as PossibleBreak;
      // A line with an overlong word exceeds the limit.
      if (columns - doneColumns > limit && best >= 0) break;
      const fits = columns - doneColumns <= limit && total - columns <= limit * (lines - 1);
      const value = (IMBALANCE * Math.abs(columns - doneColumns - ideal)) / limit + cost;
      // Prefers breaks that let the rest fit into the remaining lines.
      if (fits === isBestFitting ? value < min : fits) [best, min, isBestFitting] = [at, value, fits];
    }
    const next = possibleBreaks[best];
    if (!next) break;
    chosen.push({ at: next.at, length: next.length });
    doneColumns = next.columns + next.length;
    first = best + 1;
  }
  return chosen;
}

/** Maximum numbers of characters to examine in a word, and after it. */
const MAX_EXAMINED = 20;
const MAX_NEXT_LENGTH = 30;
const WORD_STOP = /[\s.,;:!?]/;

/** Returns all possible breaks, each with the number of columns before it and its cost relative to the end of a clause. */
function findPossibleBreaks(line: string): PossibleBreak[] {
  const possibleBreaks: PossibleBreak[] = [];
  let columns = 0;
  let wordStart = 0;
  let at = 0;
  let before = '';
  for (const character of line) {
    const isBlank = character === ' ' || character === '\t' || character === '\u3000';
    const isMark = measureWidth(character) === 0;
    const isBetween = at > 0 && !isBlank && !isMark && (isUnspaced(character) || isUnspaced(before));
    if (isBlank || isBetween) {
      const end = at + (isBlank ? character.length : 0);
      const isPossible =
        end < line.length && !hasTrait(line[at - 1], OPENING) && !hasTrait(line[end], CLOSING);
      // Only the end of a word matters. Limits its length, since Chinese words aren't separated by spaces.
      const wordFrom = Math.max(wordStart, at - MAX_EXAMINED);
      if (isPossible)
        possibleBreaks.push({
          at,
          length: end - at,
          columns,
          cost: measureBreakCost(line, wordFrom, at, end),
        });
      if (isBlank) wordStart = end;
    }
    columns += measureWidth(character);
    // A combining mark belongs to the preceding character.
    if (!isMark) before = character;
    at += character.length;
  }
  return possibleBreaks;
}

/**
 * Returns the cost of a break. In Japanese, the best break is where hiragana ends before another script, which is the end of a
 * word.
 */
function measureBreakCost(line: string, wordFrom: number, wordEnd: number, nextFrom: number): number {
  const last = line[wordEnd - 1];
  if (hasTrait(last, CLAUSE_END) && ENDS_CLAUSE.test(line.slice(wordFrom, wordEnd))) return 0;
  const first = characterAt(line, nextFrom);
  if (hasTrait(first, UNSPACED_CHARACTER) || hasTrait(line[nextFrom + 1], UNSPACED_CHARACTER)) {
    if (hasTrait(first, HIRAGANA_CHARACTER)) return 0.6;
    return wordEnd > wordFrom && hasTrait(last, HIRAGANA_CHARACTER) ? 0.1 : 0.35;
  }
  const next = line.slice(nextFrom, nextFrom + MAX_NEXT_LENGTH);
  const stop = next.search(WORD_STOP);
  const following = (stop < 0 ? next : next.slice(0, stop)).toLowerCase();
  if (LEADING.has(line.slice(wordFrom, wordEnd).toLowerCase())) return 0.6;
  return CONJUNCTIONS.has(following) ? 0.08 : LEADING.has(following) ? 0.22 : 0.35;
}
