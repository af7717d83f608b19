import { SCORES_PER_SECOND } from './speech-score.ts';

/** Milliseconds. */
export type CueTimes = { start: number; end: number };

/** Milliseconds between scores. */
export const SCORE_MS = 1000 / SCORES_PER_SECOND;

/** Scores on either side whose mean is subtracted: continuous talk says nothing about where cues belong. */
const AROUND = 75;
/** Scores before and after an edge that are compared. */
const EDGE = 18;
/** Weights of a cue's edges relative to the speech within: people set starts with care, and leave ends longer for reading. */
const START_WEIGHT = 4;
const END_WEIGHT = 0.5;

/** Values of a start and of an end at each score: their sum is the fit of a cue with these edges. */
export type EdgeValues = { starts: Float32Array; ends: Float32Array };

/** Returns the values of cues' edges for the probabilities of speech (see `speechScore`). */
export function edgeValues(score: ArrayLike<number>): EdgeValues {
  const sums = sumsOf(score);
  const last = score.length;
  const sum = (at: number): number => sums[Math.min(last, Math.max(0, at))] as number;
  const starts = new Float32Array(last + 1);
  const ends = new Float32Array(last + 1);
  for (let at = 0; at <= last; at++) {
    // Outside of the film there is no sound, which is no evidence either way.
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

/** Returns the fit of a cue at these times of the film (ms): about 0 by chance. */
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
  for (let k = 0; k < row.length; k++) {
    const start = from < 0 ? 0 : from > last ? last : from;
    const end = to < 0 ? 0 : to > last ? last : to;
    row[k] = (row[k] as number) + (starts[start] as number) + (ends[end] as number);
    from += step;
    to += step;
  }
}

/**
 * Range and spacing of the offsets at which cues are tried for {@link deviationOf}; the spacing is irregular so that it doesn't
 * match the rhythm of talk.
 */
const CHANCE_MS = 150_000;
const CHANCE_STEP_MS = 7310;

/** Returns the standard deviation of the fits of cues in wrong positions. */
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
