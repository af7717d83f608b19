import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { cue, moved, speech, tracksOf } from '../testing/generated-talk.ts';
import { estimateCoarseClock, followClock } from './coarse-clock.ts';
import { BIN_MS, FULL_VOTE, positionInProfile, profileEdges, toVote } from './edge-profile.ts';
import { carryBy, extendClock } from './extend-clock.ts';
import { followOffsets, type WordVotes } from './offset-path.ts';

describe('a vote', () => {
  it.each([
    [0, 0],
    [1, FULL_VOTE],
    [0.5, FULL_VOTE / 2],
    [1.5, FULL_VOTE * 1.5],
    [0.001, 0],
  ])('of %d is %d', (weight, vote) => {
    expect(toVote(weight)).toBe(vote);
  });

  it('leaves the two lowest bits free', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), (weight) => {
        expect(toVote(weight) & 3).toBe(0);
        expect(Math.abs(toVote(weight) - weight * FULL_VOTE)).toBeLessThan(4);
      }),
    );
  });
});

describe('the profile of edges', () => {
  const valueAt = (cues: Cue[], ms: number, kind: 'start' | 'end' = 'start') => {
    const { row, bin } = positionInProfile(profileEdges(tracksOf(cues).original, kind), ms);
    return row[bin] ?? 0;
  };
  const running = [cue(10_000, 12_000), cue(12_000, 14_000), cue(14_000, 16_000)];

  it('is full at a start within running speech', () => {
    expect(valueAt(running, 12_000)).toBe(FULL_VOTE);
  });

  it('is half as much again at a start after a pause of a second', () => {
    expect(valueAt([cue(0, 1000), cue(2000, 3000)], 2000)).toBe(FULL_VOTE * 1.5);
  });

  it('is no higher after a longer pause', () => {
    expect(valueAt([cue(0, 1000), cue(60_000, 61_000)], 60_000)).toBe(FULL_VOTE * 1.5);
  });

  it.each([100, 200, 320, 500, 800])('is equal %i ms before and after a start', (ms) => {
    const step = Math.round(ms / 62.5) * 62.5;
    expect(valueAt(running.slice(1, 2), 12_000 - step)).toBe(valueAt(running.slice(1, 2), 12_000 + step));
  });

  it('is zero more than a second away', () => {
    expect(valueAt([cue(10_000, 20_000)], 11_100)).toBe(0);
    expect(valueAt([cue(10_000, 20_000)], 8900)).toBe(0);
  });

  it('is no higher with many edges close together', () => {
    expect(valueAt(new Array(9).fill(cue(10_000, 12_000)), 10_000)).toBeLessThanOrEqual(FULL_VOTE * 1.5);
  });

  it('distinguishes starts from ends', () => {
    const one = [cue(10_000, 15_000)];
    expect([valueAt(one, 15_000), valueAt(one, 10_000, 'end')]).toEqual([0, 0]);
    expect(valueAt(one, 15_000, 'end')).toBeGreaterThan(0);
  });

  it('is computed once per track', () => {
    const { original } = tracksOf(running);
    expect(profileEdges(original, 'start')).toBe(profileEdges(original, 'start'));
  });
});

