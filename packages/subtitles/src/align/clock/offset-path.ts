import type { CueTrack } from '../tracks/cue-track.ts';
import {
  BIN_MS,
  type EdgeProfile,
  encodeVote,
  locateInProfile,
  profileEdges,
  VOTE_UNIT,
} from './edge-profile.ts';

/** Matches words of a target cue with original cues: calls `vote` with each of these cues and its weight. */
export type WordVotes = (target: number, vote: (original: number, weight: number) => void) => void;

/** The offset to add to each target cue, in milliseconds, and the score of how well all cues then match the original. */
export type OffsetPath = { offsets: Float64Array; score: number };

// Maximum distance of a vote by a shared word. Its position is approximate, since the word can be in the neighbouring cue, with
// the other half of the sentence.
const MAX_WORD_DISTANCE_BINS = 12;
// Costs of a drift by one bin, and of a jump at a cut or a commercial break. A fully matching cue scores 2.
const DRIFT_COST = 0.3;
const JUMP_COST = 9;
// From one cue to the next the offset drifts by at most one bin, unless it jumps.
export const MIN_JUMP_MS = 1.5 * BIN_MS;

/** Votes for each offset: `starts` by the cue's start and words, `ends` by its end. */
type Votes = { starts: Int32Array; ends: Int32Array };

// Previous step of a path, in the two lowest bits of its score. The higher value wins ties.
const [FROM_LEFT, FROM_RIGHT, JUMPED] = [1, 2, 3];
// Number of two-bit steps per integer.
const STEPS_PER_WORD = 16;
const ALL_JUMPED = -1;
export const DRIFT = encodeVote(DRIFT_COST);
export const JUMP = encodeVote(JUMP_COST);
// Score of the bins just outside the range.
const UNREACHABLE = -(2 ** 29);

/**
 * Finds how the offset between two files changes: each target cue votes for the offsets that move its start and end to edges of
 * the original, within `limit` milliseconds, and the path through all cues can drift slightly or jump at a cost (Viterbi).
 * `positions` are the target cues to use.
 */
export function findOffsetPath(
  original: CueTrack,
  target: CueTrack,
  positions: Int32Array,
  scale: number,
  limit: number,
  words?: WordVotes,
): OffsetPath {
  const centre = Math.ceil(limit / BIN_MS);
  const bins = 2 * centre + 1;
  const starts = profileEdges(original, 'start');
  const ends = profileEdges(original, 'end');
  const rowLength = Math.ceil(bins / STEPS_PER_WORD);
  const steps = new Int32Array(rowLength * positions.length);
  const jumpedFrom = new Int32Array(positions.length);
  // The score of bin b is at index b + 1. Unreachable bins are at both ends.
  let scores = new Int32Array(bins + 2);
  scores[0] = scores[bins + 1] = UNREACHABLE;
  let next = scores.slice();
  const highestByBlock = new Int32Array(rowLength);
  const votes: Votes = { starts: new Int32Array(bins), ends: new Int32Array(bins) };
  let best = centre;
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] as number;
    const start = (target.start[position] as number) * scale;
    copyVotes(starts, start - centre * BIN_MS, votes.starts);
    copyVotes(ends, (target.end[position] as number) * scale - centre * BIN_MS, votes.ends);
    if (words) addWordVotes(original, start, votes.starts, position, words);
    jumpedFrom[index] = best;
    best = advance(
      scores,
      highestByBlock,
      votes,
      (scores[best + 1] as number) - JUMP,
      next,
      steps,
      index * rowLength,
    );
    [scores, next] = [next, scores];
  }
  let bin = best;
  const score = (scores[bin + 1] as number) / VOTE_UNIT;
  const offsets = new Float64Array(positions.length);
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    offsets[index] = (bin - centre) * BIN_MS;
    const step = readStep(steps, index * rowLength, bin);
    if (step === JUMPED) bin = jumpedFrom[index] as number;
    else if (step === FROM_LEFT) bin -= 1;
    else if (step === FROM_RIGHT) bin += 1;
  }
  return { offsets, score };
}

