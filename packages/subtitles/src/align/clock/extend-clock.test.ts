import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCue, makeSpeech, makeTracks, shiftedClock } from '../testing/generated-talk.ts';
import { identityClock } from './clock.ts';
import { createTimeMapper, extendClock } from './extend-clock.ts';

describe('mapping a time', () => {
  const { target } = makeTracks([makeCue(0, 1000), makeCue(10_000, 11_000), makeCue(20_000, 21_000)]);

  it('interpolates between two edges of one piece, and extrapolates beyond the file', () => {
    const clock = shiftedClock(target);
    clock.start[1] = 10_900;
    clock.end[1] = 11_900;
    const mapTime = createTimeMapper(target, clock);
    expect(mapTime(5500)).toBeCloseTo(5500 + 450, 6);
    expect(mapTime(-7000)).toBe(-7000);
    expect(mapTime(90_000)).toBe(90_000);
  });

  it('jumps half-way between two pieces', () => {
    const clock = shiftedClock(target);
    clock.start[2] = 50_000;
    clock.end[2] = 51_000;
    clock.piece[2] = 1;
    const mapTime = createTimeMapper(target, clock);
    expect(mapTime(15_000)).toBe(15_000);
    expect(mapTime(16_000)).toBe(46_000);
  });

  it('changes nothing without known edges', () => {
    const { target: emptyTrack } = makeTracks([], []);
    expect(createTimeMapper(emptyTrack, identityClock(emptyTrack))(4321)).toBe(4321);
  });

  it('maps the times of other cues in the file', () => {
    const { target: otherCues } = makeTracks([makeCue(500, 600), makeCue(20_500, 40_000)]);
    const { start, end } = extendClock(target, shiftedClock(target, 1000), otherCues);
    expect([...start, ...end]).toEqual([1500, 21_500, 1600, 41_000]);
  });
});

describe('an extended clock', () => {
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

  it('continues at the same speed beyond the file', () => {
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
