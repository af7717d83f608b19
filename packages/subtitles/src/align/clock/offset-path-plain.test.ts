import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCue, makeTracks } from '../testing/generated-talk.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { BIN_MS, locateInProfile, profileEdges, VOTE_UNIT } from './edge-profile.ts';
import { DRIFT, findOffsetPath, JUMP } from './offset-path.ts';

const LIMIT_MS = 12_000;
const HALF = LIMIT_MS / BIN_MS;

/** Returns the score of each offset for a cue, in votes. */
function computeVotes(original: CueTrack, target: CueTrack, index: number): number[] {
  const readProfile = (kind: 'start' | 'end') => {
    const first = (target[kind][index] ?? 0) - HALF * BIN_MS;
    const { row, bin } = locateInProfile(profileEdges(original, kind), first);
    return (offset: number) => row[bin + offset] ?? 0;
  };
  const [start, end] = [readProfile('start'), readProfile('end')];
  return Array.from({ length: 2 * HALF + 1 }, (_, offset) => start(offset) + end(offset));
}

/** Computes the score naively: stay, drift by a bin, or jump. */
function scoreNaively(original: CueTrack, target: CueTrack): number {
  let scores: number[] = new Array(2 * HALF + 1).fill(0);
  for (let index = 0; index < target.size; index += 1) {
    const jumped = Math.max(...scores) - JUMP;
    const votes = computeVotes(original, target, index);
    scores = scores.map((stayed, offset) => {
      const fromSide = [scores[offset - 1], scores[offset + 1]].map((score) => (score ?? -1e9) - DRIFT);
      return Math.max(stayed, jumped, ...fromSide) + (votes[offset] ?? 0);
    });
  }
  return Math.max(...scores) / VOTE_UNIT;
}

/** Returns a path's score minus its costs, step by step. */
function scorePath(original: CueTrack, target: CueTrack, offsets: Float64Array): number {
  let score = 0;
  for (let index = 0; index < target.size; index += 1) {
    const bin = (offsets[index] ?? 0) / BIN_MS + HALF;
    score += computeVotes(original, target, index)[bin] ?? 0;
    const steps = index === 0 ? 0 : Math.abs(bin - ((offsets[index - 1] ?? 0) / BIN_MS + HALF));
    if (steps > 0) score -= steps === 1 ? DRIFT : JUMP;
  }
  return score / VOTE_UNIT;
}

describe('the path through the votes', () => {
  const lines = fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 200, max: 3000 })), {
    minLength: 5,
    maxLength: 60,
  });
  const makeCues = (list: readonly (readonly [number, number])[]) => {
    let clock = 0;
    return list.map(([pause, length]) => {
      const start = clock + pause;
      clock = start + length;
      return makeCue(start, clock);
    });
  };

  it('is optimal, and its votes minus its costs equal its score', () => {
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.nat(60),
        fc.integer({ min: 900, max: 1100 }),
        (originalTimes, targetTimes, cutAt, pace) => {
          const later = makeCues(targetTimes).map((cue, index) =>
            index < cutAt ? cue : { ...cue, start: cue.start + 7000, end: cue.end + 7000 },
          );
          const drifting = makeCues(originalTimes).map((cue) => ({
            ...cue,
            start: (cue.start * pace) / 1000,
            end: (cue.end * pace) / 1000,
          }));
          const { original, target } = makeTracks(makeCues(originalTimes), [...later, ...drifting]);
          const positions = Int32Array.from(target.start.keys());
          const { offsets, score } = findOffsetPath(original, target, positions, 1, LIMIT_MS);
          expect(score).toBe(scoreNaively(original, target));
          expect(scorePath(original, target, offsets)).toBeCloseTo(score, 9);
        },
      ),
      { numRuns: 60 },
    );
  });
});
