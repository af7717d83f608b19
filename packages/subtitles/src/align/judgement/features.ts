import type { Finding, Prepared } from '../find-beads.ts';
import { kappaOf } from '../math/kappa.ts';
import { medianOf, quantileOf } from '../math/median.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { PUNCTUATION_COUNT } from '../tracks/punctuation.ts';
import { learnEvidence } from './evidence.ts';
import { weighBeads } from './posterior.ts';
import { findRepeats } from './repeats.ts';

/** Features for judging a bead, in the order of its row; see {@link describeBeads}. */
export type Feature =
  | 'constant'
  | 'odds'
  | 'fileOdds'
  | 'fileApart'
  | 'joined'
  | 'joinedCues'
  | 'longestPause'
  | 'lengthOff'
  | 'wordsFound'
  | 'wordsMissed'
  | 'repeated'
  | 'numbersDiffer'
  | 'endsDiffer'
  | 'punctuationDiffers';

export type FeatureRow = Record<Feature, number>;

/** The features of each two-sided bead (`pairs`), and the odds of every bead, including lone ones. */
export type Description = { pairs: (FeatureRow | undefined)[]; odds: Float64Array };

type Extent = { bead: number; a: number; z: number; b: number; y: number };

// Log odds are clamped to this.
const MAX_LOG_ODDS = 8;
// A bead that the search prefers by this much is as certain as its whole file.
const MAX_BEAD_LOG_ODDS = 6;
// An edge that costs this much, in nats, is farther off than chance explains.
const APART_COST = 1.5;
// Upper limit of the length feature, in multiples of the usual spread.
const MAX_LENGTH_DEVIATION = 5;
// A target with an extra sentence still contains everything that was said: only length beyond this counts, and only by half.
const EXTRA_LENGTH = 3;
// Upper limits of the missing and matching words: free translations miss this much, and more isn't a clearer sign.
const MAX_MISSED = 3;
const MAX_FOUND = 2;
const LONGEST_PAUSE_S = 3;
const NORMAL_MEDIAN = 0.6745;
const MIN_SPREAD = 0.5;

/**
 * Computes each bead's features for and against it: how far the search preferred it (log odds), and its certainty in the worst
 * quarter of this file; the share of the file's beads with a misplaced edge; whether it joins cues, how many, and over what
 * pause (seconds); how unusual its text lengths are; how many words have or lack their usual translations; whether its text
 * also occurs elsewhere; whether numbers, sentence ends and other punctuation agree, weighted by how far they agree in this
 * pair of files.
 */
