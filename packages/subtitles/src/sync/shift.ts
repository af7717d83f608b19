import type { Cue } from '../cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes, checkTime } from './change-times.ts';

/**
 * Moves all cues by `ms` milliseconds, later or (below 0) earlier. What would go below 0 stops there, and every cue moved
 * keeps at least 0.1 s.
 */
export function shiftAll(cues: readonly Cue[], ms: number): Edit {
  return shiftFrom(cues, 1, ms);
}

/** Moves the n-th cue (from 1) and all after it, as {@link shiftAll} does. They may pass the cues before them. */
export function shiftFrom(cues: readonly Cue[], n: number, ms: number): Edit {
  checkTime(ms);
  if (Math.round(ms) === 0) return { cues: [...cues], undo: [] };
  return changeTimes(cues, n, ({ start, end }) => ({ start: start + ms, end: end + ms }));
}
