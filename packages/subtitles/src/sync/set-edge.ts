import type { Cue } from '../cue.ts';
import type { Edit } from './change-times.ts';
import { checkTime, cueAt, limitTimes, SHORTEST_CUE_MS, setTimes } from './change-times.ts';

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
