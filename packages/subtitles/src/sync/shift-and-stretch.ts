import type { Cue } from '../cues/cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes, findCue, limitTimes, MIN_CUE_MS, requireTime, setTimes } from './change-times.ts';

/**
 * Sets the start of the n-th cue (from 1) in milliseconds: at least 0, and at most 0.1 s before its end. Throws a RangeError
 * for a missing cue.
 */
export function setStart(cues: readonly Cue[], n: number, ms: number): Edit {
  requireTime(ms);
  const { end } = findCue(cues, n);
  return setTimes(cues, [{ n, ...limitTimes(Math.min(ms, end - MIN_CUE_MS), end) }]);
}

/** Sets the end of the n-th cue (from 1) in milliseconds: at least 0.1 s after its start. Throws like {@link setStart}. */
export function setEnd(cues: readonly Cue[], n: number, ms: number): Edit {
  requireTime(ms);
  const { start } = findCue(cues, n);
  return setTimes(cues, [{ n, ...limitTimes(start, ms) }]);
}

/**
 * Moves the n-th cue (from 1) and all cues after it by `ms` milliseconds, later or (if negative) earlier. Times are at least 0,
 * and every moved cue is at least 0.1 s long. Moved cues can pass the cues before them.
 */
export function shiftFrom(cues: readonly Cue[], n: number, ms: number): Edit {
  requireTime(ms);
  if (Math.round(ms) === 0) return { cues: [...cues], undo: [] };
  return changeTimes(cues, n, ({ start, end }) => ({ start: start + ms, end: end + ms }));
}

/** An anchor: a time in the file and its correct time, in milliseconds. */
export type Pin = { from: number; to: number };

/**
 * Stretches or compresses all times so that two points become correct, for clock drift or a different frame rate. Throws a
 * RangeError if the two points are the same, or would reverse the order.
 */
export function stretch(cues: readonly Cue[], first: Pin, second: Pin): Edit {
  for (const ms of [first.from, first.to, second.from, second.to]) requireTime(ms);
  const scale = (second.to - first.to) / (second.from - first.from);
  if (!(scale > 0 && Number.isFinite(scale))) {
    throw new RangeError('Two different points in the same order before and after are required.');
  }
  const move = (ms: number) => first.to + (ms - first.from) * scale;
  return changeTimes(cues, 1, ({ start, end }) => ({ start: move(start), end: move(end) }));
}
