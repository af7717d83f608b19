import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import type { Tolerance } from '../search/costs.ts';
import {
  jitter,
  makeBeads,
  makeCue,
  makeSpeech,
  makeTracks,
  mapTimes,
  oneToOneBeads,
  shift,
  shiftedClock,
} from '../testing/generated-talk.ts';
import { refineClock } from './refine-clock.ts';

const roughTolerance: Tolerance = { start: 400, end: 400, lengthRatio: 0, lengthSpread: 0.4 };

function refine(original: Cue[], target: Cue[], offset = 0, beads = oneToOneBeads(target.length)) {
  const tracks = makeTracks(original, target);
  return {
    ...tracks,
    ...refineClock(
      tracks.original,
      tracks.target,
      shiftedClock(tracks.target, offset),
      beads,
      roughTolerance,
    ),
  };
}

const cues = makeSpeech(100, 19);

function errorsAfter(target: Cue[], offset = 0): number[] {
  const { original, clock } = refine(cues, target, offset);
  return Array.from(original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0)));
}

describe('a refined clock', () => {
  it.each([-900, -400, -40, 0, 40, 400, 900])('removes the remaining %i ms', (offset) => {
    expect(Math.max(...errorsAfter(cues, offset))).toBeLessThan(5);
  });

  it.each<[string, (ms: number) => number, number]>([
    ['a drift of a thousandth', (ms) => ms * 1.001, 60],
    ['a drift of half a per cent in the other direction', (ms) => ms * 0.9985, 60],
    ['a slow wave', (ms) => ms + 300 * Math.sin(ms / 90_000), 120],
  ])('follows %s', (_, move, maxMs) => {
    const errors = errorsAfter(mapTimes(cues, move)).slice(2, -2);
    expect(errors.reduce((sum, ms) => sum + ms, 0) / errors.length).toBeLessThan(maxMs);
  });

  it.each([10, 50, 90])('isn’t distorted by a wrong bead at %i', (wrong) => {
    const target = cues.map((cue, index) =>
      index === wrong ? makeCue(cue.start - 2500, cue.end + 4000) : cue,
    );
    expect(errorsAfter(target)[wrong === 90 ? wrong - 2 : wrong + 2]).toBeLessThan(150);
  });

  it('keeps its scale, range and pieces', () => {
    const tracks = makeTracks(cues, cues);
    const before = { ...shiftedClock(tracks.target), scale: 1, limit: 4321 };
    const { clock } = refineClock(tracks.original, tracks.target, before, oneToOneBeads(100), roughTolerance);
    expect([clock.scale, clock.limit, clock.piece]).toEqual([1, 4321, before.piece]);
  });

  it('doesn’t mutate the input clock', () => {
    const tracks = makeTracks(cues, shift(cues, 300));
    const before = shiftedClock(tracks.target);
    const starts = Array.from(before.start);
    refineClock(tracks.original, tracks.target, before, oneToOneBeads(100), roughTolerance);
    expect(Array.from(before.start)).toEqual(starts);
  });

  it('ignores beads of one track', () => {
    const beads = makeBeads([
      ...Array.from({ length: 100 }, () => [1, 0] as const),
      ...Array.from({ length: 100 }, () => [0, 1] as const),
    ]);
    const { clock, target } = refine(cues, shift(cues, 300), 0, beads);
    expect(Array.from(clock.start)).toEqual(Array.from(target.start));
  });
});

describe('the refined clock of noisy or short files', () => {
  const cues = makeSpeech(120);

  it('averages out timing noise', () => {
    const { original, clock } = refine(cues, jitter(cues, 300));
    const errors = Array.from(original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0))).slice(
      5,
      115,
    );
    expect(errors.reduce((sum, ms) => sum + ms, 0) / errors.length).toBeLessThan(180);
  });

  it('separates the pieces between two jumps', () => {
    const target = cues.map((cue, index) => (index < 60 ? cue : makeCue(cue.start + 800, cue.end + 800)));
    const tracks = makeTracks(cues, target);
    const clock = shiftedClock(tracks.target);
    clock.piece.fill(1, 60);
    const refined = refineClock(
      tracks.original,
      tracks.target,
      clock,
      oneToOneBeads(120),
      roughTolerance,
    ).clock;
    expect(Math.abs((refined.start[59] ?? 0) - (cues[59]?.start ?? 0))).toBeLessThan(40);
    expect(Math.abs((refined.start[60] ?? 0) - (cues[60]?.start ?? 0))).toBeLessThan(40);
  });

  it('doesn’t change with too few beads', () => {
    const { clock, target } = refine([makeCue(0, 1000)], [makeCue(500, 1500)]);
    expect(clock.start).toEqual(target.start);
  });
});

describe('the tolerance', () => {
  const measureTolerance = (target: Cue[]) => refine(cues, target).tolerance;

  it('grows with the timing noise', () => {
    const [a, b, c] = [50, 250, 700].map((maxMs) => measureTolerance(jitter(cues, maxMs)).start);
    expect(a).toBeLessThan(b ?? Number.NaN);
    expect(b).toBeLessThan(c ?? Number.NaN);
  });

  it('is between 40 and 800 ms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 999 }), (maxMs, seed) => {
        const { start, end } = measureTolerance(jitter(cues, maxMs, seed));
        expect(Math.min(start, end)).toBeGreaterThanOrEqual(40);
        expect(Math.max(start, end)).toBeLessThanOrEqual(800);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the tolerance of a pair of files', () => {
  it('distinguishes starts from ends', () => {
    const cues = makeSpeech(200);
    const longer = cues.map((cue, index) => ({ ...cue, end: cue.end + ((index * 397) % 900) }));
    const { tolerance } = refine(cues, longer);
    expect(tolerance.end).toBeGreaterThan(1.5 * tolerance.start);
  });

  it('is the default for few beads', () => {
    const { tolerance } = refine([], [], 0, makeBeads([]));
    expect(tolerance).toEqual({ start: 250, end: 250 });
  });
});