describe('the path of offsets', () => {
  const cues = speech(60, 31);
  const offsetsOf = (target: Cue[], limit = 80_000, words?: WordVotes, positions?: number[]) => {
    const tracks = tracksOf(cues, target);
    return followOffsets(
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
    (by) => {
      const offsets = offsetsOf(
        moved(cues, (ms) => ms - by + 100_000),
        200_000,
      );
      for (const offset of offsets) expect(Math.abs(offset - (by - 100_000))).toBeLessThanOrEqual(BIN_MS);
    },
  );

  it('consists of whole bins', () => {
    for (const offset of offsetsOf(moved(cues, (ms) => ms + 1234))) expect(Math.abs(offset % BIN_MS)).toBe(0);
  });

  it('stays within its limit', () => {
    for (const offset of offsetsOf(
      moved(cues, (ms) => ms + 30_000),
      10_000,
    ))
      expect(Math.abs(offset)).toBeLessThanOrEqual(10_000);
  });

  it('uses only the given positions', () => {
    expect(offsetsOf(cues, 5000, undefined, [3, 7, 9])).toHaveLength(3);
  });

  it.each([
    ['later', 15_000],
    ['earlier', -15_000],
  ])('jumps once if the rest is %s', (_, by) => {
    const border = cues[30]?.start ?? 0;
    const offsets = offsetsOf(moved(cues, (ms) => 40_000 + (ms < border ? ms : ms + by)));
    expect(offsets[0]).toBe(-40_000);
    expect(offsets[59]).toBe(-40_000 - by);
  });

  it('ignores three misplaced cues', () => {
    const target = cues.map((one, at) => (at > 29 && at < 33 ? cue(one.start + 5000, one.end + 5000) : one));
    expect(new Set(offsetsOf(target.slice(0, 30))).size).toBe(1);
    expect(Math.max(...offsetsOf(target).map(Math.abs))).toBeLessThanOrEqual(BIN_MS * 4);
  });
});

describe('the first clock', () => {
  const cues = speech(80, 17);
  const clockFor = (target: Cue[]) => {
    const { original, target: track } = tracksOf(cues, target);
    return { original, clock: estimateCoarseClock(original, track), track };
  };

  it.each([0, 400, 9000, -1000 + 60_000])('maps a file that is %i ms later close to the original', (by) => {
    const { original, clock } = clockFor(moved(cues, (ms) => ms + by));
    for (let at = 0; at < 80; at += 1)
      expect(Math.abs((clock.start[at] ?? 0) - (original.start[at] ?? 0))).toBeLessThan(400);
  });

  it('keeps the length of every cue', () => {
    const { clock, track } = clockFor(moved(cues, (ms) => ms + 12_000));
    for (let at = 0; at < 80; at += 1) {
      expect((clock.end[at] ?? 0) - (clock.start[at] ?? 0)).toBeCloseTo(
        (track.end[at] ?? 0) - (track.start[at] ?? 0),
        6,
      );
    }
  });

  it('has one piece without a jump', () => {
    expect(new Set(clockFor(moved(cues, (ms) => ms + 12_000)).clock.piece)).toEqual(new Set([0]));
  });

  it('numbers its pieces from 0', () => {
    const { clock } = clockFor(moved(cues, (ms) => (ms < (cues[40]?.start ?? 0) ? ms : ms + 30_000)));
    const pieces = Array.from(clock.piece);
    expect(pieces).toEqual(pieces.toSorted((a, b) => a - b));
    expect([pieces[0], pieces.at(-1)]).toEqual([0, 1]);
  });

  it('can be followed again at the same scale and range', () => {
    const { original, clock, track } = clockFor(moved(cues, (ms) => ms + 12_000));
    expect(Array.from(followClock(original, track, clock).start)).toEqual(Array.from(clock.start));
  });
});

describe('a clock for any time', () => {
  const { target } = tracksOf(speech(20, 3));

  it('keeps each known edge of the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50_000, max: 50_000 }), (by) => {
        const clock = {
          scale: 1,
          limit: 0,
          start: target.start.map((ms) => ms + by),
          end: target.end.map((ms) => ms + by),
          piece: new Int32Array(20),
        };
        const carry = carryBy(target, clock);
        for (let at = 0; at < 20; at += 1) {
          expect(carry(target.start[at] ?? 0)).toBeCloseTo(clock.start[at] ?? Number.NaN, 6);
          expect(carry(target.end[at] ?? 0)).toBeCloseTo(clock.end[at] ?? Number.NaN, 6);
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
    const carry = carryBy(target, clock);
    expect(carry(10_000_000)).toBeCloseTo(20_000_000, 3);
    expect(carry(-1000)).toBeCloseTo(-2000, 3);
  });

  it('never ends a cue before it starts', () => {
    const { target: otherCues } = tracksOf([cue(5000, 5000), cue(9000, 100)]);
    const clock = { scale: 1, limit: 0, start: target.start, end: target.end, piece: new Int32Array(20) };
    const extended = extendClock(target, clock, otherCues);
    for (const [at, end] of extended.end.entries())
      expect(end).toBeGreaterThanOrEqual(extended.start[at] ?? Number.NaN);
  });
});
