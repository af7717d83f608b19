import type { PreparedFiles, SearchResult } from '../find-beads.ts';
import { cohensKappa } from '../math/kappa.ts';
import { median, quantile } from '../math/median.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { PUNCTUATION_COUNT } from '../tracks/punctuation.ts';
import { learnEvidence } from './evidence.ts';
import { computePosteriors } from './posterior.ts';
import { findRepeats } from './repeats.ts';

/** Features for judging a bead, in the order of its feature row; see {@link describeBeads}. */
export type Feature =
  | 'constant'
  | 'odds'
  | 'fileOdds'
  | 'fileMisplaced'
  | 'joined'
  | 'joinedCues'
  | 'longestPause'
  | 'lengthDeviation'
  | 'wordsFound'
  | 'wordsMissed'
  | 'repeated'
  | 'numbersDiffer'
  | 'endsDiffer'
  | 'punctuationDiffers';

export type FeatureRow = Record<Feature, number>;

/** The features of each two-sided bead (`pairs`), and the odds of every bead, including one-sided ones. */
export type Description = { pairs: (FeatureRow | undefined)[]; odds: Float64Array };

type Extent = { bead: number; a: number; z: number; b: number; y: number };

// Upper limit to which log odds are clamped.
const MAX_LOG_ODDS = 8;
// Upper limit of the log odds of a bead: above it, a bead is as certain as the whole file.
const MAX_BEAD_LOG_ODDS = 6;
// Cost in nats above which an edge counts as misplaced.
const MISPLACED_COST = 1.5;
// Upper limit of the length feature, in multiples of the typical spread.
const MAX_LENGTH_DEVIATION = 5;
// Extra length of the target above which it counts, and only by half: a target with an extra sentence is still complete.
const EXTRA_LENGTH = 3;
// Upper limits of the scores of missing and matching words; free translations lack this many.
const MAX_MISSED = 3;
const MAX_FOUND = 2;
const MAX_PAUSE_S = 3;
const NORMAL_MEDIAN = 0.6745;
const MIN_SPREAD = 0.5;

/**
 * Computes each bead's features: its log odds in the search, and the lower quartile of the file's log odds; the share of the
 * file's beads with a misplaced edge; whether it joins cues, how many, and across what pause (seconds); how unusual its text
 * lengths are; how many words have or lack their usual translations; whether its text also occurs elsewhere; whether numbers,
 * sentence ends and other punctuation agree, weighted by their agreement in the whole pair of files.
 */
export function describeBeads(prepared: PreparedFiles, result: SearchResult): Description {
  const { original, target } = prepared;
  const { beads, search, lexicon } = result;
  const odds = computePosteriors(search, beads).map(toLogOdds);
  const evidence = learnEvidence(original, target, beads, lexicon);
  const extents = findPairExtents(beads);
  const spread = estimateSpread(Float64Array.from(extents, ({ bead }) => evidence.missed[bead] ?? 0));
  const matched = extents.map(({ bead }) => Math.min(MAX_FOUND, evidence.matched[bead] ?? 0));
  const missed = extents.map(({ bead }) => Math.min(MAX_MISSED, (evidence.missed[bead] ?? 0) / spread));
  const fit = new Float64Array(beads.size).fill(Number.NEGATIVE_INFINITY);
  for (const [k, { bead }] of extents.entries()) fit[bead] = (matched[k] ?? 0) - (missed[k] ?? 0);
  const repeated = findRepeats(original, target, beads, fit);
  const fileOdds = quantile(
    extents.map(({ bead }) => odds[bead] ?? 0),
    0.25,
  );
  const fileMisplaced = misplacedShare(result, extents);
  const ends = weighDifferences(
    extents.map(({ z }) => original.sentenceEnd[z - 1] ?? 0),
    extents.map(({ y }) => target.sentenceEnd[y - 1] ?? 0),
  );
  const punctuation = comparePunctuation(original, target, extents);
  const pairs: (FeatureRow | undefined)[] = new Array(beads.size).fill(undefined);
  for (const [k, extent] of extents.entries()) {
    const { bead, a, z, b, y } = extent;
    pairs[bead] = {
      constant: 1,
      odds: Math.min(MAX_BEAD_LOG_ODDS, odds[bead] ?? 0),
      fileOdds,
      fileMisplaced: fileMisplaced,
      joined: z - a === 1 && y - b === 1 ? 0 : 1,
      joinedCues: z - a + y - b - 2,
      longestPause: Math.max(measureLongestPause(original, a, z), measureLongestPause(target, b, y)),
      lengthDeviation: measureLengthDeviation(result, extent),
      wordsFound: matched[k] ?? 0,
      wordsMissed: missed[k] ?? 0,
      repeated: repeated[bead] ?? 0,
      numbersDiffer: evidence.numbers[bead] ?? 0,
      endsDiffer: ends[k] ?? 0,
      punctuationDiffers: punctuation[k] ?? 0,
    };
  }
  return { pairs, odds };
}

