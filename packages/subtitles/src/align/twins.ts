import type { Band } from './band.ts';
import type { Side } from './side.ts';

// Of the target's cues, how many must have a twin in the original for both files to share a clock.
const SAME_CLOCK_SHARE = 0.9;

/** Whether two files were timed once: nearly all cues of the target have the very times of one of the original. */
export function shareClock(original: Side, target: Side): boolean {
  const same = twinsIn(target, original).reduce((sum, one) => sum + one, 0);
  return target.size > 0 && same >= target.size * SAME_CLOCK_SHARE;
}

/** Marks the cues whose very times a cue of the other side has. */
export function twinsIn(side: Side, other: Side): Uint8Array {
  const key = (of: Side, at: number) => `${of.start[at]} ${of.end[at]}`;
  const known = new Set(Array.from(other.at, (_, at) => key(other, at)));
  return Uint8Array.from(side.at, (_, at) => (known.has(key(side, at)) ? 1 : 0));
}

/** Marks the pairs in the band whose times are the very same. */
export function findTwins(original: Side, target: Side, band: Band): Uint8Array {
  const twins = new Uint8Array(band.size);
  for (let i = 0; i < original.size; i += 1) {
    const row = band.row[i] as number;
    const last = Math.min(target.size - 1, band.high[i] as number);
    for (let j = band.low[i] as number; j <= last; j += 1) {
      if (original.start[i] === target.start[j] && original.end[i] === target.end[j]) twins[row + j] = 1;
    }
  }
  return twins;
}
