import type { Clock } from '../clock/clock.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { type MarkCosts, PUNCTUATION_COUNT } from '../tracks/punctuation.ts';
import type { Band } from './band.ts';
import type { Parameters } from './parameters.ts';

/**
 * Precision of the timing of a pair of files (scale of the deviations of starts and ends, in milliseconds), and the ratio of
 * their text lengths (logarithm of target to original, and its spread).
 */
export type Tolerance = { start: number; end: number; lengthRatio: number; lengthSpread: number };

/** Time cost of each pair of cues in the band, as the first pair (`starts`) and as the last pair (`ends`) of a bead. */
export type TimeCosts = { starts: Float32Array; ends: Float32Array };

/** Precomputed values for runs of cues of one track, indexed by the length of the run and then by its first cue. */
export type Runs = { lengths: Float64Array[]; joins: Float64Array[]; marks: Uint8Array[] };

/** Precomputed costs of the search, in nats: by pair of cues in the band, and by run of cues of one track. */
export type Costs = {
  times: TimeCosts;
  words: Float32Array;
  marks: MarkCosts;
  original: Runs;
  target: Runs;
};

// Added to each length, since short lines differ by chance ('Yes.' and 'Ja, das stimmt.').
const MIN_LETTERS = 5;
// Pauses within a bead are free up to the first limit; their cost stops rising at the second.
const FREE_PAUSE_MS = 500;
const MAX_PAUSE_S = 4;

/**
 * Computes the costs of the deviations of starts and of ends for each pair in the band. In precisely timed files a match is worth
 * more, since a match by chance is less likely.
 */
export function computeTimeCosts(
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

export function measureRuns(track: CueTrack, maxLength: number, parameters: Parameters): Runs {
  const lengths: Float64Array[] = [];
  const joins: Float64Array[] = [];
  const marks: Uint8Array[] = [];
  for (let count = 0; count <= maxLength; count += 1) {
    const logs = new Float64Array(track.size);
    const costs = new Float64Array(track.size);
    const markSets = new Uint8Array(track.size);
    for (let index = 0; count > 0 && index + count <= track.size; index += 1) {
      logs[index] = logLength(track, index, count);
      costs[index] = joinCost(track, index, count, parameters);
      markSets[index] = combineMarks(track, index, count);
    }
    lengths.push(logs);
    joins.push(costs);
    marks.push(markSets);
  }
  return { lengths, joins, marks };
}

/** Returns the marks in a run of cues, one bit each; the highest bit is set if the run ends a sentence. */
function combineMarks(track: CueTrack, from: number, count: number): number {
  let bits = (track.sentenceEnd[from + count - 1] as number) << PUNCTUATION_COUNT;
  for (let index = from; index < from + count; index += 1) bits |= track.punctuation[index] as number;
  return bits;
}

function logLength(track: CueTrack, from: number, count: number): number {
  let letters = MIN_LETTERS;
  for (let index = from; index < from + count; index += 1) letters += track.weight[index] as number;
  return Math.log(letters);
}

/** Returns the cost of joining cues across long pauses, and of joining a sound tag with speech. */
function joinCost(track: CueTrack, from: number, count: number, parameters: Parameters): number {
  let [cost, nonSpeechCount] = [0, track.nonSpeech[from] as number];
  for (let index = from + 1; index < from + count; index += 1) {
    const pause = (track.start[index] as number) - (track.end[index - 1] as number) - FREE_PAUSE_MS;
    if (pause > 0) cost += parameters.gap * Math.min(MAX_PAUSE_S, pause / 1000);
    nonSpeechCount += track.nonSpeech[index] as number;
  }
  return nonSpeechCount > 0 && nonSpeechCount < count ? cost + parameters.tag : cost;
}
