import { median, slidingMedian } from '../math/median.ts';
import type { Beads } from '../search/beads.ts';
import type { Tolerance } from '../search/costs.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import type { Clock } from './clock.ts';
import { lowerBound } from './clock.ts';

// Candidate numbers of beads on either side for estimating the local offset. Few beads follow a drifting clock; many average out
// timing noise. The best number is chosen for each file.
const REACHES = [8, 16, 32, 64];
// A wider reach is preferred unless its loss is higher by more than this factor.
const MAX_WIDER_LOSS = 1.01;
// Weight of the prior tolerance, in beads.
const PRIOR_BEADS = 12;
const PRIOR_TOLERANCE_MS = 250;
const MIN_TOLERANCE_MS = 40;
const MAX_TOLERANCE_MS = 800;
// Regularisation of a local line's slope towards zero, in seconds².
const SLOPE_PENALTY = 1000;
// Median of the folded Student's t distribution with three degrees of freedom: converts a median distance to the distribution's
// scale.
const MEDIAN_TO_SCALE = 0.765;

/** Measured offsets of bead edges, at `time` on the target's scaled clock, in milliseconds. */
type Points = { time: Float64Array; offset: Float64Array; bead: Int32Array; isEnd: Uint8Array };

/** Re-estimates the clock, piece by piece, and the precision of the files' timing from the beads of a search. */
export function refineClock(
  original: CueTrack,
  target: CueTrack,
  clock: Clock,
  beads: Beads,
  tolerance: Tolerance,
): { clock: Clock; tolerance: Pick<Tolerance, 'start' | 'end'> } {
  const start = new Float64Array(clock.start);
  const end = new Float64Array(clock.end);
  const errors: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  for (const [from, to] of splitPieces(clock)) {
    const points = gatherPoints(original, target, clock, beads, from, to);
    if (points.time.length < 4) continue;
    const weights = weighPoints(points, tolerance);
    const { reach, residuals, sampled } = chooseReach(points, weights, (tolerance.start + tolerance.end) / 2);
    for (let k = 0; k < residuals.length; k += 1) {
      (points.isEnd[sampled[k] ?? 0] === 1 ? errors.ends : errors.starts).push(
        Math.abs(residuals[k] as number),
      );
    }
    for (let j = from; j < to; j += 1) {
      const [s, e] = [(target.start[j] as number) * clock.scale, (target.end[j] as number) * clock.scale];
      const index = lowerBound(points.time, s);
      const line = fitLine(points, weights, index, reach, (s + e) / 2, -1);
      if (!line) continue;
      start[j] = s + line.offset + line.slope * (s - (s + e) / 2);
      end[j] = e + line.offset + line.slope * (e - (s + e) / 2);
    }
  }
  return {
    clock: { ...clock, start, end },
    tolerance: { start: estimateTolerance(errors.starts), end: estimateTolerance(errors.ends) },
  };
}

function splitPieces({ piece }: Clock): [number, number][] {
  const pieces: [number, number][] = [];
  let from = 0;
  for (let j = 1; j <= piece.length; j += 1) {
    if (j < piece.length && piece[j] === piece[from]) continue;
    pieces.push([from, j]);
    from = j;
  }
  return pieces;
}

function gatherPoints(
  original: CueTrack,
  target: CueTrack,
  clock: Clock,
  beads: Beads,
  from: number,
  to: number,
): Points {
  const points: [number, number, number, number][] = [];
  for (let bead = 0; bead < beads.size && (beads.target[bead] as number) < to; bead += 1) {
    const b = beads.target[bead] as number;
    if (b < from) continue;
    const a = beads.original[bead] as number;
    const [z, y] = [(beads.original[bead + 1] as number) - 1, (beads.target[bead + 1] as number) - 1];
    if (z < a || y < b || y >= to) continue;
    const [s, e] = [(target.start[b] as number) * clock.scale, (target.end[y] as number) * clock.scale];
    points.push(
      [s, (original.start[a] as number) - s, bead, 0],
      [e, (original.end[z] as number) - e, bead, 1],
    );
  }
  points.sort((a, b) => a[0] - b[0]);
  return {
    time: Float64Array.from(points, ([time]) => time),
    offset: Float64Array.from(points, ([, offset]) => offset),
    bead: Int32Array.from(points, ([, , bead]) => bead),
    isEnd: Uint8Array.from(points, ([, , , isEnd]) => isEnd),
  };
}

