import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { jitter, makeCue, makeSpeech, makeTracks, mapTimes, shift } from '../testing/generated-talk.ts';
import { BIN_MS } from './edge-profile.ts';
import { findOffsetPath, type WordVotes } from './offset-path.ts';

function findPath(
  original: Cue[],
  target: Cue[],
  { limit = 60_000, scale = 1, words = undefined as WordVotes | undefined } = {},
) {
  const tracks = makeTracks(original, target);
  return findOffsetPath(tracks.original, tracks.target, Int32Array.from(target.keys()), scale, limit, words);
}

const measureErrors = (offsets: Float64Array, expected: (index: number) => number) =>
  Array.from(offsets, (offset, index) => Math.abs(offset - expected(index)));

describe('the path of offsets', () => {
  const cues = makeSpeech(80);

  it('jumps only where the target was cut', () => {
    const { offsets } = findPath(
      cues,
      mapTimes(cues, (ms) => (ms < 100_000 ? ms : ms + 20_000)),
    );
    const jumps = offsets.filter(
      (offset, index) => index > 0 && Math.abs(offset - (offsets[index - 1] ?? 0)) > 2 * BIN_MS,
    );
    expect(jumps).toHaveLength(1);
    expect(jumps[0]).toBe(-20_000);
  });

  it('drifts along with a slower clock', () => {
    const slower = mapTimes(cues, (ms) => ms * 1.004);
    const { offsets } = findPath(cues, slower);
    expect(
      Math.max(...measureErrors(offsets, (index) => (cues[index]?.start ?? 0) - (slower[index]?.start ?? 0))),
    ).toBeLessThan(600);
  });

  it('scores the right scale higher', () => {
    const target = jitter(
      mapTimes(cues, (ms) => (ms * 25) / 23.976),
      150,
    );
    expect(findPath(cues, target, { scale: 23.976 / 25 }).score).toBeGreaterThan(
      1.1 * findPath(cues, target).score,
    );
  });

  it('uses words where times aren’t informative', () => {
    const even = Array.from({ length: 40 }, (_, index) => makeCue(index * 3000, index * 3000 + 3000));
    const later = shift(even, 9000);
    const identityVotes: WordVotes = (position, vote) => vote(position, 1);
    expect(Array.from(findPath(even, later, { words: identityVotes }).offsets.slice(5, 35))).toEqual(
      new Array(30).fill(-9000),
    );
  });

  it('has no offset if nothing matches', () => {
    const { offsets, score } = findPath(makeSpeech(3), [makeCue(5_000_000, 5_001_000)], { limit: 1000 });
    expect(Array.from(offsets)).toEqual([0]);
    expect(score).toBe(0);
  });
});

describe('the path of offsets of a shifted file', () => {
  const cues = makeSpeech(60, 31);
  const findOffsets = (target: Cue[], limit = 80_000, words?: WordVotes, positions?: number[]) => {
    const tracks = makeTracks(cues, target);
    return findOffsetPath(
      tracks.original,
      tracks.target,
      Int32Array.from(positions ?? target.keys()),
      1,
      limit,
      words,
    ).offsets;
  };

  it.each([-60_000, -20_000, -5250, -500, 0, 250, 1000, 7750, 33_000, 70_000])(
    'is %i ms throughout',
    (expected) => {
      const offsets = findOffsets(
        mapTimes(cues, (ms) => ms - expected + 100_000),
        200_000,
      );
      for (const offset of offsets)
        expect(Math.abs(offset - (expected - 100_000))).toBeLessThanOrEqual(BIN_MS);
    },
  );

  it('stays within its limit', () => {
    for (const offset of findOffsets(shift(cues, 30_000), 10_000))
      expect(Math.abs(offset)).toBeLessThanOrEqual(10_000);
  });

  it('ignores three misplaced cues', () => {
    const target = cues.map((cue, index) =>
      index > 29 && index < 33 ? makeCue(cue.start + 5000, cue.end + 5000) : cue,
    );
    expect(new Set(findOffsets(target.slice(0, 30))).size).toBe(1);
    expect(Math.max(...findOffsets(target).map(Math.abs))).toBeLessThanOrEqual(BIN_MS * 4);
  });
});
