import type { Cue } from '../cues/cue.ts';
import { countCharactersOfLines } from './character-count.ts';

/**
 * A warning in the editor. The measured `value` exceeds `limit`, which has the same unit.
 * - `too-fast`: characters per second
 * - `too-short`, `too-long`: milliseconds
 * - `overlap`: milliseconds from the start of the next cue in time, `other`, to the end of this cue
 * - `empty`: no text
 * - `too-many-lines`: lines with text
 * - `long-line`: characters in line number `line` (1-based)
 * - `same-text`: this cue has the same text as the previous one, `other`
 *
 * `index` and `other` are 1-based positions in the input cues.
 */
export type Warning =
  | { index: number; kind: Exclude<MeasuredKind, 'long-line'>; value: number; limit: number }
  | { index: number; kind: 'long-line'; line: number; value: number; limit: number }
  | { index: number; kind: 'overlap'; other: number; value: number; limit: number }
  | { index: number; kind: 'empty' }
  | { index: number; kind: 'same-text'; other: number };

type MeasuredKind = 'too-fast' | 'too-short' | 'too-long' | 'too-many-lines' | 'long-line';

export type WarningKind = Warning['kind'];

/**
 * The limits of 20 characters per second, 42 per line and two lines are from Netflix's Timed Text Style Guide for adult
 * programmes in English (https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617). Its limits for the duration are 5/6
 * s and 7 s; ours are wider, since the learner's player pauses after each cue.
 */
export const CHECK_LIMITS = {
  charactersPerSecond: 20,
  minMs: 500,
  maxMs: 8000,
  lines: 2,
  charactersPerLine: 42,
};

/** Returns warnings in the order of the cues, at most one of each kind per cue (one per long line). */
export function check(cues: readonly Cue[]): Warning[] {
  const nextCues = findNextCues(cues);
  return cues.flatMap((cue, position) => {
    const index = position + 1;
    const lines = removeMarkup(cue.text)
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const warnings = [...checkTimes(index, cue), ...checkOverlap(index, cue, nextCues[position])];
    if (lines.length === 0) return [...warnings, { index, kind: 'empty' } as const];
    warnings.push(...checkLines(index, lines, cue.end - cue.start));
    const previous = cues[position - 1];
    if (previous && isSameText(previous.text, cue.text))
      warnings.push({ index, kind: 'same-text', other: position });
    return warnings;
  });
}

function checkTimes(index: number, { start, end }: Cue): Warning[] {
  const { minMs, maxMs } = CHECK_LIMITS;
  const value = end - start;
  if (value < minMs) return [{ index, kind: 'too-short', value, limit: minMs }];
  return value > maxMs ? [{ index, kind: 'too-long', value, limit: maxMs }] : [];
}

function checkOverlap(index: number, { end }: Cue, nextCue: NextCue | undefined): Warning[] {
  if (!nextCue || end <= nextCue.cue.start) return [];
  return [{ index, kind: 'overlap', other: nextCue.position + 1, value: end - nextCue.cue.start, limit: 0 }];
}

function checkLines(index: number, lines: string[], duration: number): Warning[] {
  const limits = CHECK_LIMITS;
  const warnings: Warning[] = [];
  const widths = countCharactersOfLines(lines);
  const speed = (widths.reduce((sum, width) => sum + width, 0) / duration) * 1000;
  // A cue of zero duration has no reading speed, and is reported as too short anyway.
  if (duration > 0 && speed > limits.charactersPerSecond) {
    warnings.push({ index, kind: 'too-fast', value: speed, limit: limits.charactersPerSecond });
  }
  if (lines.length > limits.lines) {
    warnings.push({ index, kind: 'too-many-lines', value: lines.length, limit: limits.lines });
  }
  for (const [position, value] of widths.entries()) {
    if (value <= limits.charactersPerLine) continue;
    warnings.push({ index, kind: 'long-line', line: position + 1, value, limit: limits.charactersPerLine });
  }
  return warnings;
}

type NextCue = { position: number; cue: Cue };

/** Finds the next cue in time for each cue, since files aren't always in order of time. */
function findNextCues(cues: readonly Cue[]): (NextCue | undefined)[] {
  const sortedCues = cues.map((cue, position): NextCue => ({ cue, position }));
  sortedCues.sort((a, b) => a.cue.start - b.cue.start || a.position - b.position);
  const nextCues: (NextCue | undefined)[] = new Array(cues.length).fill(undefined);
  for (const [rank, { position }] of sortedCues.entries()) nextCues[position] = sortedCues[rank + 1];
  return nextCues;
}

const TAG = /<\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi;

function removeMarkup(text: string): string {
  return text.includes('<') || text.includes('{\\') ? text.replace(TAG, '') : text;
}

function isSameText(a: string, b: string): boolean {
  return (
    a === b || removeMarkup(a).replace(/\s+/g, ' ').trim() === removeMarkup(b).replace(/\s+/g, ' ').trim()
  );
}
