import type { CueTrack } from '../tracks/cue-track.ts';
import type { Clock } from './clock.ts';
import { identityClock } from './clock.ts';
import { findOffsetPath, MIN_JUMP_MS, type WordVotes } from './offset-path.ts';

// Speed ratios between films at 24 and 25 frames per second. 23.976 is too close to 24 to distinguish, and is covered by drift.
const SCALES = [1, 25 / 23.99, 23.99 / 25];
// Minimum factor by which a scale other than 1 must raise the score, so that a correct file isn't stretched.
const MIN_SCALE_GAIN = 1.1;
// A sample of the file is enough to choose the scale: this many runs of cues, evenly spread.
const SAMPLE_RUNS = 4;
const SAMPLE_RUN_LENGTH = 40;
// Maximum offset between two files of one video: the first limit plus their difference in length, but never above the second
// limit.
const MIN_LIMIT_MS = 100_000;
const MAX_LIMIT_MS = 420_000;

/** Returns a first estimate of the target's clock relative to the original's: a scale, and an offset that can drift and jump. */
export function estimateCoarseClock(original: CueTrack, target: CueTrack, words?: WordVotes): Clock {
  if (original.size === 0 || target.size === 0) return identityClock(target);
  const findEnd = (track: CueTrack) => track.end[track.size - 1] ?? 0;
  const lengthDifference = Math.abs(findEnd(original) - findEnd(target));
  const limit = Math.min(MAX_LIMIT_MS, MIN_LIMIT_MS + lengthDifference);
  const scale = chooseScale(original, target, limit);
  return estimateOffsets(original, target, { scale, limit }, words);
}

/** Estimates the clock's jumps and drift at a known scale and range. */
export function estimateOffsets(
  original: CueTrack,
  target: CueTrack,
  { scale, limit }: Pick<Clock, 'scale' | 'limit'>,
  words?: WordVotes,
): Clock {
  if (original.size === 0 || target.size === 0) return identityClock(target);
  const positions = Int32Array.from(target.start.keys());
  const { offsets } = findOffsetPath(original, target, positions, scale, limit, words);
  const piece = new Int32Array(target.size);
  for (let index = 1; index < target.size; index += 1) {
    const change = Math.abs((offsets[index] ?? 0) - (offsets[index - 1] ?? 0));
    piece[index] = (piece[index - 1] ?? 0) + (change >= MIN_JUMP_MS ? 1 : 0);
  }
  return {
    scale,
    limit,
    start: target.start.map((ms, index) => ms * scale + (offsets[index] ?? 0)),
    end: target.end.map((ms, index) => ms * scale + (offsets[index] ?? 0)),
    piece,
  };
}

function chooseScale(original: CueTrack, target: CueTrack, limit: number): number {
  const positions = selectSample(target.size);
  let best = { scale: 1, score: 0 };
  for (const scale of SCALES) {
    const { score } = findOffsetPath(original, target, positions, scale, limit);
    if (score > best.score) best = { scale, score: scale === 1 ? score * MIN_SCALE_GAIN : score };
  }
  return best.scale;
}

function selectSample(size: number): Int32Array {
  const positions: number[] = [];
  const step = Math.max(SAMPLE_RUN_LENGTH, Math.floor(size / SAMPLE_RUNS));
  for (let first = 0; first < size; first += step) {
    for (let index = first; index < size && index < first + SAMPLE_RUN_LENGTH; index += 1)
      positions.push(index);
  }
  return Int32Array.from(positions);
}
