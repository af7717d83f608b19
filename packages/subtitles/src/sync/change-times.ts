import type { Cue } from '../cues/cue.ts';

/** New times of the n-th cue, counted from 1. Whole milliseconds. */
export type Times = { n: number; start: number; end: number };

/**
 * Result of a change of times: new cues, and the times to pass to {@link setTimes} to undo it. The `undo` of that call is the redo.
 */
export type Edit = { cues: Cue[]; undo: Times[] };

/** Minimum length of a cue. */
export const MIN_CUE_MS = 100;

/** Returns times within the limits: whole milliseconds, never below 0, the end at least 0.1 s after the start. */
export function limitTimes(start: number, end: number): { start: number; end: number } {
  const from = Math.max(0, Math.round(start));
  return { start: from, end: Math.max(Math.round(end), from + MIN_CUE_MS) };
}

/**
 * Sets exactly these times for some cues; the others stay. Times outside the limits are allowed, since undo restores previous
 * times. Throws a RangeError for a missing cue.
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
  // Reversed, so that a cue that was changed twice returns to its first times.
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