const NEIGHBOURS = 12;

/**
 * Returns the weight of each point. A point far from the median of its neighbours has a low weight, since its bead is probably
 * wrong.
 */
function weighPoints(points: Points, tolerance: Tolerance): Float64Array {
  const scale = Math.max(tolerance.start, tolerance.end);
  const localMedians = slidingMedian(points.offset, NEIGHBOURS);
  return points.offset.map((offset, index) => {
    const deviation = (offset - (localMedians[index] as number)) / scale;
    return 1 / (1 + (deviation * deviation) / 3);
  });
}

// Maximum number of points for choosing the reach; more would only take time.
const SAMPLE_POINTS = 400;

/**
 * Chooses the best reach by predicting a sample of points from their neighbours. `residuals` are the errors with the best reach,
 * `sampled` the indexes of the points.
 */
function chooseReach(
  points: Points,
  weights: Float64Array,
  scale: number,
): { reach: number; residuals: Float64Array; sampled: Int32Array } {
  const step = Math.max(1, Math.floor(points.time.length / SAMPLE_POINTS));
  const sampled = Int32Array.from({ length: Math.ceil(points.time.length / step) }, (_, k) => k * step);
  let best = { reach: 0, residuals: new Float64Array(0), loss: Number.POSITIVE_INFINITY };
  for (const reach of REACHES) {
    const residuals = Float64Array.from(sampled, (index) => {
      const line = fitLine(
        points,
        weights,
        index,
        reach,
        points.time[index] as number,
        points.bead[index] as number,
      );
      return (points.offset[index] as number) - (line?.offset ?? 0);
    });
    const loss = residuals.reduce((sum, value) => sum + Math.log1p((value / scale) ** 2 / 3), 0);
    if (loss < best.loss * MAX_WIDER_LOSS) best = { reach, residuals, loss };
  }
  return { reach: best.reach, residuals: best.residuals, sampled };
}

/** Fits a line through the points around `index`, with higher weights for nearer points and without those of `excludedBead`. */
function fitLine(
  points: Points,
  weights: Float64Array,
  index: number,
  reach: number,
  time: number,
  excludedBead: number,
): { offset: number; slope: number } | undefined {
  const { time: times, offset: offsets, bead: beads } = points;
  const low = Math.max(0, index - 2 * reach);
  const high = Math.min(times.length - 1, index + 2 * reach);
  const width = 1 / (2 * reach + 1);
  let sw = 0;
  let st = 0;
  let so = 0;
  let stt = 0;
  let sto = 0;
  for (let k = low; k <= high; k += 1) {
    if (beads[k] === excludedBead) continue;
    const distance = (k - index) * width;
    const measureCloseness = 1 - distance * distance;
    const weight = (weights[k] as number) * measureCloseness * measureCloseness;
    const t = ((times[k] as number) - time) * 0.001;
    const o = offsets[k] as number;
    sw += weight;
    st += weight * t;
    so += weight * o;
    stt += weight * t * t;
    sto += weight * t * o;
  }
  if (sw < 1e-6) return undefined;
  const [meanT, meanO] = [st / sw, so / sw];
  const slope = (sto - st * meanO) / (stt - st * meanT + SLOPE_PENALTY);
  return { offset: meanO - slope * meanT, slope: slope / 1000 };
}

function estimateTolerance(distances: number[]): number {
  const scale = distances.length > 0 ? median(distances) / MEDIAN_TO_SCALE : PRIOR_TOLERANCE_MS;
  const count = distances.length;
  const shrunk = (scale * count + PRIOR_TOLERANCE_MS * PRIOR_BEADS) / (count + PRIOR_BEADS);
  return Math.min(MAX_TOLERANCE_MS, Math.max(MIN_TOLERANCE_MS, shrunk));
}
