import { type CueCollector, collectLines } from '../cues/collect-cues.ts';
import { type Markup, type Reading, replaceCharacter } from '../cues/cue.ts';
import { stripTags } from './srt-tags.ts';
import type { LineKind } from './srt-timing.ts';
import { classifyLine, normaliseCharacters } from './srt-timing.ts';

type Boundary = { line: number; kind: Exclude<LineKind, { kind: 'text' }> };
type Timing = Extract<LineKind, { kind: 'timing' }>;

const INDEX = /^[#-]?(\d{1,9})(?:\.\d*|\))?$/;
const GLUED_INDEX = /(?:(\uFEFF)|[^\s\d])(\d{1,9})$/;
/** Incomplete times at the end of a truncated file. */
const CUT_TIMES = /^\d{1,4}:\d{2}:\d{0,2}(?:[.,]\d{0,3} ?-{0,2})?$/;
const MAX_INDEX_LENGTH = 100;
const [ZERO, NINE] = [48, 57];

/**
 * Reads SubRip. Relies only on the lines with times: everything else can be missing or wrong (indexes, blank lines, delimiters,
 * line endings). Returns plain texts in file order: moves formatting tags to the cue's markup, trims lines, and drops cues
 * without text. Never throws.
 */
export function readSrt(text: string): Reading {
  const { lines: raw, report, add, finish } = collectLines(normaliseSeparators(text));
  for (let line = 0; line < raw.length; line += 1) {
    const trimmed = (raw[line] ?? '').trim();
    // Detects a WebVTT file that was appended to this one.
    const isPasted = trimmed === 'WEBVTT' && raw[line - 1] === '' && (raw[line + 1] ?? '').trim() === '';
    raw[line] = isPasted ? '' : trimmed;
  }
  const hasMarkup = text.includes('<') || text.includes('{\\');
  const lines = hasMarkup ? raw.map((line) => stripTags(line).trim()) : raw;
  const boundaries = findBoundaries(lines, text.includes('＞'));
  const blockEnds = findBlockEnds(lines, boundaries);
  cutGluedIndexes(lines === raw ? [raw] : [lines, raw], boundaries, blockEnds);
  if (boundaries.length === 0) reportNoTimes(lines, report);
  else reportStrayText(lines.slice(0, blockEnds[0] ?? 0), report);

  for (let position = 0; position < boundaries.length; position += 1) {
    const { line, kind } = boundaries[position] as Boundary;
    const number = line + 1;
    if (kind.kind === 'broken') {
      report(number, 'unreadableTimes', { text: lines[line] ?? '' });
      continue;
    }
    if (kind.negative) report(number, 'negativeTime');
    const end = blockEnds[position + 1] ?? lines.length;
    const cueText = joinLines(kind.rest, lines, number, end);
    if (cueText === '') report(number, 'noText');
    else {
      const payload = hasMarkup ? joinLines(findRawRest(raw[line] ?? '', kind), raw, number, end) : cueText;
      add(number, kind.start, kind.end, cueText, buildMarkup(payload, cueText, kind.settings));
    }
  }
  return finish();
}

/**
 * Replaces CR CR LF, a line break that was converted twice, the Unicode line separators that some programs write, and the arrows
 * that word processors substitute for `-->`.
 */
function normaliseSeparators(original: string): string {
  const text = original.replaceAll('\r\r\n', '\n');
  const separators = /[\r\n]/.test(text) ? [] : ['\u0085', '\u2028', '\u2029'];
  const lines = separators.reduce((all, separator) => replaceCharacter(all, separator, '\n'), text);
  return !lines.includes('-->') && hasArrows(lines) ? replaceCharacter(lines, '→', '-->') : lines;
}

/** Returns true if a line consists of two times and an arrow of any kind. */
export function hasArrows(text: string): boolean {
  return /^[ \t]*\d[\d:.,;]*[ \t]?(?:[-–—]+>|→)[ \t]?\d[\d:.,;]*[ \t]*$/mu.test(text);
}

function buildMarkup(payload: string, text: string, settings: string): Markup | undefined {
  if (payload === text && settings === '') return undefined;
  return { format: 'srt', ...(payload === text ? {} : { payload }), ...(settings && { settings }) };
}

/** Joins trimmed lines, without leading and trailing blank lines. */
function joinLines(rest: string, lines: readonly string[], start: number, stop: number): string {
  let from = start;
  let to = stop;
  while (to > from && lines[to - 1] === '') to -= 1;
  if (rest !== '') return from === to ? rest : `${rest}\n${lines.slice(from, to).join('\n')}`;
  while (from < to && lines[from] === '') from += 1;
  return to - from <= 1 ? (to > from && lines[from]) || '' : lines.slice(from, to).join('\n');
}

/** Returns the text after the times with its original tags, if it still reads the same. */
function findRawRest(line: string, { rest }: Timing): string {
  if (rest === '') return '';
  const kind = classifyLine(line);
  return kind.kind === 'timing' && stripTags(kind.rest).trim() === rest ? kind.rest : rest;
}

function findBoundaries(lines: readonly string[], hasFullWidth: boolean): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    // Fast path: lines with times contain an arrowhead, and most other lines don't.
    if (!hasFullWidth && !text.includes('>')) continue;
    const kind = classifyLine(text);
    if (kind.kind !== 'text') boundaries.push({ line, kind });
  }
  const last = lines.findLastIndex((line) => line !== '');
  if (isTruncated(lines, last, boundaries)) boundaries.push({ line: last, kind: { kind: 'broken' } });
  return boundaries;
}

