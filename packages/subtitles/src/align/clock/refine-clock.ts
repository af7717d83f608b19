import { medianOf, slidingMedian } from '../math/median.ts';
import type { Beads } from '../search/beads.ts';
import type { Tolerance } from '../search/costs.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import type { Clock } from './clock.ts';
import { lowerBound } from './clock.ts';

// Numbers of beads on either side for estimating the local offset. Few can follow a drifting clock, many average out the
// translators' habits. The best one is chosen per file.
const REACHES = [8, 16, 32, 64];
// A wider reach must not be worse by more than this factor.
const WIDER_IS_BETTER = 1.01;
// A file with fewer beads than this is averaged with as many typical ones.
const USUAL_BEADS = 12;
const USUAL_TOLERANCE_MS = 250;
const MIN_TOLERANCE_MS = 40;
const MAX_TOLERANCE_MS = 800;
// Regularises the slope of a local line towards zero, in seconds².
const NO_SLOPE = 1000;
// Median of the folded Student's t with three degrees of freedom: converts a median of distances into its scale.
const MEDIAN_TO_SCALE = 0.765;

/** Measured offsets of beads' edges, at `time` on the target's scaled clock. Milliseconds. */
type Points = { time: Float64Array; offset: Float64Array; bead: Int32Array; isEnd: Uint8Array };

/** Re-estimates the clock from the beads of a search, piece by piece, and the precision of the files' timing. */
export function refineClock(
  original: CueTrack,
  target: CueTrack,
  clock: Clock,
  beads: Beads,
  tolerance: Tolerance,
): { clock: Clock; tolerance: Pick<Tolerance, 'start' | 'end'> } {
  const start = new Float64Array(clock.start);
  const end = new Float64Array(clock.end);
  const left: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  for (const [from, to] of piecesOf(clock)) {
    const points = gatherPoints(original, target, clock, beads, from, to);
    if (points.time.length < 4) continue;
    const weights = trust(points, tolerance);
    const { reach, residuals, sampled } = chooseReach(points, weights, (tolerance.start + tolerance.end) / 2);
    for (let k = 0; k < residuals.length; k += 1) {
      (points.isEnd[sampled[k] ?? 0] === 1 ? left.ends : left.starts).push(Math.abs(residuals[k] as number));
    }
    for (let j = from; j < to; j += 1) {
      const [s, e] = [(target.start[j] as number) * clock.scale, (target.end[j] as number) * clock.scale];
      const at = lowerBound(points.time, s);
      const line = fitLine(points, weights, at, reach, (s + e) / 2, -1);
      if (!line) continue;
      start[j] = s + line.offset + line.slope * (s - (s + e) / 2);
      end[j] = e + line.offset + line.slope * (e - (s + e) / 2);
    }
  }
  return {
    clock: { ...clock, start, end },
    tolerance: { start: scaleOf(left.starts), end: scaleOf(left.ends) },
  };
}

function piecesOf({ piece }: Clock): [number, number][] {
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
  points.sort((one, other) => one[0] - other[0]);
  return {
    time: Float64Array.from(points, ([time]) => time),
    offset: Float64Array.from(points, ([, offset]) => offset),
    bead: Int32Array.from(points, ([, , bead]) => bead),
    isEnd: Uint8Array.from(points, ([, , , isEnd]) => isEnd),
  };
}

const NEIGHBOURS = 12;

/** Weights points: those far from their neighbours' prediction count little, since their beads are likely wrong. */
function trust(points: Points, tolerance: Tolerance): Float64Array {
  const scale = Math.max(tolerance.start, tolerance.end);
  const usual = slidingMedian(points.offset, NEIGHBOURS);
  return points.offset.map((offset, at) => {
    const away = (offset - (usual[at] as number)) / scale;
    return 1 / (1 + (away * away) / 3);
  });
}

// Enough points for choosing and measuring; more would only cost time.
const SAMPLE_POINTS = 400;

/**
 * Tries each reach on a sample of points, each predicted from the others: `residuals` are the errors of the best reach, `sampled`
 * the points.
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
    const residuals = Float64Array.from(sampled, (at) => {
      const line = fitLine(points, weights, at, reach, points.time[at] as number, points.bead[at] as number);
      return (points.offset[at] as number) - (line?.offset ?? 0);
    });
    const loss = residuals.reduce((sum, value) => sum + Math.log1p((value / scale) ** 2 / 3), 0);
    if (loss < best.loss * WIDER_IS_BETTER) best = { reach, residuals, loss };
  }
  return { reach: best.reach, residuals: best.residuals, sampled };
}

/** Fits a line through the points around `at`, weighting nearer ones more, excluding bead `without`. */
function fitLine(
  points: Points,
  weights: Float64Array,
  at: number,
  reach: number,
  time: number,
  without: number,
): { offset: number; slope: number } | undefined {
  const { time: times, offset: offsets, bead: beads } = points;
  const low = Math.max(0, at - 2 * reach);
  const high = Math.min(times.length - 1, at + 2 * reach);
  const width = 1 / (2 * reach + 1);
  let sw = 0;
  let st = 0;
  let so = 0;
  let stt = 0;
  let sto = 0;
  for (let k = low; k <= high; k += 1) {
    if (beads[k] === without) continue;
    const far = (k - at) * width;
    const near = 1 - far * far;
    const weight = (weights[k] as number) * near * near;
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
  const slope = (sto - st * meanO) / (stt - st * meanT + NO_SLOPE);
  return { offset: meanO - slope * meanT, slope: slope / 1000 };
}

function scaleOf(distances: number[]): number {
  const scale = distances.length > 0 ? medianOf(distances) / MEDIAN_TO_SCALE : USUAL_TOLERANCE_MS;
  const beads = distances.length;
  const shrunk = (scale * beads + USUAL_TOLERANCE_MS * USUAL_BEADS) / (beads + USUAL_BEADS);
  return Math.min(MAX_TOLERANCE_MS, Math.max(MIN_TOLERANCE_MS, shrunk));
}
