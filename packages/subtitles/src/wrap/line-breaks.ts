import { CONJUNCTIONS } from './conjunctions.ts';

/** Columns of a line, as broadcasters have them: 42, or 16 full-width ones for Chinese and Japanese. */
const COLUMNS = 42;
const FULL_WIDTH_COLUMNS = 32;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Signs that open and must not end a line, and signs that close and must not begin one; 、 and small kana among them. */
const OPENS = /[¿¡«“„‘([{<「『（【《〈〔［｛\-–—♪#]$/u;
const CLOSES =
  /^[»”’)\]}>.,;:!?…%、。，．・：；？！ー」』）】》〉〕］｝ぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜♪\uFF67-\uFF70\uFF9E\uFF9F]/u;
const ENDS_CLAUSE = /[.,;:!?…،؛؟。、，！？；：]["'”’»」』)]*$/u;

/** Words that belong to the next one: a break before them is better than behind. */
const LEADING: ReadonlySet<string> = new Set(
  `with for from to of in on at by the a an my your his her con para por de del en a al el la los las un una mi tu su avec pour par de du des dans sur
  à au le la les un une mit für von zu in auf an der die das den dem ein eine per da di nel il lo gli i em no na os as um uma do с для от в на по к إلى من في على عن`.split(
    /\s+/,
  ),
);

/** A place between two lines: `length` blanks at `at` go. Positions are UTF-16 units. */
export type LineBreak = { at: number; length: number };

/** The number of columns that a text takes; signs of East Asia take two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const sign of text) columns += widthOf(sign);
  return columns;
}

/** Signs below have one column each; patterns made most of the time of writing. */
const FIRST_OTHER = '\u00AD';

function widthOf(sign: string): number {
  if (sign < FIRST_OTHER) return 1;
  return NO_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
}

const limitOf = (line: string): number => (UNSPACED.test(line) ? FULL_WIDTH_COLUMNS : COLUMNS);

/**
 * Returns the breaks of lines that are too long for a screen: as few lines as it takes, alike in length, behind punctuation and before a
 * conjunction rather than anywhere, never between an opening sign and its word. Positions are in the order of the text, whatever its
 * direction. A word of a whole line or more stays whole.
 */
export function lineBreaks(text: string): LineBreak[] {
  const breaks: LineBreak[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.length > FULL_WIDTH_COLUMNS / 2 && columnsOf(line) > limitOf(line)) {
      breaks.push(...breaksOf(line).map(({ at, length }) => ({ at: start + at, length })));
    }
    start += line.length + 1;
  }
  return breaks;
}

/** A text with the breaks of {@link lineBreaks}. */
export function wrapLines(text: string): string {
  let wrapped = '';
  let from = 0;
  for (const { at, length } of lineBreaks(text)) {
    wrapped += `${text.slice(from, at)}\n`;
    from = at + length;
  }
  return wrapped + text.slice(from);
}

/** Weight of lines that differ in length, in the costs of places. */
const IMBALANCE = 0.6;

type Place = LineBreak & { cost: number; columns: number };

function breaksOf(line: string): LineBreak[] {
  const limit = limitOf(line);
  const places = placesOf(line);
  const total = columnsOf(line);
  const chosen: LineBreak[] = [];
  let done = 0;
  let first = 0;
  while (total - done > limit) {
    const lines = Math.ceil((total - done) / limit);
    const ideal = (total - done) / lines;
    let [best, least, isRoomy] = [-1, Number.POSITIVE_INFINITY, false];
    for (let at = first; at < places.length; at += 1) {
      const { columns, cost } = places[at] as Place;
      // A word longer than a line makes one longer.
      if (columns - done > limit && best >= 0) break;
      const fits = columns - done <= limit && total - columns <= limit * (lines - 1);
      const value = (IMBALANCE * Math.abs(columns - done - ideal)) / limit + cost;
      // The rest must fit into the lines that are left, if any place allows for it.
      if (fits === isRoomy ? value < least : fits) [best, least, isRoomy] = [at, value, fits];
    }
    const next = places[best];
    if (!next) break;
    chosen.push({ at: next.at, length: next.length });
    done = next.columns + next.length;
    first = best + 1;
  }
  return chosen;
}

/** Signs of a word that are looked at. */
const LONGEST_LOOKED_AT = 20;

/** All places where a line may break, with how much worse each is than a clause's end. Columns are those before it. */
function placesOf(line: string): Place[] {
  const places: Place[] = [];
  let columns = 0;
  let wordStart = 0;
  let at = 0;
  let before = '';
  for (const sign of line) {
    const isBlank = sign === ' ' || sign === '\t' || sign === '\u3000';
    const isMark = sign >= FIRST_OTHER && NO_WIDTH.test(sign);
    const isBetween = at > 0 && !isBlank && !isMark && (isUnspaced(sign) || isUnspaced(before));
    if (isBlank || isBetween) {
      const end = at + (isBlank ? sign.length : 0);
      // Only its end counts, and Chinese has no blank to begin a word.
      const word = line.slice(Math.max(wordStart, at - LONGEST_LOOKED_AT), at);
      const next = line.slice(end, end + 30);
      if (next !== '' && !OPENS.test(line.slice(Math.max(0, at - 2), at)) && !CLOSES.test(next)) {
        places.push({ at, length: end - at, columns, cost: costOf(word, next) });
      }
      if (isBlank) wordStart = end;
    }
    columns += widthOf(sign);
    // A mark belongs to the sign before it.
    if (!isMark) before = sign;
    at += sign.length;
  }
  return places;
}

const isUnspaced = (sign: string): boolean => sign >= FIRST_OTHER && UNSPACED.test(sign);

/** Japanese breaks best behind what ends a word: its kana before another script. */
function costOf(word: string, next: string): number {
  if (ENDS_CLAUSE.test(word)) return 0;
  if (UNSPACED.test(next.slice(0, 2))) {
    if (/^\p{Script=Hiragana}/u.test(next)) return 0.6;
    return /\p{Script=Hiragana}$/u.test(word) ? 0.1 : 0.35;
  }
  const [following = ''] = next.toLowerCase().split(/[\s.,;:!?]/, 1);
  if (LEADING.has(word.toLowerCase())) return 0.6;
  return CONJUNCTIONS.has(following) ? 0.08 : LEADING.has(following) ? 0.22 : 0.35;
}
