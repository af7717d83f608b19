import type { Cue } from '../cues/cue.ts';

/** New times of the n-th cue (from 1), in whole milliseconds. */
export type Times = { n: number; start: number; end: number };

/**
 * Result of changing times: the new cues, and the times to pass to {@link setTimes} to undo the change. The `undo` of that call
 * redoes it.
 */
export type Edit = { cues: Cue[]; undo: Times[] };

/** Minimum length of a cue. */
export const MIN_CUE_MS = 100;

/** Limits times: whole milliseconds, at least 0, with the end at least 0.1 s after the start. */
export function limitTimes(start: number, end: number): { start: number; end: number } {
  const from = Math.max(0, Math.round(start));
  return { start: from, end: Math.max(Math.round(end), from + MIN_CUE_MS) };
}

/**
 * Sets exactly these times; other cues are unchanged. Allows times outside the limits, since undo restores previous times. Throws
 * a RangeError for a missing cue.
 */
export function setTimes(cues: readonly Cue[], times: readonly Times[]): Edit {
  const changed = [...cues];
  const undo: Times[] = [];
  for (const { n, start, end } of times) {
    const cue = findCue(changed, n);
    if (cue.start === start && cue.end === end) continue;
    undo.push({ n, start: cue.start, end: cue.end });
    changed[n - 1] = { ...cue, start, end };
  }
  // Reversed, so that undoing restores the first times of a cue that was changed twice.
  return { cues: changed, undo: undo.reverse() };
}

/** Changes the times of every cue from the n-th on, within the limits. */
export function changeTimes(
  cues: readonly Cue[],
  n: number,
  change: (cue: Cue) => { start: number; end: number },
): Edit {
  const times = cues.slice(Math.max(0, n - 1)).map((cue, index) => {
    const { start, end } = change(cue);
    return { n: Math.max(1, n) + index, ...limitTimes(start, end) };
  });
  return setTimes(cues, times);
}

/** Returns the n-th cue, from 1. Throws a RangeError if there is none. */
export function findCue(cues: readonly Cue[], n: number): Cue {
  const cue = cues[n - 1];
  if (cue === undefined) throw new RangeError(`There is no cue #${n}, only ${cues.length} cues.`);
  return cue;
}

export function requireTime(ms: number): void {
  if (!Number.isFinite(ms)) throw new RangeError(`${ms} is not a number of milliseconds.`);
}
