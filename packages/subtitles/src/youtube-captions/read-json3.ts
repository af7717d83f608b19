import { collectCues } from '../cues/collect-cues.ts';
import { type Cue, MAX_READ_CHARACTERS, type Reading, replaceUnstorable } from '../cues/cue.ts';
import { LATEST_MS } from '../cues/cue-times.ts';
import { problem } from '../cues/problem.ts';

type Line = { start: number; duration: number | null; text: string };

// Duration of the last event if it has none. Other events without a duration, as in live captions, last until the next event.
const UNKNOWN_DURATION_MS = 2000;
/** Maximum number of segments: a caption has one per word. */
const MAX_SEGS = 10_000;

/** Returns true for a JSON object, such as YouTube's json3 captions. A brace followed by a digit is MicroDVD. */
export function isJson3(text: string): boolean {
  return /^\uFEFF?\s*\{(?!\d)/.test(text);
}

/**
 * Reads YouTube's json3 captions, manual or automatic. Skips events that only append a line break to a rolling caption
 * (`aAppend`) or style a window (no `segs`). A cue ends no later than the start of the next one, since rolling captions remain on
 * the screen longer. Sorts cues by time. All problems are on line 1, since the file is a single line. Never throws.
 */
export function readJson3(text: string): Reading {
  const { report, add, finish } = collectCues(text.length);
  const events = readEvents(text);
  if (events === null) {
    return { cues: [], problems: [problem(1, 'noEvents')] };
  }
  const lines = events.flatMap((event, index) => {
    const line = readEvent(event);
    if (line === 'unusable') {
      report(1, 'unusableEvent', { event: index + 1 });
    }
    return line === null || line === 'unusable' ? [] : [line];
  });
  for (const { start, end, text } of toCues(lines.sort((a, b) => a.start - b.start)))
    add(1, start, end, text);
  return finish('noEventWithText');
}

function readEvents(text: string): unknown[] | null {
  try {
    const file: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(file) && Array.isArray(file.events) ? file.events : null;
  } catch {
    return null;
  }
}

function readEvent(event: unknown): Line | 'unusable' | null {
  if (!isRecord(event) || !Array.isArray(event.segs) || event.aAppend === 1) return null;
  const text = joinSegments(event.segs.slice(0, MAX_SEGS).map((seg) => (isRecord(seg) ? seg.utf8 : '')));
  if (text === '') return null;
  // Fields with a value of zero can be absent.
  const start = event.tStartMs ?? 0;
  const duration = event.dDurationMs ?? null;
  if (!isTime(start) || !(duration === null || isTime(duration))) return 'unusable';
  return { start: Math.round(start), duration: duration && Math.round(duration), text };
}

function joinSegments(segs: unknown[]): string {
  const text = segs.filter((seg) => typeof seg === 'string').join('');
  return replaceUnstorable(text.slice(0, MAX_READ_CHARACTERS))
    .split(/\r\n|\r|\n/)
    .map(trimPadding)
    .filter((line) => line !== '')
    .join('\n');
}

// YouTube pads styled captions with zero-width spaces. A pattern for both ends would take quadratic time.
function trimPadding(line: string): string {
  const isPadding = (character: string) => character === '\u200B' || character.trim() === '';
  let from = 0;
  let to = line.length;
  while (from < to && isPadding(line.charAt(from))) from += 1;
  while (to > from && isPadding(line.charAt(to - 1))) to -= 1;
  return line.slice(from, to);
}

function toCues(lines: readonly Line[]): Omit<Cue, 'index'>[] {
  let next: number | null = null;
  const ends = lines.map(() => 0);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const { start, duration } = lines[index] ?? { start: 0, duration: 0 };
    const laterStart = lines[index + 1]?.start;
    // Two cues can start at the same time in different windows, and don't end each other.
    if (laterStart !== undefined && laterStart > start) next = laterStart;
    const ownEnd: number = start + (duration ?? (next === null ? UNKNOWN_DURATION_MS : next - start));
    ends[index] = next === null ? ownEnd : Math.min(ownEnd, next);
  }
  return lines.map(({ start, text }, index) => ({ start, end: ends[index] ?? start, text }));
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST_MS;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