/**
 * Returns true if a file ends within a cue's times, or at its index: the next number after a blank line. That is also the one that
 * follows the number of cues, since written files count from 1.
 */
function isTruncated(lines: readonly string[], last: number, boundaries: readonly Boundary[]): boolean {
  const timing = boundaries.at(-1)?.line;
  if (timing === undefined || last <= timing) return false;
  const [lineAbove, line, index] = [lines[last - 1] ?? '', lines[last] ?? '', lines[timing - 1] ?? ''];
  if (CUT_TIMES.test(line)) return readIndex(lineAbove) !== null;
  const number = lineAbove === '' ? readIndex(line) : null;
  return number !== null && [readIndex(index), boundaries.length].includes(number - 1);
}

/**
 * Returns for each line with times the end of the text above it: the line of the cue's index or, without an index, of the times.
 */
function findBlockEnds(lines: readonly string[], boundaries: readonly Boundary[]): number[] {
  let from = 0;
  let index: number | null = null;
  return boundaries.map(({ line }) => {
    const indexLine = findIndexLine(lines, from, line, index);
    index = indexLine < line ? readIndex(lines[indexLine] ?? '') : null;
    from = line + 1;
    return indexLine;
  });
}

/**
 * Returns the line of the index above a line with times: a number directly above it or, if there are blank lines between, the
 * number that follows the previous cue's index. Any other number is text. Without an index, returns the line with times itself.
 */
function findIndexLine(
  lines: readonly string[],
  from: number,
  timing: number,
  previous: number | null,
): number {
  let line = timing - 1;
  while (line >= from && lines[line] === '') line -= 1;
  const index = line >= from ? readIndex(lines[line] ?? '') : null;
  if (index === null) return timing;
  const isNext = previous === null ? from === 0 : index === previous + 1;
  return line === timing - 1 || isNext ? line : timing;
}

/**
 * Removes an index that directly follows the end of the text (`Hello.2⏎00:00:03,000 …`), if it matches the neighbouring indexes:
 * it is the next number, or an appended file restarts at 1.
 */
function cutGluedIndexes(
  texts: readonly string[][],
  boundaries: readonly Boundary[],
  blockEnds: readonly number[],
): void {
  const indexes = boundaries.map(({ line }, at) => {
    const indexLine = blockEnds[at] ?? line;
    return indexLine < line ? readIndex(texts[0]?.[indexLine] ?? '') : null;
  });
  for (let at = 1; at < boundaries.length; at += 1) {
    const [previousIndex, index, nextIndex] = [indexes[at - 1], indexes[at], indexes[at + 1]];
    if (index !== null || previousIndex == null) continue;
    const lineAbove = (boundaries[at]?.line ?? 0) - 1;
    const [, mark, gluedIndex] = GLUED_INDEX.exec(texts[0]?.[lineAbove] ?? '') ?? [];
    if (gluedIndex === undefined || (nextIndex != null && nextIndex !== Number(gluedIndex) + 1)) continue;
    const restarts = gluedIndex === '1' && (mark !== undefined || isEarlier(boundaries, at));
    if (Number(gluedIndex) !== previousIndex + 1 && !restarts) continue;
    indexes[at] = Number(gluedIndex);
    for (const lines of texts)
      lines[lineAbove] = (lines[lineAbove] ?? '').slice(0, -gluedIndex.length).trimEnd();
  }
}

/** Returns true if a cue starts before the one above it. */
function isEarlier(boundaries: readonly Boundary[], at: number): boolean {
  const [previous, current] = [boundaries[at - 1]?.kind, boundaries[at]?.kind];
  return previous?.kind === 'timing' && current?.kind === 'timing' && current.start < previous.start;
}

function readIndex(line: string): number | null {
  if (line.length > MAX_INDEX_LENGTH) return null;
  // Fast path: nearly every index consists only of digits, and a pattern takes several times as long.
  let digits = 0;
  let number = 0;
  for (; digits < line.length && isDigit(line.charCodeAt(digits)); digits += 1) {
    number = number * 10 + line.charCodeAt(digits) - ZERO;
  }
  if (digits === line.length && digits >= 1 && digits <= 9) return number;
  const match = INDEX.exec(line) ?? INDEX.exec(normaliseCharacters(line));
  return match ? Number(match[1]) : null;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Lines that are probably times, which are reported only if the file has no readable times. */
const NEARLY_TIMES = /^\W*\d+ ?[:.] ?\d.*(?:>|\d:\d)/;

function reportNoTimes(lines: readonly string[], report: CueCollector['report']): void {
  const nearlyTimes = lines.findIndex((line) => NEARLY_TIMES.test(line));
  if (nearlyTimes >= 0) report(nearlyTimes + 1, 'unreadableTimes', { text: lines[nearlyTimes] ?? '' });
  else report(1, 'noLineWithTimes');
}

function reportStrayText(lineAbove: readonly string[], report: CueCollector['report']): void {
  const strayIndex = lineAbove.findIndex((line) => line !== '');
  if (strayIndex < 0) return;
  report(strayIndex + 1, 'strayText', { text: lineAbove[strayIndex] ?? '' });
}