/** Reads the step by which a path reached a bin, from the row of `steps` that starts at `from` (see {@link advance}). */
function readStep(steps: Int32Array, from: number, bin: number): number {
  return ((steps[from + Math.floor(bin / STEPS_PER_WORD)] as number) >> (2 * (bin % STEPS_PER_WORD))) & 3;
}

/**
 * Performs one Viterbi step over all offsets. Stores each offset's previous step in two bits of `steps`, starting at `from`: for
 * a long film, they take more memory than everything else. Returns the bin with the highest score, preferring the middle one (no
 * offset). Uses branch-free integer arithmetic, since the better step is unpredictable and a mispredicted branch is expensive. If
 * jumping is best in a whole block, fills the block at once; `highestByBlock` holds each block's highest score.
 */
function advance(
  scores: Int32Array,
  highestByBlock: Int32Array,
  { starts, ends }: Votes,
  jumped: number,
  next: Int32Array,
  steps: Int32Array,
  from: number,
): number {
  const bins = starts.length;
  const jumpedScore = jumped | JUMPED;
  let highestScore = UNREACHABLE;
  for (let block = 0; block < highestByBlock.length; block += 1) {
    const first = block * STEPS_PER_WORD;
    const last = Math.min(bins, first + STEPS_PER_WORD);
    let left = scores[first] as number;
    let stayed = scores[first + 1] as number;
    let packedSteps = 0;
    let blockHighest = UNREACHABLE;
    if (Math.max(highestByBlock[block] as number, left, scores[last + 1] as number) <= jumped) {
      packedSteps = ALL_JUMPED;
      for (let bin = first; bin < last; bin += 1) {
        const score = jumped + (starts[bin] as number) + (ends[bin] as number);
        next[bin + 1] = score;
        blockHighest = maxInteger(blockHighest, score);
      }
    } else {
      for (let bin = first; bin < last; bin += 1) {
        const right = scores[bin + 2] as number;
        const fromSide = maxInteger(left | FROM_LEFT, right | FROM_RIGHT) - DRIFT;
        const best = maxInteger(maxInteger(stayed, fromSide), jumpedScore);
        packedSteps |= (best & 3) << (2 * (bin - first));
        const score = (best & ~3) + (starts[bin] as number) + (ends[bin] as number);
        next[bin + 1] = score;
        blockHighest = maxInteger(blockHighest, score);
        left = stayed;
        stayed = right;
      }
    }
    steps[from + block] = packedSteps;
    highestByBlock[block] = blockHighest;
    highestScore = maxInteger(highestScore, blockHighest);
  }
  const middle = bins >> 1;
  return next[middle + 1] === highestScore ? middle : next.indexOf(highestScore) - 1;
}

/** Returns the greater of two integers below 2 ** 30. */
function maxInteger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}

function copyVotes(profile: EdgeProfile, from: number, votes: Int32Array): void {
  const { row, bin } = locateInProfile(profile, from);
  const first = Math.min(votes.length, Math.max(0, -bin));
  const last = Math.max(first, Math.min(votes.length, row.length - bin));
  votes.fill(0, 0, first);
  if (last > first) votes.set(row.subarray(bin + first, bin + last), first);
  votes.fill(0, last);
}

function addWordVotes(
  original: CueTrack,
  time: number,
  votes: Int32Array,
  position: number,
  words: WordVotes,
): void {
  const centre = (votes.length - 1) / 2;
  words(position, (index, weight) => {
    const middle = centre + Math.round(((original.start[index] ?? 0) - time) / BIN_MS);
    if (middle < 0 || middle >= votes.length) return;
    const last = Math.min(votes.length - 1, middle + MAX_WORD_DISTANCE_BINS);
    for (let bin = Math.max(0, middle - MAX_WORD_DISTANCE_BINS); bin <= last; bin += 1) {
      const measureCloseness = Math.min(1, 2 * (1 - Math.abs(bin - middle) / (MAX_WORD_DISTANCE_BINS + 1)));
      votes[bin] = (votes[bin] as number) + encodeVote(weight * measureCloseness);
    }
  });
}
