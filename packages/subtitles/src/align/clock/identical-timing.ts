import type { Band } from '../search/band.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

// Minimum share of target cues that have exactly the times of an original cue, for files with the same timing.
const SAME_CLOCK_SHARE = 0.9;

/** Returns true if both files share the same timing: nearly every target cue has exactly the times of an original cue. */
export function haveSameTiming(original: CueTrack, target: CueTrack): boolean {
  const sharedCount = markSharedTimes(target, original).reduce((sum, isShared) => sum + isShared, 0);
  return target.size > 0 && sharedCount >= target.size * SAME_CLOCK_SHARE;
}

/** Returns 1 for each cue with exactly the times of a cue on the other track. */
export function markSharedTimes(track: CueTrack, other: CueTrack): Uint8Array {
  const timesKey = (cues: CueTrack, index: number) => `${cues.start[index]} ${cues.end[index]}`;
  const otherTimes = new Set(Array.from(other.cueIndexes, (_, index) => timesKey(other, index)));
  return Uint8Array.from(track.cueIndexes, (_, index) => (otherTimes.has(timesKey(track, index)) ? 1 : 0));
}

/** Returns 1 for each pair in the band with exactly equal times. */
export function markIdenticalPairs(original: CueTrack, target: CueTrack, band: Band): Uint8Array {
  const identicalPairs = new Uint8Array(band.size);
  for (let i = 0; i < original.size; i += 1) {
    const row = band.row[i] as number;
    const last = Math.min(target.size - 1, band.high[i] as number);
    for (let j = band.low[i] as number; j <= last; j += 1) {
      if (original.start[i] === target.start[j] && original.end[i] === target.end[j])
        identicalPairs[row + j] = 1;
    }
  }
  return identicalPairs;
}
