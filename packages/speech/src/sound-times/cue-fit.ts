import { SCORES_A_SECOND } from './speech-score.ts';

/** Milliseconds. */
export type CueTimes = { start: number; end: number };

/** Milliseconds from one score to the next. */
export const SCORE_MS = 1000 / SCORES_A_SECOND;

/** Scores on either side whose mean is taken off: talk that goes on says nothing of where cues belong. */
const AROUND = 75;
/** Scores before and after an edge that are compared. */
const EDGE = 18;
/** Weights of a cue's edges beside the speech within: people set starts with care, and let ends stand for reading. */
const START_WEIGHT = 4;
const END_WEIGHT = 0.5;

/** Values of a start and of an end at each score: their sum says how well a cue fits that begins and ends there. */
export type EdgeValues = { starts: Float32Array; ends: Float32Array };

/** Returns the values of cues' edges for the probabilities of speech (see `speechScore`). */
export function edgeValues(score: ArrayLike<number>): EdgeValues {
  const sums = sumsOf(score);
  const last = score.length;
  const sum = (at: number): number => sums[Math.min(last, Math.max(0, at))] as number;
  const starts = new Float32Array(last + 1);
  const ends = new Float32Array(last + 1);
  for (let at = 0; at <= last; at++) {
    // Outside of the film nothing is heard, which is no evidence either way.
    const isOutside = at === 0 || at === last;
    const rise = isOutside ? 0 : sum(at + EDGE) - 2 * sum(at) + sum(at - EDGE);
    starts[at] = START_WEIGHT * rise - sum(at);
    ends[at] = sum(at) - END_WEIGHT * rise;
  }
  return { starts, ends };
}

function sumsOf(score: ArrayLike<number>): Float64Array {
  const raw = new Float64Array(score.length + 1);
  for (let at = 0; at < score.length; at++) raw[at + 1] = (raw[at] as number) + (score[at] as number);
  const sums = new Float64Array(score.length + 1);
  for (let at = 0; at < score.length; at++) {
    const from = Math.max(0, at - AROUND);
    const to = Math.min(score.length, at + AROUND + 1);
    const mean = ((raw[to] as number) - (raw[from] as number)) / (to - from);
    sums[at + 1] = (sums[at] as number) + (score[at] as number) - mean;
  }
  return sums;
}

/** The fit of a cue at these times of the film (ms): about 0 by chance. */
export function fitOf({ starts, ends }: EdgeValues, from: number, to: number): number {
  return valueAt(starts, from) + valueAt(ends, to);
}

function valueAt(values: Float32Array, ms: number): number {
  const at = Math.min(values.length - 1, Math.max(0, ms / SCORE_MS));
  const low = Math.floor(at);
  const value = values[low] as number;
  return value + (at - low) * ((values[low + 1] ?? value) - value);
}

/**
 * Adds to `row` how well a cue fits when its start lies at a score and its end at another, moved on by `step` scores from one number
 * to the next.
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
  for (let k = 0; k < row.length; k++) {
    const start = from < 0 ? 0 : from > last ? last : from;
    const end = to < 0 ? 0 : to > last ? last : to;
    row[k] = (row[k] as number) + (starts[start] as number) + (ends[end] as number);
    from += step;
    to += step;
  }
}

/** The reach of the offsets at which cues are tried for {@link deviationOf}, and their distance, uneven as the rhythm of talk is not. */
const CHANCE_MS = 150_000;
const CHANCE_STEP_MS = 7310;

/** The standard deviation of the fits of cues where they don't belong. */
export function deviationOf(edges: EdgeValues, cues: readonly CueTimes[], scale: number): number {
  let squares = 0;
  let count = 0;
  for (const { start, end } of cues) {
    for (let offset = -CHANCE_MS; offset < CHANCE_MS; offset += CHANCE_STEP_MS) {
      squares += fitOf(edges, scale * start + offset, scale * end + offset) ** 2;
      count++;
    }
  }
  return Math.sqrt(squares / Math.max(1, count)) || 1;
}