export function describeBeads(prepared: Prepared, finding: Finding): Description {
  const { original, target } = prepared;
  const { beads, search, lexicon } = finding;
  const odds = weighBeads(search, beads).map(toOdds);
  const evidence = learnEvidence(original, target, beads, lexicon);
  const extents = extentsOfPairs(beads);
  const spread = spreadOf(Float64Array.from(extents, ({ bead }) => evidence.missed[bead] ?? 0));
  const matched = extents.map(({ bead }) => Math.min(MAX_FOUND, evidence.matched[bead] ?? 0));
  const missed = extents.map(({ bead }) => Math.min(MAX_MISSED, (evidence.missed[bead] ?? 0) / spread));
  const fit = new Float64Array(beads.size).fill(Number.NEGATIVE_INFINITY);
  for (const [k, { bead }] of extents.entries()) fit[bead] = (matched[k] ?? 0) - (missed[k] ?? 0);
  const repeated = findRepeats(original, target, beads, fit);
  const fileOdds = quantileOf(
    extents.map(({ bead }) => odds[bead] ?? 0),
    0.25,
  );
  const fileApart = shareApart(finding, extents);
  const ends = differencesOf(
    extents.map(({ z }) => original.sentenceEnd[z - 1] ?? 0),
    extents.map(({ y }) => target.sentenceEnd[y - 1] ?? 0),
  );
  const punctuation = differingPunctuation(original, target, extents);
  const pairs: (FeatureRow | undefined)[] = new Array(beads.size).fill(undefined);
  for (const [k, extent] of extents.entries()) {
    const { bead, a, z, b, y } = extent;
    pairs[bead] = {
      constant: 1,
      odds: Math.min(MAX_BEAD_LOG_ODDS, odds[bead] ?? 0),
      fileOdds,
      fileApart,
      joined: z - a === 1 && y - b === 1 ? 0 : 1,
      joinedCues: z - a + y - b - 2,
      longestPause: Math.max(longestPause(original, a, z), longestPause(target, b, y)),
      lengthOff: lengthOff(finding, extent),
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

/**
 * Returns the share of beads (0 to 1) whose worse edge is farther off than chance explains: most are, in files of two videos.
 */
function shareApart({ search }: Finding, extents: readonly Extent[]): number {
  const { row } = search.band;
  const { starts, ends } = search.costs.times;
  const apart = extents.filter(({ a, z, b, y }) => {
    const start = starts[(row[a] as number) + b] as number;
    const end = ends[(row[z - 1] as number) + y - 1] as number;
    return Math.max(start, end) > APART_COST;
  });
  return apart.length / Math.max(1, extents.length);
}

function toOdds(probability: number): number {
  const odds = Math.log((probability + 1e-6) / (1 - probability + 1e-6));
  return Math.min(MAX_LOG_ODDS, Math.max(-MAX_LOG_ODDS, odds));
}

function extentsOfPairs(beads: Beads): Extent[] {
  const extents: Extent[] = [];
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, z] = [beads.original[bead] ?? 0, beads.original[bead + 1] ?? 0];
    const [b, y] = [beads.target[bead] ?? 0, beads.target[bead + 1] ?? 0];
    if (z > a && y > b) extents.push({ bead, a, z, b, y });
  }
  return extents;
}

function spreadOf(values: Float64Array): number {
  return MIN_SPREAD + medianOf(values.map(Math.abs)) / NORMAL_MEDIAN;
}

function longestPause(track: CueTrack, from: number, to: number): number {
  let longest = 0;
  for (let at = from + 1; at < to; at += 1) {
    longest = Math.max(longest, ((track.start[at] as number) - (track.end[at - 1] as number)) / 1000);
  }
  return Math.min(LONGEST_PAUSE_S, longest);
}

function lengthOff({ search }: Finding, { a, z, b, y }: Extent): number {
  const { costs, tolerance } = search;
  const length = (costs.target.lengths[y - b]?.[b] ?? 0) - (costs.original.lengths[z - a]?.[a] ?? 0);
  const excess = (length - tolerance.lengthRatio) / tolerance.lengthSpread;
  return Math.min(MAX_LENGTH_DEVIATION, excess < 0 ? -excess : Math.max(0, excess - EXTRA_LENGTH) / 2);
}

/**
 * For each differing pair of marks, returns how far the marks agree otherwise. In languages and transcripts that end sentences
 * without punctuation, a difference means nothing.
 */
function differencesOf(one: readonly number[], other: readonly number[]): Float64Array {
  const agreement = kappaOf(Uint8Array.from(one), Uint8Array.from(other));
  return Float64Array.from(one, (value, at) => (value === other[at] ? 0 : agreement));
}

function differingPunctuation(
  original: CueTrack,
  target: CueTrack,
  extents: readonly Extent[],
): Float64Array {
  const sum = new Float64Array(extents.length);
  const own = extents.map(({ a, z }) => punctuationOf(original, a, z));
  const others = extents.map(({ b, y }) => punctuationOf(target, b, y));
  for (let mark = 0; mark < PUNCTUATION_COUNT; mark += 1) {
    const bit = (bits: number) => (bits >> mark) & 1;
    const differences = differencesOf(own.map(bit), others.map(bit));
    for (const [at, value] of differences.entries()) sum[at] = (sum[at] as number) + value;
  }
  return sum;
}

function punctuationOf(track: CueTrack, from: number, to: number): number {
  return track.punctuation.subarray(from, to).reduce((bits, own) => bits | own, 0);
}
