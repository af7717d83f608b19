import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeCue, jitter, mapTimes, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { BIN_MS, VOTE_UNIT, locateInProfile, profileEdges } from './edge-profile.ts';
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

describe('the profile of a file’s edges', () => {
  const { original } = makeTracks([makeCue(10_000, 12_000), makeCue(12_100, 14_000), makeCue(20_000, 21_000)]);
  const profileValue = (ms: number, kind: 'start' | 'end' = 'start') => {
    const { row, bin } = locateInProfile(profileEdges(original, kind), ms);
    return row[bin] ?? 0;
  };

  it('is highest at an edge and falls off around it', () => {
    expect(profileValue(12_100)).toBeGreaterThanOrEqual(VOTE_UNIT * 0.9);
    expect(profileValue(12_500)).toBeLessThan(profileValue(12_100));
    expect(profileValue(16_500)).toBe(0);
  });

  it('treats a start after a pause, and an end before one, as a landmark', () => {
    expect(profileValue(20_000)).toBeGreaterThan(profileValue(12_100));
    expect(profileValue(14_000, 'end')).toBeGreaterThan(profileValue(12_000, 'end'));
  });

  it('is zero outside the file', () => {
    expect(profileValue(-50_000)).toBe(0);
    expect(profileValue(900_000)).toBe(0);
  });
});

describe('the path of offsets', () => {
  const cues = makeSpeech(80);

  it.each([0, -30_000, 12_500, 47_250])('finds an offset of %i ms', (offset) => {
    const { offsets } = findPath(
      cues,
      mapTimes(cues, (ms) => ms - offset + 60_000),
      { limit: 120_000 },
    );
    expect(Math.max(...measureErrors(offsets, () => offset - 60_000))).toBeLessThanOrEqual(BIN_MS);
  });

  it('jumps where the target was cut, and nowhere else', () => {
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
    expect(Math.max(...measureErrors(offsets, (index) => (cues[index]?.start ?? 0) - (slower[index]?.start ?? 0)))).toBeLessThan(
      600,
    );
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

  it('uses words where the times are uninformative', () => {
    const even = Array.from({ length: 40 }, (_, index) => makeCue(index * 3000, index * 3000 + 3000));
    const later = mapTimes(even, (ms) => ms + 9000);
    const identityVotes: WordVotes = (position, vote) => vote(position, 1);
    expect(Array.from(findPath(even, later, { words: identityVotes }).offsets.slice(5, 35))).toEqual(
      new Array(30).fill(-9000),
    );
  });

  it('changes nothing if nothing matches', () => {
    const { offsets, score } = findPath(makeSpeech(3), [makeCue(5_000_000, 5_001_000)], { limit: 1000 });
    expect(Array.from(offsets)).toEqual([0]);
    expect(score).toBe(0);
  });
});
