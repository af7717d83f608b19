import { SCORES_PER_SECOND } from './speech-score.ts';

/** Times of a cue, in milliseconds. */
export type CueTimes = { start: number; end: number };

/** Milliseconds between scores. */
export const SCORE_MS = 1000 / SCORES_PER_SECOND;

/** Radius of the moving mean to subtract, in scores, since continuous speech doesn't show the positions of cues. */
const MEAN_RADIUS = 75;
/** Number of scores to compare before and after an edge. */
const EDGE_SCORES = 18;
/** Weights of a cue's edges relative to the speech between them: subtitlers set starts precisely, and extend ends for reading. */
const START_WEIGHT = 4;
const END_WEIGHT = 0.5;

/** Value of starting and of ending a cue at each score. Their sum is the fit of the cue. */
export type EdgeValues = { starts: Float32Array; ends: Float32Array };

/** Computes the values of cue edges from speech probabilities (see `speechScore`). */
export function computeEdgeValues(score: ArrayLike<number>): EdgeValues {
  const sums = sumDifferences(score);
  const last = score.length;
  const sumTo = (index: number): number => sums[Math.min(last, Math.max(0, index))] as number;
  const starts = new Float32Array(last + 1);
  const ends = new Float32Array(last + 1);
  for (let index = 0; index <= last; index++) {
    // Outside the film there is no audio, and so no evidence.
    const isOutside = index === 0 || index === last;
    const rise = isOutside ? 0 : sumTo(index + EDGE_SCORES) - 2 * sumTo(index) + sumTo(index - EDGE_SCORES);
    starts[index] = START_WEIGHT * rise - sumTo(index);
    ends[index] = sumTo(index) - END_WEIGHT * rise;
  }
  return { starts, ends };
}

function sumDifferences(score: ArrayLike<number>): Float64Array {
  const rawSums = new Float64Array(score.length + 1);
  for (let index = 0; index < score.length; index++)
    rawSums[index + 1] = (rawSums[index] as number) + (score[index] as number);
  const sums = new Float64Array(score.length + 1);
  for (let index = 0; index < score.length; index++) {
    const from = Math.max(0, index - MEAN_RADIUS);
    const to = Math.min(score.length, index + MEAN_RADIUS + 1);
    const mean = ((rawSums[to] as number) - (rawSums[from] as number)) / (to - from);
    sums[index + 1] = (sums[index] as number) + (score[index] as number) - mean;
  }
  return sums;
}

/** Returns the fit of a cue at these times of the film (ms): about 0 for random times. */
export function computeFit({ starts, ends }: EdgeValues, from: number, to: number): number {
  return interpolate(starts, from) + interpolate(ends, to);
}

function interpolate(values: Float32Array, ms: number): number {
  const index = Math.min(values.length - 1, Math.max(0, ms / SCORE_MS));
  const low = Math.floor(index);
  const value = values[low] as number;
  return value + (index - low) * ((values[low + 1] ?? value) - value);
}

/**
 * Adds to `row` the fit of a cue that starts at one score and ends at another, shifted by `step` scores from one value to the
 * next.
 */
export function addFits(
  { starts, ends }: EdgeValues,
  cue: { start: number; end: number },
  step: number,
  row: Float32Array,
): void {
  const last = starts.length - 1;
  let from = cue.start;
  let to = cue.end;
  for (let shift = 0; shift < row.length; shift++) {
    const start = from < 0 ? 0 : from > last ? last : from;
    const end = to < 0 ? 0 : to > last ? last : to;
    row[shift] = (row[shift] as number) + (starts[start] as number) + (ends[end] as number);
    from += step;
    to += step;
  }
}

/** Range and step of the offsets for {@link computeFitDeviation}, in ms. The step doesn't match the rhythm of speech. */
const MAX_CHANCE_OFFSET_MS = 150_000;
const CHANCE_STEP_MS = 7310;

/** Returns the standard deviation of the fits of cues at wrong offsets. */
export function computeFitDeviation(edges: EdgeValues, cues: readonly CueTimes[], scale: number): number {
  let squares = 0;
  let count = 0;
  for (const { start, end } of cues) {
    for (let offset = -MAX_CHANCE_OFFSET_MS; offset < MAX_CHANCE_OFFSET_MS; offset += CHANCE_STEP_MS) {
      squares += computeFit(edges, scale * start + offset, scale * end + offset) ** 2;
      count++;
    }
  }
  return Math.sqrt(squares / Math.max(1, count)) || 1;
}
