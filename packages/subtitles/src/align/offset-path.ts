import { BIN_MS, type EdgeProfile, placeInProfile, profileEdges } from './edge-profile.ts';
import type { Side } from './side.ts';

/** Lets words of a target cue speak for original cues: calls `vote` with each and how much it is worth. */
export type WordVotes = (target: number, vote: (original: number, weight: number) => void) => void;

/** The offset (to add, in milliseconds) of each cue of the target, and how well all of them agree with the original. */
export type OffsetPath = { offsets: Float64Array; score: number };

// A common word says roughly where: it may be in the neighbour of the cue that the two halves of a sentence share.
const WORD_REACH_BINS = 12;
// What a path pays, against 2 for a cue that agrees in full: drifting by a bin, and a cut or an advertisement.
const DRIFT_COST = 0.3;
const JUMP_COST = 9;
// Between two cues the offset moves by one bin at most, unless it jumps.
export const LEAST_JUMP_MS = 1.5 * BIN_MS;

// Where a path came from.
const [STAYED, FROM_LEFT, FROM_RIGHT, JUMPED] = [0, 1, 2, 3];

/**
 * Finds how the offset between two files runs: each cue of the target votes for the offsets that bring its start and end
 * upon ones of the original, within `limit` milliseconds, and the path through all cues may drift a little or jump at a
 * cost (Viterbi). `places` are the target cues to look at.
 */
export function followOffsets(
  original: Side,
  target: Side,
  places: Int32Array,
  scale: number,
  limit: number,
  words?: WordVotes,
): OffsetPath {
  const half = Math.ceil(limit / BIN_MS);
  const bins = 2 * half + 1;
  const starts = profileEdges(original, 'start');
  const ends = profileEdges(original, 'end');
  const steps = new Uint8Array(bins * places.length);
  const jumpedFrom = new Int32Array(places.length);
  let scores = new Float64Array(bins);
  let next = new Float64Array(bins);
  const votes = new Float64Array(bins);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] as number;
    const start = (target.start[place] as number) * scale;
    votes.fill(0);
    addProfile(starts, start - half * BIN_MS, votes);
    addProfile(ends, (target.end[place] as number) * scale - half * BIN_MS, votes);
    if (words) voteByWords(original, start, votes, place, words);
    const from = highest(scores);
    jumpedFrom[at] = from;
    advance(
      scores,
      votes,
      (scores[from] as number) - JUMP_COST,
      next,
      steps.subarray(at * bins, (at + 1) * bins),
    );
    [scores, next] = [next, scores];
  }
  let bin = highest(scores);
  const score = scores[bin] ?? 0;
  const offsets = new Float64Array(places.length);
  for (let at = places.length - 1; at >= 0; at -= 1) {
    offsets[at] = (bin - half) * BIN_MS;
    const step = steps[at * bins + bin];
    if (step === JUMPED) bin = jumpedFrom[at] as number;
    else if (step === FROM_LEFT) bin -= 1;
    else if (step === FROM_RIGHT) bin += 1;
  }
  return { offsets, score };
}

/** One step of Viterbi over all offsets. */
function advance(
  scores: Float64Array,
  votes: Float64Array,
  jumped: number,
  next: Float64Array,
  steps: Uint8Array,
): void {
  let left = Number.NEGATIVE_INFINITY;
  let own = scores[0] as number;
  const last = scores.length - 1;
  for (let bin = 0; bin <= last; bin += 1) {
    const right = bin < last ? (scores[bin + 1] as number) : Number.NEGATIVE_INFINITY;
    let best = own;
    let step = STAYED as number;
    if (left - DRIFT_COST > best) {
      best = left - DRIFT_COST;
      step = FROM_LEFT as number;
    }
    if (right - DRIFT_COST > best) {
      best = right - DRIFT_COST;
      step = FROM_RIGHT as number;
    }
    if (jumped > best) {
      best = jumped;
      step = JUMPED as number;
    }
    next[bin] = best + (votes[bin] as number);
    steps[bin] = step;
    left = own;
    own = right;
  }
}

function addProfile(profile: EdgeProfile, from: number, votes: Float64Array): void {
  const { row, bin } = placeInProfile(profile, from);
  const last = Math.min(votes.length, row.length - bin);
  for (let at = Math.max(0, -bin); at < last; at += 1) {
    votes[at] = (votes[at] as number) + (row[bin + at] as number);
  }
}

function voteByWords(
  original: Side,
  time: number,
  votes: Float64Array,
  place: number,
  words: WordVotes,
): void {
  const half = (votes.length - 1) / 2;
  words(place, (at, weight) => {
    const middle = half + Math.round(((original.start[at] ?? 0) - time) / BIN_MS);
    if (middle < 0 || middle >= votes.length) return;
    const last = Math.min(votes.length - 1, middle + WORD_REACH_BINS);
    for (let bin = Math.max(0, middle - WORD_REACH_BINS); bin <= last; bin += 1) {
      const near = Math.min(1, 2 * (1 - Math.abs(bin - middle) / (WORD_REACH_BINS + 1)));
      votes[bin] = (votes[bin] as number) + weight * near;
    }
  });
}

/** Where the highest score is; among equals the one nearest to no offset at all. */
function highest(scores: Float64Array): number {
  const middle = (scores.length - 1) / 2;
  let best = middle;
  let most = scores[middle] as number;
  for (let bin = 0; bin < scores.length; bin += 1) {
    const score = scores[bin] as number;
    if (score < most) continue;
    if (score === most && Math.abs(bin - middle) >= Math.abs(best - middle)) continue;
    most = score;
    best = bin;
  }
  return best;
}
