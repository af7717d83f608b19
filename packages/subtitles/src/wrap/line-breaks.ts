import { CONJUNCTIONS } from './conjunctions.ts';

/** Maximum columns of a line, as used by broadcasters: 42, or 16 full-width ones for Chinese and Japanese. */
const COLUMNS = 42;
const FULL_WIDTH_COLUMNS = 32;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Opening characters, which must not end a line, and closing ones, which must not begin one, such as 、 and small kana. */
const OPENS = /[¿¡«“„‘([{<「『（【《〈〔［｛\-–—♪#]/u;
const CLOSES =
  /[»”’)\]}>.,;:!?…%、。，．・：；？！ー」』）】》〉〕］｝ぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜♪\uFF67-\uFF70\uFF9E\uFF9F]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const MAY_END_CLAUSE = /[.,;:!?…،؛؟。、，！？；："'”’»」』)\]]/u;
const ENDS_CLAUSE = /[.,;:!?…،؛؟。、，！？；：]["'”’»」』)]*$/u;

/** Words that belong to the next one: a break before them is better than after. */
const LEADING: ReadonlySet<string> = new Set(
  `with for from to of in on at by the a an my your his her con para por de del en a al el la los las un una mi tu su avec pour par de du des dans sur
  à au le la les un une mit für von zu in auf an der die das den dem ein eine per da di nel il lo gli i em no na os as um uma do с для от в на по к إلى من في على عن`.split(
    /\s+/,
  ),
);

/** A possible line break: `length` blanks at `at` are removed. Positions are UTF-16 units. */
export type LineBreak = { at: number; length: number };

/** Returns the number of columns of a text; East Asian characters take two. */
export function countColumns(text: string): number {
  let columns = 0;
  for (const sign of text) columns += getWidth(sign);
  return columns;
}

/** Traits of a character, in bits: the lowest two are its columns. Cached, since patterns took most of the writing time. */
const [UNSPACED_SIGN, OPENING, CLOSING, HIRAGANA_SIGN, CLAUSE_END, KNOWN] = [4, 8, 16, 32, 64, 128];
const traitsBySign = new Uint8Array(0x20000);

function getTraits(sign: string): number {
  const code = sign.codePointAt(0) as number;
  const known = traitsBySign[code];
  if (known) return known;
  const traits =
    (NO_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1) |
    (UNSPACED.test(sign) ? UNSPACED_SIGN : 0) |
    (OPENS.test(sign) ? OPENING : 0) |
    (CLOSES.test(sign) ? CLOSING : 0) |
    (HIRAGANA.test(sign) ? HIRAGANA_SIGN : 0) |
    (MAY_END_CLAUSE.test(sign) ? CLAUSE_END : 0) |
    KNOWN;
  traitsBySign[code] = traits;
  return traits;
}

const getWidth = (sign: string): number => getTraits(sign) & 3;
const hasTrait = (sign: string | undefined, trait: number): boolean =>
  sign !== undefined && (getTraits(sign) & trait) !== 0;
const isUnspaced = (sign: string): boolean => hasTrait(sign, UNSPACED_SIGN);
const signAt = (text: string, at: number): string | undefined =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : undefined;

const getLimit = (line: string): number => (UNSPACED.test(line) ? FULL_WIDTH_COLUMNS : COLUMNS);

/**
 * Returns the breaks of lines that are too long for a screen: as few lines as possible, of similar length, broken after
 * punctuation and before a conjunction rather than anywhere, never between an opening character and its word. Positions are in
 * the order of the text, whatever its direction. A word as long as a line or longer stays whole.
 */
export function lineBreaks(text: string): LineBreak[] {
  const breaks: LineBreak[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.length > FULL_WIDTH_COLUMNS / 2 && countColumns(line) > getLimit(line)) {
      breaks.push(...findBreaks(line).map(({ at, length }) => ({ at: start + at, length })));
    }
    start += line.length + 1;
  }
  return breaks;
}

/** Weight of differing line lengths in a break's cost. */
const IMBALANCE = 0.6;

type Place = LineBreak & { cost: number; columns: number };

function findBreaks(line: string): LineBreak[] {
  const limit = getLimit(line);
  const places = findPlaces(line);
  const total = countColumns(line);
  const chosen: LineBreak[] = [];
  let done = 0;
  let first = 0;
  while (total - done > limit) {
    const lines = Math.ceil((total - done) / limit);
    const ideal = (total - done) / lines;
    let [best, min, isRoomy] = [-1, Number.POSITIVE_INFINITY, false];
    for (let at = first; at < places.length; at += 1) {
      const { columns, cost } = places[at] as Place;
      // A word longer than a line makes its line longer.
      if (columns - done > limit && best >= 0) break;
      const fits = columns - done <= limit && total - columns <= limit * (lines - 1);
      const value = (IMBALANCE * Math.abs(columns - done - ideal)) / limit + cost;
      // The rest must fit into the remaining lines, if any break allows it.
      if (fits === isRoomy ? value < min : fits) [best, min, isRoomy] = [at, value, fits];
    }
    const next = places[best];
    if (!next) break;
    chosen.push({ at: next.at, length: next.length });
    done = next.columns + next.length;
    first = best + 1;
  }
  return chosen;
}

/** Number of characters examined in a word, and after it. */
const MAX_EXAMINED = 20;
const LONGEST_NEXT = 30;
const WORD_STOP = /[\s.,;:!?]/;

/** Returns all possible breaks, with their extra cost compared to the end of a clause. Columns are those before the break. */
function findPlaces(line: string): Place[] {
  const places: Place[] = [];
  let columns = 0;
  let wordStart = 0;
  let at = 0;
  let before = '';
  for (const sign of line) {
    const isBlank = sign === ' ' || sign === '\t' || sign === '\u3000';
    const isMark = getWidth(sign) === 0;
    const isBetween = at > 0 && !isBlank && !isMark && (isUnspaced(sign) || isUnspaced(before));
    if (isBlank || isBetween) {
      const end = at + (isBlank ? sign.length : 0);
      const isPossible =
        end < line.length && !hasTrait(line[at - 1], OPENING) && !hasTrait(line[end], CLOSING);
      // Only its end counts, and Chinese words don't begin with a blank.
      const wordFrom = Math.max(wordStart, at - MAX_EXAMINED);
      if (isPossible) places.push({ at, length: end - at, columns, cost: getCost(line, wordFrom, at, end) });
      if (isBlank) wordStart = end;
    }
    columns += getWidth(sign);
    // A mark belongs to the character before it.
    if (!isMark) before = sign;
    at += sign.length;
  }
  return places;
}

/** Japanese breaks best after the end of a word: its kana before another script. */
function getCost(line: string, wordFrom: number, wordEnd: number, nextFrom: number): number {
  const last = line[wordEnd - 1];
  if (hasTrait(last, CLAUSE_END) && ENDS_CLAUSE.test(line.slice(wordFrom, wordEnd))) return 0;
  const first = signAt(line, nextFrom);
  if (hasTrait(first, UNSPACED_SIGN) || hasTrait(line[nextFrom + 1], UNSPACED_SIGN)) {
    if (hasTrait(first, HIRAGANA_SIGN)) return 0.6;
    return wordEnd > wordFrom && hasTrait(last, HIRAGANA_SIGN) ? 0.1 : 0.35;
  }
  const next = line.slice(nextFrom, nextFrom + LONGEST_NEXT);
  const stop = next.search(WORD_STOP);
  const following = (stop < 0 ? next : next.slice(0, stop)).toLowerCase();
  if (LEADING.has(line.slice(wordFrom, wordEnd).toLowerCase())) return 0.6;
  return CONJUNCTIONS.has(following) ? 0.08 : LEADING.has(following) ? 0.22 : 0.35;
}
