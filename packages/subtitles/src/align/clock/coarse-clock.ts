import type { CueTrack } from '../tracks/cue-track.ts';
import type { Clock } from './clock.ts';
import { sameClock } from './clock.ts';
import { followOffsets, MIN_JUMP_MS, type WordVotes } from './offset-path.ts';

// Ratios between films at 24 (or 23.976: too close to distinguish, and covered by drift) and at 25 frames a second.
const SCALES = [1, 25 / 23.99, 23.99 / 25];
// A scale other than 1 must explain this many times the coincidences: a correct file must not be stretched.
const SCALE_PROOF = 1.1;
// The scale shows in part of the file: this many runs of cues, spread evenly.
const SAMPLE_RUNS = 4;
const SAMPLE_RUN = 40;
// Maximum offset between two files of one video, in addition to their difference in length; never more than the second.
const MIN_LIMIT_MS = 100_000;
const MAX_LIMIT_MS = 420_000;

/**
 * Returns a first estimate of the target's clock relative to the original's: one scale, then an offset that may drift and jump.
 */
export function estimateCoarseClock(original: CueTrack, target: CueTrack, words?: WordVotes): Clock {
  if (original.size === 0 || target.size === 0) return sameClock(target);
  const last = (track: CueTrack) => track.end[track.size - 1] ?? 0;
  const apart = Math.abs(last(original) - last(target));
  const limit = Math.min(MAX_LIMIT_MS, MIN_LIMIT_MS + apart);
  const scale = chooseScale(original, target, limit);
  return followClock(original, target, { scale, limit }, words);
}

/** Estimates the clock's jumps and drift again, at a known scale and range. */
export function followClock(
  original: CueTrack,
  target: CueTrack,
  { scale, limit }: Pick<Clock, 'scale' | 'limit'>,
  words?: WordVotes,
): Clock {
  if (original.size === 0 || target.size === 0) return sameClock(target);
  const all = Int32Array.from(target.start.keys());
  const { offsets } = followOffsets(original, target, all, scale, limit, words);
  const piece = new Int32Array(target.size);
  for (let at = 1; at < target.size; at += 1) {
    const moved = Math.abs((offsets[at] ?? 0) - (offsets[at - 1] ?? 0));
    piece[at] = (piece[at - 1] ?? 0) + (moved >= MIN_JUMP_MS ? 1 : 0);
  }
  return {
    scale,
    limit,
    start: target.start.map((ms, at) => ms * scale + (offsets[at] ?? 0)),
    end: target.end.map((ms, at) => ms * scale + (offsets[at] ?? 0)),
    piece,
  };
}

function chooseScale(original: CueTrack, target: CueTrack, limit: number): number {
  const positions = sampleRuns(target.size);
  let best = { scale: 1, score: 0 };
  for (const scale of SCALES) {
    const { score } = followOffsets(original, target, positions, scale, limit);
    if (score > best.score) best = { scale, score: scale === 1 ? score * SCALE_PROOF : score };
  }
  return best.scale;
}

function sampleRuns(size: number): Int32Array {
  const positions: number[] = [];
  const step = Math.max(SAMPLE_RUN, Math.floor(size / SAMPLE_RUNS));
  for (let from = 0; from < size; from += step) {
    for (let at = from; at < size && at < from + SAMPLE_RUN; at += 1) positions.push(at);
  }
  return Int32Array.from(positions);
}
