import type { Cue } from './cue.ts';
import type { Edges, OffsetPath } from './offset-path.ts';
import { BIN_MS, countVotes, FARTHEST_DRIFT_BINS, findOffsetPath, lowerBound, thin } from './offset-path.ts';

/** Carries a time of the target file over to the original's clock, in milliseconds. */
export type TimeMap = (ms: number) => number;

// Between films at 23.976, 24 and 25 frames a second, and small slips of a clock.
const SCALES = [1, 25 / 23.976, 23.976 / 25, 25 / 24, 24 / 25, 1.001, 0.999, 1.005, 0.995];
// Another scale than 1 must explain this many times the coincidences: a right file must not be stretched.
const SCALE_PROOF = 1.15;
const SCALE_SAMPLE = 500;
// Times closer together than this say nothing new.
const GRAIN_MS = 20;
// How far two files of one video may lie apart beyond their difference in length.
const NEAREST_LIMIT_MS = 100_000;
const FARTHEST_LIMIT_MS = 420_000;
const REFINE_REACH_MS = 1000;
const REFINE_NEIGHBOURS = 12;

/**
 * Estimates how the target's clock runs against the original's, from nothing but the times: one scale, an offset that
 * may drift and jump, then the local median of what is left.
 */
export function estimateTimeMap(original: readonly Cue[], target: readonly Cue[]): TimeMap {
  if (original.length === 0 || target.length === 0) return (ms) => ms;
  const fixed = edgesOf(original);
  const raw = edgesOf(target);
  const apart = Math.abs((fixed.ends.at(-1) ?? 0) - (raw.ends.at(-1) ?? 0));
  const limit = Math.min(FARTHEST_LIMIT_MS, NEAREST_LIMIT_MS + apart);
  const scale = chooseScale(fixed, raw, limit);
  const path = findOffsetPath(fixed, stretch(raw, scale), limit);
  const coarse = (ms: number) => ms * scale + offsetAt(path, ms * scale);
  const once = refine(coarse, fixed.starts, raw.starts);
  return refine(once, fixed.starts, raw.starts);
}

function edgesOf(cues: readonly Cue[]): Edges {
  const distinct = (times: number[]) =>
    Float64Array.from(new Set(times.map((ms) => Math.round(ms / GRAIN_MS) * GRAIN_MS))).sort();
  return { starts: distinct(cues.map(({ start }) => start)), ends: distinct(cues.map(({ end }) => end)) };
}

function stretch({ starts, ends }: Edges, scale: number): Edges {
  return { starts: starts.map((ms) => ms * scale), ends: ends.map((ms) => ms * scale) };
}

function chooseScale(fixed: Edges, raw: Edges, limit: number): number {
  const sample = { starts: thin(raw.starts, SCALE_SAMPLE), ends: thin(raw.ends, SCALE_SAMPLE) };
  const peaks = SCALES.map((scale) => {
    const votes = countVotes(fixed, stretch(sample, scale), limit);
    return { scale, peak: votes.reduce((high, value) => Math.max(high, value), 0) };
  });
  const plain = peaks[0]?.peak ?? 0;
  const best = peaks.reduce((a, b) => (b.peak > a.peak ? b : a));
  return best.peak > plain * SCALE_PROOF ? best.scale : 1;
}

/** Between two windows the offset drifts evenly; a jump happens half way. */
function offsetAt({ middles, offsets }: OffsetPath, ms: number): number {
  const after = Math.min(lowerBound(middles, ms), middles.length - 1);
  const before = Math.max(0, after - 1);
  const [from, to] = [middles[before] ?? 0, middles[after] ?? 0];
  const [first, second] = [offsets[before] ?? 0, offsets[after] ?? 0];
  const share = to > from ? Math.min(1, Math.max(0, (ms - from) / (to - from))) : 1;
  if (Math.abs(second - first) > FARTHEST_DRIFT_BINS * BIN_MS) return share < 0.5 ? first : second;
  return first + (second - first) * share;
}

/** Corrects a map by the median of what is left between each start and the nearest one of the original, locally. */
function refine(map: TimeMap, fixed: Float64Array, raw: Float64Array): TimeMap {
  const times: number[] = [];
  const residuals: number[] = [];
  for (const start of raw) {
    const mapped = map(start);
    const at = lowerBound(fixed, mapped);
    const after = (fixed[at] ?? Number.POSITIVE_INFINITY) - mapped;
    const before = (fixed[at - 1] ?? Number.NEGATIVE_INFINITY) - mapped;
    const nearest = after < -before ? after : before;
    if (Math.abs(nearest) > REFINE_REACH_MS) continue;
    times.push(start);
    residuals.push(nearest);
  }
  const keys = Float64Array.from(times);
  const medians = residuals.map((_, at) => {
    const near = residuals.slice(Math.max(0, at - REFINE_NEIGHBOURS), at + REFINE_NEIGHBOURS + 1);
    return near.sort((a, b) => a - b)[near.length >> 1] ?? 0;
  });
  return (ms) => map(ms) + (medians[Math.min(lowerBound(keys, ms), medians.length - 1)] ?? 0);
}
