import type { Clock } from '../clock/clock.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { type MarkCosts, PUNCTUATION_COUNT } from '../tracks/punctuation.ts';
import type { Band } from './band.ts';
import type { Parameters } from './parameters.ts';

/**
 * Precision of a pair's timing (the scale of starts' and ends' deviations, milliseconds), and the ratio of their text
 * lengths (logarithm of target to original, and its spread).
 */
export type Tolerance = { start: number; end: number; lengthRatio: number; lengthSpread: number };

/** Cost of a pair of cues in the band as the first pair (starts) and as the last pair (ends) of a bead. */
export type TimeCosts = { starts: Float32Array; ends: Float32Array };

/** Precomputed values for runs of cues of one track: index 1 to the longest run, then the position of its first cue. */
export type Runs = { lengths: Float64Array[]; joins: Float64Array[]; marks: Uint8Array[] };

/** All costs of the search, in nats: by pair of cues (in the band) and by run of cues of one track. */
export type Costs = {
  times: TimeCosts;
  words: Float32Array;
  marks: MarkCosts;
  original: Runs;
  target: Runs;
};

// Added to each length, since short lines differ by chance ('Yes.' and 'Ja, das stimmt.').
const MIN_LETTERS = 5;
// Pauses within a bead are free up to the first limit; beyond the second, the cost stays constant.
const USUAL_PAUSE_MS = 500;
const LONGEST_PAUSE_S = 4;

/**
 * Computes the costs of a start and of an end with a deviation, for each pair in the band. A match is worth more, the more
 * precise the files are: by chance it would be anywhere within a few seconds.
 */
export function weighTimes(
  original: CueTrack,
  target: CueTrack,
  band: Band,
  clock: Clock,
  tolerance: Tolerance,
  parameters: Parameters,
): TimeCosts {
  const starts = new Float32Array(band.size);
  const ends = new Float32Array(band.size);
  const { time, chanceMs } = parameters;
  const startReward = Math.log(chanceMs / tolerance.start);
  const endReward = Math.log(chanceMs / tolerance.end);
  const { freedom } = parameters;
  const steepness = (freedom + 1) / 2;
  for (let i = 0; i < original.size; i += 1) {
    const high = Math.min(target.size - 1, band.high[i] as number);
    const row = band.row[i] as number;
    for (let j = band.low[i] as number; j <= high; j += 1) {
      const start = ((original.start[i] as number) - (clock.start[j] as number)) / tolerance.start;
      const end = ((original.end[i] as number) - (clock.end[j] as number)) / tolerance.end;
      starts[row + j] = time * (steepness * Math.log1p((start * start) / freedom) - startReward);
      ends[row + j] = time * (steepness * Math.log1p((end * end) / freedom) - endReward);
    }
  }
  return { starts, ends };
}

export function weighRuns(track: CueTrack, most: number, parameters: Parameters): Runs {
  const lengths: Float64Array[] = [];
  const joins: Float64Array[] = [];
  const marks: Uint8Array[] = [];
  for (let count = 0; count <= most; count += 1) {
    const logs = new Float64Array(track.size);
    const costs = new Float64Array(track.size);
    const signs = new Uint8Array(track.size);
    for (let at = 0; count > 0 && at + count <= track.size; at += 1) {
      logs[at] = logLength(track, at, count);
      costs[at] = joinCost(track, at, count, parameters);
      signs[at] = marksIn(track, at, count);
    }
    lengths.push(logs);
    joins.push(costs);
    marks.push(signs);
  }
  return { lengths, joins, marks };
}

/** Returns the marks in a run of cues, one bit each; the highest bit is set if it ends a sentence. */
function marksIn(track: CueTrack, from: number, count: number): number {
  let bits = (track.sentenceEnd[from + count - 1] as number) << PUNCTUATION_COUNT;
  for (let at = from; at < from + count; at += 1) bits |= track.punctuation[at] as number;
  return bits;
}

function logLength(track: CueTrack, from: number, count: number): number {
  let letters = MIN_LETTERS;
  for (let at = from; at < from + count; at += 1) letters += track.weight[at] as number;
  return Math.log(letters);
}

/** Returns the cost of joining cues over long pauses, and of a sound tag among speech. */
function joinCost(track: CueTrack, from: number, count: number, parameters: Parameters): number {
  let [cost, silent] = [0, track.silent[from] as number];
  for (let at = from + 1; at < from + count; at += 1) {
    const pause = (track.start[at] as number) - (track.end[at - 1] as number) - USUAL_PAUSE_MS;
    if (pause > 0) cost += parameters.gap * Math.min(LONGEST_PAUSE_S, pause / 1000);
    silent += track.silent[at] as number;
  }
  return silent > 0 && silent < count ? cost + parameters.tag : cost;
}
