import { collectLines } from '../cues/collect-cues.ts';
import type { Reading } from '../cues/cue.ts';
import { clockMs } from '../cues/cue-times.ts';
import { parseAssText } from './ass-text.ts';

/** Indexes of the fields in a `Dialogue:` line. The last of `count` fields is the rest of the line, including commas. */
type Columns = { count: number; start: number; end: number; text: number };

/** Default field order of both versions if there is no `Format:` line: nine fields and the text. */
const TYPICAL: Columns = { count: 10, start: 1, end: 2, text: 9 };

const MAX_COLUMNS = 100;

const HEADER = /^\[(?:script info|v4\+? styles|events)\]$/i;
const TIME = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?$/;

/** Returns true if the text starts with a SubStation Alpha section header, after any comments. */
export function isAss(text: string): boolean {
  const start =
    /^\uFEFF?(?:[^\S\r\n]*(?:[;!][^\r\n]*)?(?:\r\n?|\n)){0,200}[^\r\n]{0,40}/.exec(text)?.[0] ?? '';
  const first = start.slice(Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1);
  return HEADER.test(first.replace('\uFEFF', '').trim());
}

type Event = { start: number; end: number; text: string };

/**
 * Reads SubStation Alpha, versions 4 (SSA) and 4+ (ASS). Returns plain texts (see {@link parseAssText}). Drops comments,
 * drawings, events without text, and layers that repeat a text at the same time. Sorts cues by start, since files are often
 * sorted by style. Never throws.
 */
export function readAss(text: string): Reading {
  const { lines, report, addOpen, finish } = collectLines(text);
  const seenEvents = new Set<string>();
  let columns = TYPICAL;
  let section = '';
  let wrapStyle = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    const name = /^\[([^\]]{1,60})\]$/.exec(line)?.[1];
    if (name !== undefined) {
      section = name.toLowerCase();
      continue;
    }
    const colon = line.indexOf(':');
    const key = colon < 0 || colon > 20 ? '' : line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trimStart();
    if (key === 'wrapstyle') wrapStyle = Number(value) || 0;
    else if (key === 'format' && section === 'events') {
      const format = readFormat(value);
      if (format) columns = format;
      else report(index + 1, 'formatWithoutTimes');
    } else if (key === 'dialogue') {
      const event = readEvent(value, columns, wrapStyle);
      if (event === null) report(index + 1, 'unreadableTimes', { text: value });
      else if (event.text !== '') {
        const eventKey = `${event.start} ${event.end} ${event.text}`;
        if (!seenEvents.has(eventKey) && !addOpen({ line: index + 1, ...event })) break;
        seenEvents.add(eventKey);
      }
    }
  }
  return finish('noDialogue');
}

function readFormat(value: string): Columns | null {
  const names = value.split(',', MAX_COLUMNS).map((name) => name.trim().toLowerCase());
  const [start, end, text] = ['start', 'end', 'text'].map((name) => names.indexOf(name));
  if (start === undefined || end === undefined || text === undefined) return null;
  return Math.min(start, end, text) < 0 ? null : { count: names.length, start, end, text };
}

/** Parses an event; null if its times are invalid. */
function readEvent(value: string, columns: Columns, wrapStyle: number): Event | null {
  const cells = splitCells(value, columns.count);
  const [start, end] = [readTime(cells[columns.start]), readTime(cells[columns.end])];
  if (start === null || end === null) return null;
  return { start, end, text: parseAssText(cells[columns.text] ?? '', wrapStyle) };
}

function splitCells(value: string, count: number): string[] {
  const cells: string[] = [];
  let index = 0;
  while (cells.length < count - 1) {
    const comma = value.indexOf(',', index);
    if (comma < 0) break;
    cells.push(value.slice(index, comma));
    index = comma + 1;
  }
  cells.push(value.slice(index));
  return cells;
}

/** Parses a time in hundredths of a second; returns milliseconds, or null if invalid. */
function readTime(cell = ''): number | null {
  const match = TIME.exec(cell.trim());
  if (!match) return null;
  const [, hours = '', minutes = '', seconds = '', fraction] = match;
  return clockMs(hours, minutes, seconds, fraction);
}
