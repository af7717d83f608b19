import type { Cue } from '../cues/cue.ts';
import { type Clock, sameClock } from './clock/clock.ts';
import { estimateCoarseClock, followClock } from './clock/coarse-clock.ts';
import { haveSameTiming, markIdenticalPairs, markSharedTimes } from './clock/identical-timing.ts';
import { refineClock } from './clock/refine-clock.ts';
import { voteWithWords } from './clock/word-votes.ts';
import { learnMarks, noMarks } from './learning/learned-marks.ts';
import { learnKinds, learnLengths } from './learning/learned-priors.ts';
import { findAnchors, type Lexicon, learnLexicon } from './learning/lexicon.ts';
import { weighWords } from './search/affinity.ts';
import { layBand } from './search/band.ts';
import type { Beads } from './search/beads.ts';
import { type Tolerance, weighRuns, weighTimes } from './search/costs.ts';
import { PARAMETERS, type Parameters } from './search/parameters.ts';
import { type Search, searchBeads } from './search/search-beads.ts';
import { type CueTrack, pickCues, prepareTracks } from './tracks/cue-track.ts';

/**
 * Two files prepared for the search: all cues, those with speech, a first clock for them, and the words that are spelled alike
 * in both.
 */
export type Prepared = {
  whole: { original: CueTrack; target: CueTrack };
  original: CueTrack;
  target: CueTrack;
  anchors: Lexicon;
  /** Both files have the same timing, so no clock has to be found. */
  sameTiming: boolean;
  clock: Clock;
};

/** The beads of all speech, and everything learned during the search. */
export type Finding = { beads: Beads; search: Search; clock: Clock; lexicon: Lexicon };

// If the share of silent cues exceeds this, the file has its speech in brackets.
const MAX_SILENT = 0.35;
// The first search looks farther, since its clock is rough.
const FIRST_MARGIN_MS = 8000;
const MARGIN_MS = 5000;
const FIRST_TOLERANCE_MS = 400;
// In files with the same timing, differing edges were at least timed by the same person.
const SAME_TIMING_TOLERANCE_MS = 150;
const FIRST_SPREAD = 0.4;
export const LONGEST_RUN = 4;
const REFINEMENTS = 2;
// The words learned from the second search are as good as those from the third.
const LESSONS = 2;
// Number of consecutive lone cues that can't be chance.
const SCENE = 5;

export function prepareSearch(original: readonly Cue[], target: readonly Cue[]): Prepared {
  const { vocabulary, ...whole } = prepareTracks(original, target);
  const sameTiming = haveSameTiming(whole.original, whole.target);
  const tracks = {
    original: speechOf(whole.original, sameTiming ? whole.target : undefined),
    target: speechOf(whole.target, sameTiming ? whole.original : undefined),
  };
  const anchors = findAnchors(tracks.original, tracks.target, vocabulary);
  const votes = voteWithWords(tracks.original, tracks.target, anchors);
  const clock = sameTiming
    ? sameClock(tracks.target)
    : estimateCoarseClock(tracks.original, tracks.target, votes);
  return { whole, ...tracks, anchors, sameTiming, clock };
}

/**
 * Removes sound tags, which are often in one file only and would separate lines that belong together. In files with equal times
 * (`other` given), tags in both are kept.
 */
function speechOf(track: CueTrack, other: CueTrack | undefined): CueTrack {
  const hasSameTimes = other ? markSharedTimes(track, other) : new Uint8Array(track.size);
  const positions = Array.from(track.at.keys()).filter(
    (at) => track.silent[at] === 0 || hasSameTimes[at] === 1,
  );
  return positions.length >= track.size * (1 - MAX_SILENT) ? pickCues(track, positions) : track;
}

/**
 * Searches, learns from the result (words, kinds of beads, lengths, jumps of the clock, then its drift, tolerances), and searches
 * again.
 */
export function findBeads(prepared: Prepared, parameters: Parameters = PARAMETERS): Finding {
  const { original, target, anchors, sameTiming } = prepared;
  const runs = {
    original: weighRuns(original, LONGEST_RUN, parameters),
    target: weighRuns(target, LONGEST_RUN, parameters),
  };
  let { clock } = prepared;
  let lexicon = anchors;
  let beads: Beads | undefined;
  let { kinds } = parameters;
  let marks = noMarks();
  let tolerance: Tolerance = {
    start: sameTiming ? SAME_TIMING_TOLERANCE_MS : FIRST_TOLERANCE_MS,
    end: sameTiming ? SAME_TIMING_TOLERANCE_MS : FIRST_TOLERANCE_MS,
    lengthRatio: overallRatio(original, target),
    lengthSpread: FIRST_SPREAD,
  };
  const searchNow = (margin: number): Finding => {
    const band = layBand(original, target, clock, margin);
    const search: Search = {
      original,
      target,
      band,
      costs: {
        ...runs,
        marks,
        times: weighTimes(original, target, band, clock, tolerance, parameters),
        words: weighWords(original, target, band, lexicon, beads),
      },
      tolerance,
      parameters: { ...parameters, kinds },
      identicalPairs: sameTiming ? markIdenticalPairs(original, target, band) : undefined,
    };
    return { beads: searchBeads(search), search, clock, lexicon };
  };

  let finding = searchNow(FIRST_MARGIN_MS);
  for (let round = 0; round <= REFINEMENTS; round += 1) {
    beads = finding.beads;
    if (round < LESSONS) lexicon = learnLexicon(original, target, beads, anchors);
    kinds = learnKinds(beads, parameters.kinds);
    marks = learnMarks(beads, runs.original, runs.target);
    tolerance = { ...tolerance, ...learnLengths(beads, runs.original, runs.target) };
    if (!sameTiming && round === 0 && mayJump(clock, beads)) {
      clock = followClock(original, target, clock, voteWithWords(original, target, lexicon));
    } else if (!sameTiming) {
      const refined = refineClock(original, target, clock, beads, tolerance);
      clock = refined.clock;
      tolerance = { ...tolerance, ...refined.tolerance };
    }
    finding = searchNow(MARGIN_MS);
  }
  return finding;
}

/**
 * Returns true if the clock jumps, or a whole scene of either file has no counterpart, so that learned words can locate the
 * jump better.
 */
function mayJump(clock: Clock, beads: Beads): boolean {
  if ((clock.piece[clock.piece.length - 1] ?? 0) > 0) return true;
  let run = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const lone =
      beads.original[bead] === beads.original[bead + 1] || beads.target[bead] === beads.target[bead + 1];
    run = lone ? run + 1 : 0;
    if (run >= SCENE) return true;
  }
  return false;
}

function overallRatio(original: CueTrack, target: CueTrack): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 1);
  return Math.log(sum(target.weight) / sum(original.weight));
}
