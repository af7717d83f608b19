import type { Cue } from '../cues/cue.ts';
import { type Clock, identityClock } from './clock/clock.ts';
import { estimateCoarseClock, estimateOffsets } from './clock/coarse-clock.ts';
import { haveSameTiming, markIdenticalPairs, markSharedTimes } from './clock/identical-timing.ts';
import { refineClock } from './clock/refine-clock.ts';
import { createWordVotes } from './clock/word-votes.ts';
import { learnMarks, zeroMarkCosts } from './learning/learned-marks.ts';
import { learnKinds, learnLengths } from './learning/learned-priors.ts';
import { findAnchors, type Lexicon, learnLexicon } from './learning/lexicon.ts';
import { scoreWords } from './search/affinity.ts';
import { buildBand } from './search/band.ts';
import type { Beads } from './search/beads.ts';
import { computeTimeCosts, measureRuns, type Tolerance } from './search/costs.ts';
import { PARAMETERS, type Parameters } from './search/parameters.ts';
import { type Search, searchBeads } from './search/search-beads.ts';
import { type CueTrack, pickCues, prepareTracks } from './tracks/cue-track.ts';

/** Two files prepared for the search: all cues, the cues with speech, an initial clock, and words spelled alike in both. */
export type PreparedFiles = {
  allCues: { original: CueTrack; target: CueTrack };
  original: CueTrack;
  target: CueTrack;
  anchors: Lexicon;
  /** True if both files have the same timing, so that the search needs no clock. */
  sameTiming: boolean;
  clock: Clock;
};

/** The beads of all speech, and the clock and lexicon learned during the search. */
export type SearchResult = { beads: Beads; search: Search; clock: Clock; lexicon: Lexicon };

// Maximum share of cues without speech. Above it, the file is assumed to have its speech in brackets.
const MAX_NON_SPEECH = 0.35;
// The first search covers a wider range, since its clock is coarse.
const FIRST_MARGIN_MS = 8000;
const MARGIN_MS = 5000;
const FIRST_TOLERANCE_MS = 400;
// Timing tolerance for files with the same timing, in which even differing edges were set by the same person.
const SAME_TIMING_TOLERANCE_MS = 150;
const FIRST_LENGTH_SPREAD = 0.4;
export const MAX_RUN_LENGTH = 4;
const REFINEMENTS = 2;
// Rounds of learning words; a third round gains nothing.
const LEXICON_ROUNDS = 2;
// Minimum number of consecutive cues without a counterpart that can't be chance.
const MIN_SCENE_CUES = 5;

export function prepareSearch(original: readonly Cue[], target: readonly Cue[]): PreparedFiles {
  const { vocabulary, ...allCues } = prepareTracks(original, target);
  const sameTiming = haveSameTiming(allCues.original, allCues.target);
  const tracks = {
    original: removeSoundTags(allCues.original, sameTiming ? allCues.target : undefined),
    target: removeSoundTags(allCues.target, sameTiming ? allCues.original : undefined),
  };
  const anchors = findAnchors(tracks.original, tracks.target, vocabulary);
  const votes = createWordVotes(tracks.original, tracks.target, anchors);
  const clock = sameTiming
    ? identityClock(tracks.target)
    : estimateCoarseClock(tracks.original, tracks.target, votes);
  return { allCues, ...tracks, anchors, sameTiming, clock };
}

/**
 * Removes sound tags, which are often in only one file and would separate lines that belong together. If `other` is passed, a
 * file with the same timing, tags that both files have are not removed.
 */
function removeSoundTags(track: CueTrack, other: CueTrack | undefined): CueTrack {
  const hasSameTimes = other ? markSharedTimes(track, other) : new Uint8Array(track.size);
  const positions = Array.from(track.cueIndexes.keys()).filter(
    (index) => track.nonSpeech[index] === 0 || hasSameTimes[index] === 1,
  );
  return positions.length >= track.size * (1 - MAX_NON_SPEECH) ? pickCues(track, positions) : track;
}

/**
 * Searches for beads in several rounds. After each round, learns from the result (words, kinds of beads, lengths, the clock's
 * jumps and drift, tolerances) for the next one.
 */
export function findBeads(prepared: PreparedFiles, parameters: Parameters = PARAMETERS): SearchResult {
  const { original, target, anchors, sameTiming } = prepared;
  const runs = {
    original: measureRuns(original, MAX_RUN_LENGTH, parameters),
    target: measureRuns(target, MAX_RUN_LENGTH, parameters),
  };
  let { clock } = prepared;
  let lexicon = anchors;
  let beads: Beads | undefined;
  let { kinds } = parameters;
  let marks = zeroMarkCosts();
  let tolerance: Tolerance = {
    start: sameTiming ? SAME_TIMING_TOLERANCE_MS : FIRST_TOLERANCE_MS,
    end: sameTiming ? SAME_TIMING_TOLERANCE_MS : FIRST_TOLERANCE_MS,
    lengthRatio: computeLengthRatio(original, target),
    lengthSpread: FIRST_LENGTH_SPREAD,
  };
  const runSearch = (margin: number): SearchResult => {
    const band = buildBand(original, target, clock, margin);
    const search: Search = {
      original,
      target,
      band,
      costs: {
        ...runs,
        marks,
        times: computeTimeCosts(original, target, band, clock, tolerance, parameters),
        words: scoreWords(original, target, band, lexicon, beads),
      },
      tolerance,
      parameters: { ...parameters, kinds },
      identicalPairs: sameTiming ? markIdenticalPairs(original, target, band) : undefined,
    };
    return { beads: searchBeads(search), search, clock, lexicon };
  };

  let result = runSearch(FIRST_MARGIN_MS);
  for (let round = 0; round <= REFINEMENTS; round += 1) {
    beads = result.beads;
    if (round < LEXICON_ROUNDS) lexicon = learnLexicon(original, target, beads, anchors);
    kinds = learnKinds(beads, parameters.kinds);
    marks = learnMarks(beads, runs.original, runs.target);
    tolerance = { ...tolerance, ...learnLengths(beads, runs.original, runs.target) };
    if (!sameTiming && round === 0 && hasJump(clock, beads)) {
      clock = estimateOffsets(original, target, clock, createWordVotes(original, target, lexicon));
    } else if (!sameTiming) {
      const refined = refineClock(original, target, clock, beads, tolerance);
      clock = refined.clock;
      tolerance = { ...tolerance, ...refined.tolerance };
    }
    result = runSearch(MARGIN_MS);
  }
  return result;
}

/**
 * Returns true if the clock jumps, or if a whole scene of either file has no counterpart. In that case learned words locate the
 * jump more precisely.
 */
function hasJump(clock: Clock, beads: Beads): boolean {
  if ((clock.piece[clock.piece.length - 1] ?? 0) > 0) return true;
  let run = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const isLone =
      beads.original[bead] === beads.original[bead + 1] || beads.target[bead] === beads.target[bead + 1];
    run = isLone ? run + 1 : 0;
    if (run >= MIN_SCENE_CUES) return true;
  }
  return false;
}

function computeLengthRatio(original: CueTrack, target: CueTrack): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 1);
  return Math.log(sum(target.weight) / sum(original.weight));
}
