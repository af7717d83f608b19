import { type Markup, type Reading, replaceCharacter } from '../cues/cue.ts';
import { type Gathering, gatherLines } from '../cues/gather-cues.ts';
import { stripTags } from './srt-tags.ts';
import type { LineKind } from './srt-timing.ts';
import { judgeLine, plainSigns } from './srt-timing.ts';

type Boundary = { line: number; kind: Exclude<LineKind, { kind: 'text' }> };
type Timing = Extract<LineKind, { kind: 'timing' }>;

const INDEX = /^[#-]?(\d{1,9})(?:\.\d*|\))?$/;
const GLUED_INDEX = /(?:(\uFEFF)|[^\s\d])(\d{1,9})$/;
/** A file that was truncated within its last times. */
const CUT_TIMES = /^\d{1,4}:\d{2}:\d{0,2}(?:[.,]\d{0,3} ?-{0,2})?$/;
const LONGEST_INDEX = 100;
const [ZERO, NINE] = [48, 57];

/**
 * Reads SubRip, driven by the lines with times: everything else may be missing or wrong (indexes, blank lines, delimiters, line
 * ends). Texts are plain: formatting tags are moved to the cue's markup, every line is trimmed, cues without text are dropped.
 * Cues are in the order of the file. Never throws.
 */
export function readSrt(text: string): Reading {
  const { lines: raw, report, add, finish } = gatherLines(withUsualSigns(text));
  for (let line = 0; line < raw.length; line += 1) {
    const trimmed = (raw[line] ?? '').trim();
    // A WebVTT file is appended to this one.
    const isPasted = trimmed === 'WEBVTT' && raw[line - 1] === '' && (raw[line + 1] ?? '').trim() === '';
    raw[line] = isPasted ? '' : trimmed;
  }
  const marked = text.includes('<') || text.includes('{\\');
  const lines = marked ? raw.map((line) => stripTags(line).trim()) : raw;
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
    const cueText = joinBody(kind.rest, lines, number, end);
    if (cueText === '') report(number, 'noText');
    else {
      const payload = marked ? joinBody(rawRest(raw[line] ?? '', kind), raw, number, end) : cueText;
      add(number, kind.start, kind.end, cueText, getMarkup(payload, cueText, kind.settings));
    }
  }
  return finish();
}

/** Some programs end lines only with Unicode separators, and word processors turn every `-->` into an arrow. */
function withUsualSigns(text: string): string {
  const separators = /[\r\n]/.test(text) ? [] : ['\u0085', '\u2028', '\u2029'];
  const lines = separators.reduce((all, sign) => replaceCharacter(all, sign, '\n'), text);
  return !lines.includes('-->') && hasArrows(lines) ? replaceCharacter(lines, '→', '-->') : lines;
}

/** Returns true if a line has two times with an arrow of any kind between them, and nothing else. */
export function hasArrows(text: string): boolean {
  return /^[ \t]*\d[\d:.,;]*[ \t]?(?:[-–—]+>|→)[ \t]?\d[\d:.,;]*[ \t]*$/mu.test(text);
}

function getMarkup(payload: string, text: string, settings: string): Markup | undefined {
  if (payload === text && settings === '') return undefined;
  return { format: 'srt', ...(payload === text ? {} : { payload }), ...(settings && { settings }) };
}

/** Joins trimmed lines, without the blank ones around them. */
function joinBody(rest: string, lines: readonly string[], start: number, stop: number): string {
  let from = start;
  let to = stop;
  while (to > from && lines[to - 1] === '') to -= 1;
  if (rest !== '') return from === to ? rest : `${rest}\n${lines.slice(from, to).join('\n')}`;
  while (from < to && lines[from] === '') from += 1;
  return to - from <= 1 ? (to > from && lines[from]) || '' : lines.slice(from, to).join('\n');
}

/** Returns the text after the times with its original tags, if it is the same text. */
function rawRest(line: string, { rest }: Timing): string {
  if (rest === '') return '';
  const kind = judgeLine(line);
  return kind.kind === 'timing' && stripTags(kind.rest).trim() === rest ? kind.rest : rest;
}

function findBoundaries(lines: readonly string[], wide: boolean): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    // Fast path: every line with times contains an arrowhead, and most lines don't.
    if (!wide && !text.includes('>')) continue;
    const kind = judgeLine(text);
    if (kind.kind !== 'text') boundaries.push({ line, kind });
  }
  const last = lines.findLastIndex((line) => line !== '');
  if (isTruncated(lines, last, boundaries.at(-1)?.line))
    boundaries.push({ line: last, kind: { kind: 'broken' } });
  return boundaries;
}

