import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { cue, jittered, moved, speech, tracksOf } from '../testing/generated-talk.ts';
import { BIN_MS, FULL_VOTE, positionInProfile, profileEdges } from './edge-profile.ts';
import { followOffsets, type WordVotes } from './offset-path.ts';

function follow(
  original: Cue[],
  target: Cue[],
  { limit = 60_000, scale = 1, words = undefined as WordVotes | undefined } = {},
) {
  const tracks = tracksOf(original, target);
  return followOffsets(tracks.original, tracks.target, Int32Array.from(target.keys()), scale, limit, words);
}

const off = (offsets: Float64Array, expected: (at: number) => number) =>
  Array.from(offsets, (offset, at) => Math.abs(offset - expected(at)));

describe('the profile of a file’s edges', () => {
  const { original } = tracksOf([cue(10_000, 12_000), cue(12_100, 14_000), cue(20_000, 21_000)]);
  const valueAt = (ms: number, kind: 'start' | 'end' = 'start') => {
    const { row, bin } = positionInProfile(profileEdges(original, kind), ms);
    return row[bin] ?? 0;
  };

  it('is highest at an edge and falls off around it', () => {
    expect(valueAt(12_100)).toBeGreaterThanOrEqual(FULL_VOTE * 0.9);
    expect(valueAt(12_500)).toBeLessThan(valueAt(12_100));
    expect(valueAt(16_500)).toBe(0);
  });

  it('treats a start after a pause, and an end before one, as a landmark', () => {
    expect(valueAt(20_000)).toBeGreaterThan(valueAt(12_100));
    expect(valueAt(14_000, 'end')).toBeGreaterThan(valueAt(12_000, 'end'));
  });

  it('is zero outside the file', () => {
    expect(valueAt(-50_000)).toBe(0);
    expect(valueAt(900_000)).toBe(0);
  });
});

describe('the path of offsets', () => {
  const cues = speech(80);

  it.each([0, -30_000, 12_500, 47_250])('finds an offset of %i ms', (by) => {
    const { offsets } = follow(
      cues,
      moved(cues, (ms) => ms - by + 60_000),
      { limit: 120_000 },
    );
    expect(Math.max(...off(offsets, () => by - 60_000))).toBeLessThanOrEqual(BIN_MS);
  });

  it('jumps where the target was cut, and nowhere else', () => {
    const { offsets } = follow(
      cues,
      moved(cues, (ms) => (ms < 100_000 ? ms : ms + 20_000)),
    );
    const jumps = offsets.filter(
      (offset, at) => at > 0 && Math.abs(offset - (offsets[at - 1] ?? 0)) > 2 * BIN_MS,
    );
    expect(jumps).toHaveLength(1);
    expect(jumps[0]).toBe(-20_000);
  });

  it('drifts along with a slower clock', () => {
    const slower = moved(cues, (ms) => ms * 1.004);
    const { offsets } = follow(cues, slower);
    expect(Math.max(...off(offsets, (at) => (cues[at]?.start ?? 0) - (slower[at]?.start ?? 0)))).toBeLessThan(
      600,
    );
  });

  it('scores the right scale higher', () => {
    const target = jittered(
      moved(cues, (ms) => (ms * 25) / 23.976),
      150,
    );
    expect(follow(cues, target, { scale: 23.976 / 25 }).score).toBeGreaterThan(
      1.1 * follow(cues, target).score,
    );
  });

  it('uses words where the times are uninformative', () => {
    const even = Array.from({ length: 40 }, (_, at) => cue(at * 3000, at * 3000 + 3000));
    const later = moved(even, (ms) => ms + 9000);
    const own: WordVotes = (position, vote) => vote(position, 1);
    expect(Array.from(follow(even, later, { words: own }).offsets.slice(5, 35))).toEqual(
      new Array(30).fill(-9000),
    );
  });

  it('changes nothing if nothing matches', () => {
    const { offsets, score } = follow(speech(3), [cue(5_000_000, 5_001_000)], { limit: 1000 });
    expect(Array.from(offsets)).toEqual([0]);
    expect(score).toBe(0);
  });
});
