import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeCue, makeTracks } from '../testing/generated-talk.ts';
import { encodeVote, locateInProfile, profileEdges, VOTE_UNIT } from './edge-profile.ts';

describe('an encoded vote', () => {
  it.each([
    [0, 0],
    [1, VOTE_UNIT],
    [0.5, VOTE_UNIT / 2],
    [1.5, VOTE_UNIT * 1.5],
    [0.001, 0],
  ])('of %d is %d', (weight, vote) => {
    expect(encodeVote(weight)).toBe(vote);
  });

  it('leaves the two lowest bits free', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), (weight) => {
        expect(encodeVote(weight) & 3).toBe(0);
        expect(Math.abs(encodeVote(weight) - weight * VOTE_UNIT)).toBeLessThan(4);
      }),
    );
  });
});

describe('the profile of edges', () => {
  const profileValue = (cues: Cue[], ms: number, kind: 'start' | 'end' = 'start') => {
    const { row, bin } = locateInProfile(profileEdges(makeTracks(cues).original, kind), ms);
    return row[bin] ?? 0;
  };
  const continuousSpeech = [makeCue(10_000, 12_000), makeCue(12_000, 14_000), makeCue(14_000, 16_000)];

  it('is one vote at a start within continuous speech', () => {
    expect(profileValue(continuousSpeech, 12_000)).toBe(VOTE_UNIT);
  });

  it('is one and a half votes at a start after a pause of one second', () => {
    expect(profileValue([makeCue(0, 1000), makeCue(2000, 3000)], 2000)).toBe(VOTE_UNIT * 1.5);
  });

  it('isn’t higher after a longer pause', () => {
    expect(profileValue([makeCue(0, 1000), makeCue(60_000, 61_000)], 60_000)).toBe(VOTE_UNIT * 1.5);
  });

  it.each([100, 200, 320, 500, 800])('is equal %i ms before and after a start', (ms) => {
    const step = Math.round(ms / 62.5) * 62.5;
    expect(profileValue(continuousSpeech.slice(1, 2), 12_000 - step)).toBe(
      profileValue(continuousSpeech.slice(1, 2), 12_000 + step),
    );
  });

  it('is zero more than a second away', () => {
    expect(profileValue([makeCue(10_000, 20_000)], 11_100)).toBe(0);
    expect(profileValue([makeCue(10_000, 20_000)], 8900)).toBe(0);
  });

  it('isn’t higher with many edges close together', () => {
    expect(profileValue(new Array(9).fill(makeCue(10_000, 12_000)), 10_000)).toBeLessThanOrEqual(
      VOTE_UNIT * 1.5,
    );
  });

  it('distinguishes starts from ends', () => {
    const singleCue = [makeCue(10_000, 15_000)];
    expect([profileValue(singleCue, 15_000), profileValue(singleCue, 10_000, 'end')]).toEqual([0, 0]);
    expect(profileValue(singleCue, 15_000, 'end')).toBeGreaterThan(0);
  });

  it('is computed once per track', () => {
    const { original } = makeTracks(continuousSpeech);
    expect(profileEdges(original, 'start')).toBe(profileEdges(original, 'start'));
  });
});