/** Returns true if a file ends within a cue's times, or at its index: a number after a blank line that counts on. */
function isTruncated(lines: readonly string[], last: number, timing: number | undefined): boolean {
  if (timing === undefined || last <= timing) return false;
  const [above, line, index] = [lines[last - 1] ?? '', lines[last] ?? '', lines[timing - 1] ?? ''];
  if (CUT_TIMES.test(line)) return readIndex(above) !== null;
  const number = above === '' ? readIndex(line) : null;
  return number !== null && number - 1 === readIndex(index);
}

/** Returns the end of the text before each line with times: at the cue's index, or at the times themselves. */
function findBlockEnds(lines: readonly string[], boundaries: readonly Boundary[]): number[] {
  let from = 0;
  let index: number | null = null;
  return boundaries.map(({ line }) => {
    const head = findIndexLine(lines, from, line, index);
    index = head < line ? readIndex(lines[head] ?? '') : null;
    from = line + 1;
    return head;
  });
}

/**
 * Returns the line of the index above the line with times: a number directly above it, or, across blank lines, the number after
 * the previous cue's. Any other number is text; the line with times itself is then returned.
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
  const follows = previous === null ? from === 0 : index === previous + 1;
  return line === timing - 1 || follows ? line : timing;
}

/**
 * Removes an index that is glued to the end of the text (`Hello.2⏎00:00:03,000 …`), if the neighbouring ones match: it counts
 * on, or a file that was appended here restarts at 1.
 */
function cutGluedIndexes(
  texts: readonly string[][],
  boundaries: readonly Boundary[],
  blockEnds: readonly number[],
): void {
  const indexes = boundaries.map(({ line }, at) => {
    const head = blockEnds[at] ?? line;
    return head < line ? readIndex(texts[0]?.[head] ?? '') : null;
  });
  for (let at = 1; at < boundaries.length; at += 1) {
    const [before, index, after] = [indexes[at - 1], indexes[at], indexes[at + 1]];
    if (index !== null || before == null) continue;
    const above = (boundaries[at]?.line ?? 0) - 1;
    const [, mark, glued] = GLUED_INDEX.exec(texts[0]?.[above] ?? '') ?? [];
    if (glued === undefined || (after != null && after !== Number(glued) + 1)) continue;
    const restarts = glued === '1' && (mark !== undefined || isEarlier(boundaries, at));
    if (Number(glued) !== before + 1 && !restarts) continue;
    indexes[at] = Number(glued);
    for (const lines of texts) lines[above] = (lines[above] ?? '').slice(0, -glued.length).trimEnd();
  }
}

/** Returns true if a cue starts before the one above it. */
function isEarlier(boundaries: readonly Boundary[], at: number): boolean {
  const [above, own] = [boundaries[at - 1]?.kind, boundaries[at]?.kind];
  return above?.kind === 'timing' && own?.kind === 'timing' && own.start < above.start;
}

function readIndex(line: string): number | null {
  if (line.length > LONGEST_INDEX) return null;
  // Fast path: nearly every index is only digits, and a pattern takes several times as long.
  let digits = 0;
  let number = 0;
  for (; digits < line.length && isDigit(line.charCodeAt(digits)); digits += 1) {
    number = number * 10 + line.charCodeAt(digits) - ZERO;
  }
  if (digits === line.length && digits >= 1 && digits <= 9) return number;
  const match = INDEX.exec(line) ?? INDEX.exec(plainSigns(line));
  return match ? Number(match[1]) : null;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Too similar to text to be taken for times, unless there are no others. */
const NEARLY_TIMES = /^\W*\d+ ?[:.] ?\d.*(?:>|\d:\d)/;

function reportNoTimes(lines: readonly string[], report: Gathering['report']): void {
  const nearly = lines.findIndex((line) => NEARLY_TIMES.test(line));
  if (nearly >= 0) report(nearly + 1, 'unreadableTimes', { text: lines[nearly] ?? '' });
  else report(1, 'noLineWithTimes');
}

function reportStrayText(above: readonly string[], report: Gathering['report']): void {
  const stray = above.findIndex((line) => line !== '');
  if (stray < 0) return;
  report(stray + 1, 'strayText', { text: above[stray] ?? '' });
}
