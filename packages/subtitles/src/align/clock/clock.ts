import type { CueTrack } from '../tracks/cue-track.ts';

/**
 * The target's cues on the original's clock, in milliseconds. `piece` is each cue's piece number; pieces are the parts between
 * two jumps (cuts, commercial breaks), in order of time. `scale` is the factor applied to the target's times, `limit` the maximum
 * offset.
 */
export type Clock = {
  scale: number;
  limit: number;
  start: Float64Array;
  end: Float64Array;
  piece: Int32Array;
};

export function identityClock(target: CueTrack): Clock {
  return { scale: 1, limit: 0, start: target.start, end: target.end, piece: new Int32Array(target.size) };
}

/** Returns the index of the first item in a sorted list that isn't less than `value`. */
export function lowerBound(times: Float64Array, value: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
