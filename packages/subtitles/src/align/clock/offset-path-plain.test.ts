import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cue, tracksOf } from '../testing/generated-talk.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { BIN_MS, FULL_VOTE, positionInProfile, profileEdges } from './edge-profile.ts';
import { DRIFT, followOffsets, JUMP } from './offset-path.ts';

const LIMIT_MS = 12_000;
const HALF = LIMIT_MS / BIN_MS;

/** Returns the score of each offset for a cue, in votes. */
function votesFor(original: CueTrack, target: CueTrack, at: number): number[] {
  const worth = (kind: 'start' | 'end') => {
    const first = (target[kind][at] ?? 0) - HALF * BIN_MS;
    const { row, bin } = positionInProfile(profileEdges(original, kind), first);
    return (offset: number) => row[bin + offset] ?? 0;
  };
  const [start, end] = [worth('start'), worth('end')];
  return Array.from({ length: 2 * HALF + 1 }, (_, offset) => start(offset) + end(offset));
}

/** Computes the score naively: stay, drift by a bin, or jump. */
function scorePlainly(original: CueTrack, target: CueTrack): number {
  let scores: number[] = new Array(2 * HALF + 1).fill(0);
  for (let at = 0; at < target.size; at += 1) {
    const jumped = Math.max(...scores) - JUMP;
    const votes = votesFor(original, target, at);
    scores = scores.map((stayed, offset) => {
      const aside = [scores[offset - 1], scores[offset + 1]].map((score) => (score ?? -1e9) - DRIFT);
      return Math.max(stayed, jumped, ...aside) + (votes[offset] ?? 0);
    });
  }
  return Math.max(...scores) / FULL_VOTE;
}

/** Returns a path's score minus its costs, step by step. */
function scorePath(original: CueTrack, target: CueTrack, offsets: Float64Array): number {
  let score = 0;
  for (let at = 0; at < target.size; at += 1) {
    const bin = (offsets[at] ?? 0) / BIN_MS + HALF;
    score += votesFor(original, target, at)[bin] ?? 0;
    const moved = at === 0 ? 0 : Math.abs(bin - ((offsets[at - 1] ?? 0) / BIN_MS + HALF));
    if (moved > 0) score -= moved === 1 ? DRIFT : JUMP;
  }
  return score / FULL_VOTE;
}

describe('the path through the votes', () => {
  const lines = fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 200, max: 3000 })), {
    minLength: 5,
    maxLength: 60,
  });
  const cuesOf = (list: readonly (readonly [number, number])[]) => {
    let clock = 0;
    return list.map(([pause, length]) => {
      const start = clock + pause;
      clock = start + length;
      return cue(start, clock);
    });
  };

  it('is optimal, and adds up to its score', () => {
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.nat(60),
        fc.integer({ min: 900, max: 1100 }),
        (own, other, cutAt, pace) => {
          const later = cuesOf(other).map((one, at) =>
            at < cutAt ? one : { ...one, start: one.start + 7000, end: one.end + 7000 },
          );
          const drifting = cuesOf(own).map((one) => ({
            ...one,
            start: (one.start * pace) / 1000,
            end: (one.end * pace) / 1000,
          }));
          const { original, target } = tracksOf(cuesOf(own), [...later, ...drifting]);
          const positions = Int32Array.from(target.start.keys());
          const { offsets, score } = followOffsets(original, target, positions, 1, LIMIT_MS);
          expect(score).toBe(scorePlainly(original, target));
          expect(scorePath(original, target, offsets)).toBeCloseTo(score, 9);
        },
      ),
      { numRuns: 60 },
    );
  });
});
