import type { Cue } from '../cues/cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes, checkTime, cueAt, limitTimes, SHORTEST_CUE_MS, setTimes } from './change-times.ts';

/**
 * Sets the start of the n-th cue (from 1) in milliseconds: not below 0, and at the latest 0.1 s before its end. Throws a
 * RangeError for a cue that isn't there.
 */
export function setStart(cues: readonly Cue[], n: number, ms: number): Edit {
  checkTime(ms);
  const { end } = cueAt(cues, n);
  return setTimes(cues, [{ n, ...limitTimes(Math.min(ms, end - SHORTEST_CUE_MS), end) }]);
}

/** Sets the end of the n-th cue (from 1) in milliseconds: at the earliest 0.1 s after its start. Throws as {@link setStart}. */
export function setEnd(cues: readonly Cue[], n: number, ms: number): Edit {
  checkTime(ms);
  const { start } = cueAt(cues, n);
  return setTimes(cues, [{ n, ...limitTimes(start, ms) }]);
}

/**
 * Moves the n-th cue (from 1) and all after it by `ms` milliseconds, later or (below 0) earlier. What would go below 0 stops
 * there, and every cue moved keeps at least 0.1 s. They may pass the cues before them.
 */
export function shiftFrom(cues: readonly Cue[], n: number, ms: number): Edit {
  checkTime(ms);
  if (Math.round(ms) === 0) return { cues: [...cues], undo: [] };
  return changeTimes(cues, n, ({ start, end }) => ({ start: start + ms, end: end + ms }));
}

/** A time of the file and its correct time, in milliseconds. */
export type Pin = { from: number; to: number };

/**
 * Stretches or squeezes all times so that two of them fall where they belong: what a drift of the clock or another frame
 * rate needs. Throws a RangeError when the two points are one, or would turn the order around.
 */
export function stretch(cues: readonly Cue[], first: Pin, second: Pin): Edit {
  for (const ms of [first.from, first.to, second.from, second.to]) checkTime(ms);
  const scale = (second.to - first.to) / (second.from - first.from);
  if (!(scale > 0 && Number.isFinite(scale))) {
    throw new RangeError('Two different points are needed, in the same order before and after.');
  }
  const move = (ms: number) => first.to + (ms - first.from) * scale;
  return changeTimes(cues, 1, ({ start, end }) => ({ start: move(start), end: move(end) }));
}
