import type { CueTrack } from '../tracks/cue-track.ts';
import { type Clock, lowerBound } from './clock.ts';

/** Maps a time of the target to the original's clock, in milliseconds. */
export type TimeMapper = (ms: number) => number;

/**
 * Extends a clock that is known at the target's cues to any time: interpolates linearly between two edges of a piece, and jumps
 * half-way between the cues of two pieces.
 */
export function createTimeMapper(target: CueTrack, clock: Clock): TimeMapper {
  if (target.size === 0) return (ms) => ms;
  const edges = Array.from({ length: target.size * 2 }, (_, k) => k).sort(
    (a, b) => rawTime(target, a) - rawTime(target, b) || a - b,
  );
  const times = Float64Array.from(edges, (edge) => rawTime(target, edge));
  const offsets = Float64Array.from(edges, (edge, k) => {
    const mapped = edge % 2 === 0 ? clock.start[edge >> 1] : clock.end[edge >> 1];
    return (mapped ?? 0) - (times[k] ?? 0) * clock.scale;
  });
  const pieces = Int32Array.from(edges, (edge) => clock.piece[edge >> 1] ?? 0);
  return (ms) => {
    const after = Math.min(lowerBound(times, ms), times.length - 1);
    const before = Math.max(0, after - 1);
    const [from, to] = [times[before] as number, times[after] as number];
    const fraction = to > from ? Math.min(1, Math.max(0, (ms - from) / (to - from))) : 1;
    const [first, second] = [offsets[before] as number, offsets[after] as number];
    if (pieces[before] !== pieces[after]) return ms * clock.scale + (fraction < 0.5 ? first : second);
    return ms * clock.scale + first + (second - first) * fraction;
  };
}

function rawTime(target: CueTrack, edge: number): number {
  return (edge % 2 === 0 ? target.start[edge >> 1] : target.end[edge >> 1]) ?? 0;
}

/** Extends the clock found for `track` to `other`, a list of other cues in the same file. */
export function extendClock(track: CueTrack, clock: Clock, other: CueTrack): Clock {
  const mapTime = createTimeMapper(track, clock);
  const start = other.start.map(mapTime);
  const end = other.end.map((ms, index) => Math.max(start[index] ?? 0, mapTime(ms)));
  return { ...clock, start, end, piece: new Int32Array(other.size) };
}
