import type { CueTrack } from '../tracks/cue-track.ts';
import {
  BIN_MS,
  type EdgeProfile,
  FULL_VOTE,
  positionInProfile,
  profileEdges,
  toVote,
} from './edge-profile.ts';

/** Matches words of a target cue with original cues: calls `vote` with each and its weight. */
export type WordVotes = (target: number, vote: (original: number, weight: number) => void) => void;

/** The offset (to add, in milliseconds) of each target cue, and how well all of them match the original. */
export type OffsetPath = { offsets: Float64Array; score: number };

// A common word gives an approximate position: it may be in the neighbouring cue, with the other half of the sentence.
const WORD_REACH_BINS = 12;
// Costs of a path, against 2 for a fully matching cue: drifting by a bin, and a cut or a commercial break.
const DRIFT_COST = 0.3;
const JUMP_COST = 9;
// Between two cues the offset moves by one bin at most, unless it jumps.
export const MIN_JUMP_MS = 1.5 * BIN_MS;

/** Votes for each offset: for the cue's start, together with its words, and for its end. */
type Votes = { starts: Int32Array; ends: Int32Array };

// Origin of a path, in the two lowest bits of its score; the higher one wins ties.
const [FROM_LEFT, FROM_RIGHT, JUMPED] = [1, 2, 3];
// Two-bit steps per number.
const WAYS_IN_WORD = 16;
const ALL_JUMPED = -1;
export const DRIFT = toVote(DRIFT_COST);
export const JUMP = toVote(JUMP_COST);
// Beyond either end of the range.
const UNREACHABLE = -(2 ** 29);

/**
 * Finds how the offset between two files changes: each target cue votes for the offsets that move its start and end to edges of
 * the original, within `limit` milliseconds, and the path through all cues may drift a little or jump at a cost (Viterbi).
 * `positions` are the target cues to use.
 */
export function followOffsets(
  original: CueTrack,
  target: CueTrack,
  positions: Int32Array,
  scale: number,
  limit: number,
  words?: WordVotes,
): OffsetPath {
  const half = Math.ceil(limit / BIN_MS);
  const bins = 2 * half + 1;
  const starts = profileEdges(original, 'start');
  const ends = profileEdges(original, 'end');
  const rowLength = Math.ceil(bins / WAYS_IN_WORD);
  const steps = new Int32Array(rowLength * positions.length);
  const jumpedFrom = new Int32Array(positions.length);
  // The score of bin b is at b + 1, between two unreachable ones.
  let scores = new Int32Array(bins + 2);
  scores[0] = scores[bins + 1] = UNREACHABLE;
  let next = scores.slice();
  const highest = new Int32Array(rowLength);
  const votes: Votes = { starts: new Int32Array(bins), ends: new Int32Array(bins) };
  let best = half;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const start = (target.start[position] as number) * scale;
    copyProfile(starts, start - half * BIN_MS, votes.starts);
    copyProfile(ends, (target.end[position] as number) * scale - half * BIN_MS, votes.ends);
    if (words) voteByWords(original, start, votes.starts, position, words);
    jumpedFrom[at] = best;
    best = advance(scores, highest, votes, (scores[best + 1] as number) - JUMP, next, steps, at * rowLength);
    [scores, next] = [next, scores];
  }
  let bin = best;
  const score = (scores[bin + 1] as number) / FULL_VOTE;
  const offsets = new Float64Array(positions.length);
  for (let at = positions.length - 1; at >= 0; at -= 1) {
    offsets[at] = (bin - half) * BIN_MS;
    const step = stepTo(steps, at * rowLength, bin);
    if (step === JUMPED) bin = jumpedFrom[at] as number;
    else if (step === FROM_LEFT) bin -= 1;
    else if (step === FROM_RIGHT) bin += 1;
  }
  return { offsets, score };
}

/** Reads the step by which a path reached a bin, from the row of `steps` that starts at `from`: see {@link advance}. */
function stepTo(steps: Int32Array, from: number, bin: number): number {
  return ((steps[from + Math.floor(bin / WAYS_IN_WORD)] as number) >> (2 * (bin % WAYS_IN_WORD))) & 3;
}

/**
 * One Viterbi step over all offsets. Stores the origin of each in `steps` starting at `from`, two bits each: for a long film
 * they take more memory than everything else. Returns the bin with the highest score, preferring the middle one (no offset).
 * Uses integers and no branch that depends on them: the better origin is unpredictable, and a mispredicted branch costs more
 * than all the rest. Only if jumping is best in a whole block (`highest` holds each block's highest score) is the block filled
 * at once.
 */
function advance(
  scores: Int32Array,
  highest: Int32Array,
  { starts, ends }: Votes,
  jumped: number,
  next: Int32Array,
  steps: Int32Array,
  from: number,
): number {
  const bins = starts.length;
  const byJump = jumped | JUMPED;
  let most = UNREACHABLE;
  for (let stretch = 0; stretch < highest.length; stretch += 1) {
    const first = stretch * WAYS_IN_WORD;
    const last = Math.min(bins, first + WAYS_IN_WORD);
    let left = scores[first] as number;
    let own = scores[first + 1] as number;
    let ways = 0;
    let high = UNREACHABLE;
    if (Math.max(highest[stretch] as number, left, scores[last + 1] as number) <= jumped) {
      ways = ALL_JUMPED;
      for (let bin = first; bin < last; bin += 1) {
        const score = jumped + (starts[bin] as number) + (ends[bin] as number);
        next[bin + 1] = score;
        high = greater(high, score);
      }
    } else {
      for (let bin = first; bin < last; bin += 1) {
        const right = scores[bin + 2] as number;
        const aside = greater(left | FROM_LEFT, right | FROM_RIGHT) - DRIFT;
        const best = greater(greater(own, aside), byJump);
        ways |= (best & 3) << (2 * (bin - first));
        const score = (best & ~3) + (starts[bin] as number) + (ends[bin] as number);
        next[bin + 1] = score;
        high = greater(high, score);
        left = own;
        own = right;
      }
    }
    steps[from + stretch] = ways;
    highest[stretch] = high;
    most = greater(most, high);
  }
  const middle = bins >> 1;
  return next[middle + 1] === most ? middle : next.indexOf(most) - 1;
}

/** Returns the greater of two integers below 2 ** 30. */
function greater(a: number, b: number): number {
  const apart = (a - b) | 0;
  return (a - (apart & (apart >> 31))) | 0;
}

function copyProfile(profile: EdgeProfile, from: number, votes: Int32Array): void {
  const { row, bin } = positionInProfile(profile, from);
  const first = Math.min(votes.length, Math.max(0, -bin));
  const last = Math.max(first, Math.min(votes.length, row.length - bin));
  votes.fill(0, 0, first);
  if (last > first) votes.set(row.subarray(bin + first, bin + last), first);
  votes.fill(0, last);
}

function voteByWords(
  original: CueTrack,
  time: number,
  votes: Int32Array,
  position: number,
  words: WordVotes,
): void {
  const half = (votes.length - 1) / 2;
  words(position, (at, weight) => {
    const middle = half + Math.round(((original.start[at] ?? 0) - time) / BIN_MS);
    if (middle < 0 || middle >= votes.length) return;
    const last = Math.min(votes.length - 1, middle + WORD_REACH_BINS);
    for (let bin = Math.max(0, middle - WORD_REACH_BINS); bin <= last; bin += 1) {
      const near = Math.min(1, 2 * (1 - Math.abs(bin - middle) / (WORD_REACH_BINS + 1)));
      votes[bin] = (votes[bin] as number) + toVote(weight * near);
    }
  });
}
