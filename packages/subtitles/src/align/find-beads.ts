import type { Cue } from '../cue.ts';
import { weighWords } from './affinity.ts';
import { layBand } from './band.ts';
import type { Beads } from './beads.ts';
import { type Clock, sameClock } from './clock.ts';
import { estimateCoarseClock, followClock } from './coarse-clock.ts';
import { type Tolerance, weighRuns, weighTimes } from './costs.ts';
import { learnKinds, learnLengths } from './habit.ts';
import { findAnchors, type Lexicon, learnLexicon } from './lexicon.ts';
import { PARAMETERS, type Parameters } from './parameters.ts';
import { refineClock } from './refine.ts';
import { type Search, searchBeads } from './search.ts';
import { pickCues, prepareSides, type Side } from './side.ts';
import { findTwins, shareClock, twinsIn } from './twins.ts';
import { voteWithWords } from './word-votes.ts';

/** Two files made ready: all cues, those with speech, a first clock for them, the words that both write alike. */
export type Prepared = {
  whole: { original: Side; target: Side };
  original: Side;
  target: Side;
  anchors: Lexicon;
  /** Both files have the same times, so that no clock need be found. */
  same: boolean;
  clock: Clock;
};

/** The beads of all speech, and what was learned on the way. */
export type Finding = { beads: Beads; search: Search; clock: Clock; lexicon: Lexicon };

// A file with more silent cues than this share has its speech in brackets.
const MOST_SILENT = 0.35;
// The first search looks farther, since its clock is rough.
const FIRST_MARGIN_MS = 8000;
const MARGIN_MS = 5000;
const FIRST_TOLERANCE_MS = 400;
// In files that were timed once, what isn't the same was at least timed by the same hand.
const TWIN_TOLERANCE_MS = 150;
const FIRST_SPREAD = 0.4;
export const LONGEST_RUN = 4;
const REFINEMENTS = 2;
// The words learned from the second search are as good as those from the third.
const LESSONS = 2;
// So many lone cues in a row are no chance.
const SCENE = 5;

export function prepareSearch(original: readonly Cue[], target: readonly Cue[]): Prepared {
  const { vocabulary, ...whole } = prepareSides(original, target);
  const same = shareClock(whole.original, whole.target);
  const sides = {
    original: speechOf(whole.original, same ? whole.target : undefined),
    target: speechOf(whole.target, same ? whole.original : undefined),
  };
  const anchors = findAnchors(sides.original, sides.target, vocabulary);
  const votes = voteWithWords(sides.original, sides.target, anchors);
  const clock = same ? sameClock(sides.target) : estimateCoarseClock(sides.original, sides.target, votes);
  return { whole, ...sides, anchors, same, clock };
}

/**
 * Sound tags are in one file or in the other and would only stand between lines that belong together. In files of the same
 * times (`twin` given) those that both have are kept.
 */
function speechOf(side: Side, twin: Side | undefined): Side {
  const hasTwin = twin ? twinsIn(side, twin) : new Uint8Array(side.size);
  const places = Array.from(side.at.keys()).filter((at) => side.silent[at] === 0 || hasTwin[at] === 1);
  return places.length >= side.size * (1 - MOST_SILENT) ? pickCues(side, places) : side;
}

/**
 * Searches, learns from what was found (words, kinds of beads, lengths, jumps of the clock, then its drift, tolerances), and
 * searches again.
 */
export function findBeads(prepared: Prepared, parameters: Parameters = PARAMETERS): Finding {
  const { original, target, anchors, same } = prepared;
  const runs = {
    original: weighRuns(original, LONGEST_RUN, parameters),
    target: weighRuns(target, LONGEST_RUN, parameters),
  };
  let { clock } = prepared;
  let lexicon = anchors;
  let beads: Beads | undefined;
  let { kinds } = parameters;
  let tolerance: Tolerance = {
    start: same ? TWIN_TOLERANCE_MS : FIRST_TOLERANCE_MS,
    end: same ? TWIN_TOLERANCE_MS : FIRST_TOLERANCE_MS,
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
        times: weighTimes(original, target, band, clock, tolerance, parameters),
        words: weighWords(original, target, band, lexicon, beads),
      },
      tolerance,
      parameters: { ...parameters, kinds },
      twins: same ? findTwins(original, target, band) : undefined,
    };
    return { beads: searchBeads(search), search, clock, lexicon };
  };

  let finding = searchNow(FIRST_MARGIN_MS);
  for (let round = 0; round <= REFINEMENTS; round += 1) {
    beads = finding.beads;
    if (round < LESSONS) lexicon = learnLexicon(original, target, beads, anchors);
    kinds = learnKinds(beads, parameters.kinds);
    tolerance = { ...tolerance, ...learnLengths(beads, runs.original, runs.target) };
    if (!same && round === 0 && mayJump(clock, beads)) {
      clock = followClock(original, target, clock, voteWithWords(original, target, lexicon));
    } else if (!same) {
      const refined = refineClock(original, target, clock, beads, tolerance);
      clock = refined.clock;
      tolerance = { ...tolerance, ...refined.tolerance };
    }
    finding = searchNow(MARGIN_MS);
  }
  return finding;
}

/** Where the clock jumps, or a whole scene of either file has no counterpart, the words learned say better where. */
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

function overallRatio(original: Side, target: Side): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 1);
  return Math.log(sum(target.weight) / sum(original.weight));
}
