import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeCue, mapTimes, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { estimateCoarseClock, estimateOffsets } from './coarse-clock.ts';
import { BIN_MS, VOTE_UNIT, locateInProfile, profileEdges, encodeVote } from './edge-profile.ts';
import { createTimeMapper, extendClock } from './extend-clock.ts';
import { findOffsetPath, type WordVotes } from './offset-path.ts';

describe('a vote', () => {
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

  it('is full at a start within running speech', () => {
    expect(profileValue(continuousSpeech, 12_000)).toBe(VOTE_UNIT);
  });

  it('is half as much again at a start after a pause of a second', () => {
    expect(profileValue([makeCue(0, 1000), makeCue(2000, 3000)], 2000)).toBe(VOTE_UNIT * 1.5);
  });

  it('is no higher after a longer pause', () => {
    expect(profileValue([makeCue(0, 1000), makeCue(60_000, 61_000)], 60_000)).toBe(VOTE_UNIT * 1.5);
  });

  it.each([100, 200, 320, 500, 800])('is equal %i ms before and after a start', (ms) => {
    const step = Math.round(ms / 62.5) * 62.5;
    expect(profileValue(continuousSpeech.slice(1, 2), 12_000 - step)).toBe(profileValue(continuousSpeech.slice(1, 2), 12_000 + step));
  });

  it('is zero more than a second away', () => {
    expect(profileValue([makeCue(10_000, 20_000)], 11_100)).toBe(0);
    expect(profileValue([makeCue(10_000, 20_000)], 8900)).toBe(0);
  });

  it('is no higher with many edges close together', () => {
    expect(profileValue(new Array(9).fill(makeCue(10_000, 12_000)), 10_000)).toBeLessThanOrEqual(VOTE_UNIT * 1.5);
  });

  it('distinguishes starts from ends', () => {
    const one = [makeCue(10_000, 15_000)];
    expect([profileValue(one, 15_000), profileValue(one, 10_000, 'end')]).toEqual([0, 0]);
    expect(profileValue(one, 15_000, 'end')).toBeGreaterThan(0);
  });

  it('is computed once per track', () => {
    const { original } = makeTracks(continuousSpeech);
    expect(profileEdges(original, 'start')).toBe(profileEdges(original, 'start'));
  });
});

describe('the path of offsets', () => {
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
    (offset) => {
      const offsets = findOffsets(
        mapTimes(cues, (ms) => ms - offset + 100_000),
        200_000,
      );
      for (const offset of offsets) expect(Math.abs(offset - (offset - 100_000))).toBeLessThanOrEqual(BIN_MS);
    },
  );

  it('consists of whole bins', () => {
    for (const offset of findOffsets(mapTimes(cues, (ms) => ms + 1234))) expect(Math.abs(offset % BIN_MS)).toBe(0);
  });

  it('stays within its limit', () => {
    for (const offset of findOffsets(
      mapTimes(cues, (ms) => ms + 30_000),
      10_000,
    ))
      expect(Math.abs(offset)).toBeLessThanOrEqual(10_000);
  });

  it('uses only the given positions', () => {
    expect(findOffsets(cues, 5000, undefined, [3, 7, 9])).toHaveLength(3);
  });

  it.each([
    ['later', 15_000],
    ['earlier', -15_000],
  ])('jumps once if the rest is %s', (_, offset) => {
    const border = cues[30]?.start ?? 0;
    const offsets = findOffsets(mapTimes(cues, (ms) => 40_000 + (ms < border ? ms : ms + offset)));
    expect(offsets[0]).toBe(-40_000);
    expect(offsets[59]).toBe(-40_000 - offset);
  });

  it('ignores three misplaced cues', () => {
    const target = cues.map((cue, index) => (index > 29 && index < 33 ? makeCue(cue.start + 5000, cue.end + 5000) : cue));
    expect(new Set(findOffsets(target.slice(0, 30))).size).toBe(1);
    expect(Math.max(...findOffsets(target).map(Math.abs))).toBeLessThanOrEqual(BIN_MS * 4);
  });
});

describe('the first clock', () => {
  const cues = makeSpeech(80, 17);
  const estimateFor = (target: Cue[]) => {
    const { original, target: track } = makeTracks(cues, target);
    return { original, clock: estimateCoarseClock(original, track), track };
  };

  it.each([0, 400, 9000, -1000 + 60_000])('maps a file that is %i ms later close to the original', (offset) => {
    const { original, clock } = estimateFor(mapTimes(cues, (ms) => ms + offset));
    for (let index = 0; index < 80; index += 1)
      expect(Math.abs((clock.start[index] ?? 0) - (original.start[index] ?? 0))).toBeLessThan(400);
  });

  it('keeps the length of every cue', () => {
    const { clock, track } = estimateFor(mapTimes(cues, (ms) => ms + 12_000));
    for (let index = 0; index < 80; index += 1) {
      expect((clock.end[index] ?? 0) - (clock.start[index] ?? 0)).toBeCloseTo(
        (track.end[index] ?? 0) - (track.start[index] ?? 0),
        6,
      );
    }
  });

  it('has one piece without a jump', () => {
    expect(new Set(estimateFor(mapTimes(cues, (ms) => ms + 12_000)).clock.piece)).toEqual(new Set([0]));
  });

  it('numbers its pieces from 0', () => {
    const { clock } = estimateFor(mapTimes(cues, (ms) => (ms < (cues[40]?.start ?? 0) ? ms : ms + 30_000)));
    const pieces = Array.from(clock.piece);
    expect(pieces).toEqual(pieces.toSorted((a, b) => a - b));
    expect([pieces[0], pieces.at(-1)]).toEqual([0, 1]);
  });

  it('can be followed again at the same scale and range', () => {
    const { original, clock, track } = estimateFor(mapTimes(cues, (ms) => ms + 12_000));
    expect(Array.from(estimateOffsets(original, track, clock).start)).toEqual(Array.from(clock.start));
  });
});

describe('a clock for any time', () => {
  const { target } = makeTracks(makeSpeech(20, 3));

  it('keeps each known edge of the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50_000, max: 50_000 }), (offset) => {
        const clock = {
          scale: 1,
          limit: 0,
          start: target.start.map((ms) => ms + offset),
          end: target.end.map((ms) => ms + offset),
          piece: new Int32Array(20),
        };
        const mapTime = createTimeMapper(target, clock);
        for (let index = 0; index < 20; index += 1) {
          expect(mapTime(target.start[index] ?? 0)).toBeCloseTo(clock.start[index] ?? Number.NaN, 6);
          expect(mapTime(target.end[index] ?? 0)).toBeCloseTo(clock.end[index] ?? Number.NaN, 6);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('continues at its speed beyond the file', () => {
    const clock = {
      scale: 2,
      limit: 0,
      start: target.start.map((ms) => ms * 2),
      end: target.end.map((ms) => ms * 2),
      piece: new Int32Array(20),
    };
    const mapTime = createTimeMapper(target, clock);
    expect(mapTime(10_000_000)).toBeCloseTo(20_000_000, 3);
    expect(mapTime(-1000)).toBeCloseTo(-2000, 3);
  });

  it('never ends a cue before it starts', () => {
    const { target: otherCues } = makeTracks([makeCue(5000, 5000), makeCue(9000, 100)]);
    const clock = { scale: 1, limit: 0, start: target.start, end: target.end, piece: new Int32Array(20) };
    const extended = extendClock(target, clock, otherCues);
    for (const [index, end] of extended.end.entries())
      expect(end).toBeGreaterThanOrEqual(extended.start[index] ?? Number.NaN);
  });
});
