import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { buildBand } from '../search/band.ts';
import type { Tolerance } from '../search/costs.ts';
import {
  makeBeads,
  shiftedClock,
  makeCue,
  jitter,
  mapTimes,
  oneToOneBeads,
  makeSpeech,
  makeTalk,
  makeTracks,
  translateCues,
} from '../testing/generated-talk.ts';
import { estimateTimeMap } from '../time-map.ts';
import { refineClock } from './refine-clock.ts';

const roughTolerance: Tolerance = { start: 400, end: 400, lengthRatio: 0, lengthSpread: 0.4 };
const cues = makeSpeech(100, 19);

function errorsAfter(target: Cue[], offset = 0): number[] {
  const tracks = makeTracks(cues, target);
  const { clock } = refineClock(tracks.original, tracks.target, shiftedClock(tracks.target, offset), oneToOneBeads(100), roughTolerance);
  return Array.from(tracks.original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0)));
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
    const target = cues.map((cue, index) => (index === wrong ? makeCue(cue.start - 2500, cue.end + 4000) : cue));
    expect(errorsAfter(target)[wrong === 90 ? wrong - 2 : wrong + 2]).toBeLessThan(150);
  });

  it('keeps its scale, range and pieces', () => {
    const tracks = makeTracks(cues, cues);
    const before = { ...shiftedClock(tracks.target), scale: 1, limit: 4321 };
    const { clock } = refineClock(tracks.original, tracks.target, before, oneToOneBeads(100), roughTolerance);
    expect([clock.scale, clock.limit, clock.piece]).toEqual([1, 4321, before.piece]);
  });

  it('doesn’t mutate the input clock', () => {
    const tracks = makeTracks(
      cues,
      mapTimes(cues, (ms) => ms + 300),
    );
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
    const tracks = makeTracks(
      cues,
      mapTimes(cues, (ms) => ms + 300),
    );
    const { clock } = refineClock(tracks.original, tracks.target, shiftedClock(tracks.target), beads, roughTolerance);
    expect(Array.from(clock.start)).toEqual(Array.from(tracks.target.start));
  });
});