/** Returns the share of beads (0 to 1) with a misplaced edge. In files of two different videos, this is most beads. */
function misplacedShare({ search }: SearchResult, extents: readonly Extent[]): number {
  const { row } = search.band;
  const { starts, ends } = search.costs.times;
  const misplaced = extents.filter(({ a, z, b, y }) => {
    const start = starts[(row[a] as number) + b] as number;
    const end = ends[(row[z - 1] as number) + y - 1] as number;
    return Math.max(start, end) > MISPLACED_COST;
  });
  return misplaced.length / Math.max(1, extents.length);
}

function toLogOdds(probability: number): number {
  const odds = Math.log((probability + 1e-6) / (1 - probability + 1e-6));
  return Math.min(MAX_LOG_ODDS, Math.max(-MAX_LOG_ODDS, odds));
}

function findPairExtents(beads: Beads): Extent[] {
  const extents: Extent[] = [];
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, z] = [beads.original[bead] ?? 0, beads.original[bead + 1] ?? 0];
    const [b, y] = [beads.target[bead] ?? 0, beads.target[bead + 1] ?? 0];
    if (z > a && y > b) extents.push({ bead, a, z, b, y });
  }
  return extents;
}

function estimateSpread(values: Float64Array): number {
  return MIN_SPREAD + median(values.map(Math.abs)) / NORMAL_MEDIAN;
}

function measureLongestPause(track: CueTrack, from: number, to: number): number {
  let longest = 0;
  for (let index = from + 1; index < to; index += 1) {
    longest = Math.max(longest, ((track.start[index] as number) - (track.end[index - 1] as number)) / 1000);
  }
  return Math.min(MAX_PAUSE_S, longest);
}

function measureLengthDeviation({ search }: SearchResult, { a, z, b, y }: Extent): number {
  const { costs, tolerance } = search;
  const length = (costs.target.lengths[y - b]?.[b] ?? 0) - (costs.original.lengths[z - a]?.[a] ?? 0);
  const excess = (length - tolerance.lengthRatio) / tolerance.lengthSpread;
  return Math.min(MAX_LENGTH_DEVIATION, excess < 0 ? -excess : Math.max(0, excess - EXTRA_LENGTH) / 2);
}

/**
 * Returns 0 for each equal pair of marks, and the agreement of marks in the whole file for each differing pair. In a transcript
 * without punctuation, a difference means nothing.
 */
function weighDifferences(originalMarks: readonly number[], targetMarks: readonly number[]): Float64Array {
  const agreement = cohensKappa(Uint8Array.from(originalMarks), Uint8Array.from(targetMarks));
  return Float64Array.from(originalMarks, (value, index) => (value === targetMarks[index] ? 0 : agreement));
}

function comparePunctuation(original: CueTrack, target: CueTrack, extents: readonly Extent[]): Float64Array {
  const sum = new Float64Array(extents.length);
  const originalBits = extents.map(({ a, z }) => combinePunctuation(original, a, z));
  const targetBits = extents.map(({ b, y }) => combinePunctuation(target, b, y));
  for (let mark = 0; mark < PUNCTUATION_COUNT; mark += 1) {
    const bit = (bits: number) => (bits >> mark) & 1;
    const differences = weighDifferences(originalBits.map(bit), targetBits.map(bit));
    for (const [index, value] of differences.entries()) sum[index] = (sum[index] as number) + value;
  }
  return sum;
}

function combinePunctuation(track: CueTrack, from: number, to: number): number {
  return track.punctuation.subarray(from, to).reduce((bits, cueBits) => bits | cueBits, 0);
}