describe('the tolerance', () => {
  const measureTolerance = (target: Cue[]) => {
    const tracks = makeTracks(cues, target);
    return refineClock(tracks.original, tracks.target, shiftedClock(tracks.target), oneToOneBeads(100), roughTolerance).tolerance;
  };

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

describe('a band', () => {
  const buildBandFor = (original: Cue[], target: Cue[], margin: number) => {
    const tracks = makeTracks(original, target);
    return buildBand(tracks.original, tracks.target, shiftedClock(tracks.target), margin);
  };

  it.each<[string, number, [number, number]]>([
    ['that touches', 1000, [1, 2]],
    ['within the margin', 999, [1, 2]],
    ['outside', 1001, [2, 2]],
  ])('includes a cue %s', (_, distance, [low, high]) => {
    const original = [makeCue(0, 20_000), makeCue(20_000, 21_000)];
    const target = [
      makeCue(0, 1000),
      makeCue(19_000 - 1000 - distance + 1000, 19_000 - distance + 1000),
      makeCue(40_000, 41_000),
    ];
    const band = buildBandFor(original, target, 1000);
    expect([band.low[1], band.high[1]]).toEqual([low, high]);
  });

  it('has a path for a line of the target alone in a long pause of the original', () => {
    const target = [makeCue(0, 1000), makeCue(30_000, 31_000), makeCue(60_000, 61_000)];
    const { low, high } = buildBandFor([makeCue(0, 1000), makeCue(60_000, 61_000)], target, 5000);
    expect([low[1], high[1]]).toEqual([0, 3]);
  });

  it.each([
    ['that touches', 2000, 2],
    ['outside', 2001, 1],
  ])('includes a cue after %s', (_, start, high) => {
    const target = [makeCue(0, 1000), makeCue(start, start + 500)];
    expect(buildBandFor([makeCue(0, 1000), makeCue(3000, 4000)], target, 1000).high[0]).toBe(high);
  });

  it.each([
    ['two empty files', [], [], 1],
    ['an empty target', makeSpeech(3), [], 4],
    ['an empty original', [], makeSpeech(3), 4],
  ])('has a position for each step through %s', (_, original, target, size) => {
    expect(buildBandFor(original, target, 5000).size).toBe(size);
  });

  it('grows with its margin', () => {
    const sizes = [0, 1000, 5000, 20_000].map((margin) => buildBandFor(cues, cues, margin).size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[3]).toBeGreaterThan(2 * (sizes[0] ?? 0));
  });

  it('grows with the files, not with their product', () => {
    const size = (count: number) => buildBandFor(makeSpeech(count), makeSpeech(count), 5000).size;
    expect(size(2000)).toBeLessThan(11 * size(200));
  });
});

describe('the time map between two files', () => {
  const original = makeTalk(90, 51);
  const target = translateCues(original);

  it.each([-3000, -500, 90, 700, 12_000, 75_000])('maps times by %i ms', (offset) => {
    const { map, scale, pieces } = estimateTimeMap(
      mapTimes(target, (ms) => ms + 5000 - offset),
      mapTimes(original, (ms) => ms + 5000),
    );
    expect(Math.abs(map(150_000) - 150_000 - offset)).toBeLessThan(40);
    expect([scale, pieces.length]).toEqual([1, 1]);
  });

  it('is inverted with the files swapped', () => {
    const shifted = mapTimes(target, (ms) => ms * 1.002 + 8000);
    const forward = estimateTimeMap(shifted, original).map;
    const backward = estimateTimeMap(original, shifted).map;
    for (const ms of [20_000, 100_000, 200_000]) expect(Math.abs(forward(backward(ms)) - ms)).toBeLessThan(60);
  });

  it('increases with time in each piece', () => {
    const { map } = estimateTimeMap(
      jitter(
        mapTimes(target, (ms) => ms + 4000),
        200,
      ),
      original,
    );
    for (let ms = 10_000; ms < 250_000; ms += 5000) expect(map(ms + 5000)).toBeGreaterThan(map(ms));
  });

  it.each([
    ['the same file', original, 0.9],
    ['its translation', target, 0.9],
    ['half of it', target.filter((_, index) => index % 2 === 0), 0.9],
  ])('trusts %s', (_, from, minTrust) => {
    expect(estimateTimeMap(from, original).trust).toBeGreaterThan(minTrust);
  });

  it('trusts a file less if half of it is of another video', () => {
    const halfForeign = [
      ...target.slice(0, 45),
      ...mapTimes(translateCues(makeTalk(45, 88)), (ms) => ms + (original[45]?.start ?? 0)),
    ];
    expect(estimateTimeMap(halfForeign, original).trust).toBeLessThan(
      estimateTimeMap(target, original).trust,
    );
  });

  it('has pieces in order of time, without nesting', () => {
    const border = original[45]?.start ?? 0;
    const { pieces } = estimateTimeMap(
      mapTimes(target, (ms) => (ms < border - 10 ? ms : ms + 50_000)),
      original,
    );
    expect(pieces).toHaveLength(2);
    expect(pieces[0]?.end).toBeLessThanOrEqual(pieces[1]?.start ?? Number.NaN);
    expect(pieces.map(({ offset }) => Math.round(offset / 1000))).toEqual([0, -50]);
  });

  it('ignores offsets within human precision: 80 ms', () => {
    expect(
      estimateTimeMap(
        mapTimes(target, (ms) => ms + 70),
        original,
      ).map(99_999),
    ).toBe(99_999);
    expect(
      estimateTimeMap(
        mapTimes(target, (ms) => ms + 95),
        original,
      ).map(99_999),
    ).not.toBe(99_999);
  });
});
