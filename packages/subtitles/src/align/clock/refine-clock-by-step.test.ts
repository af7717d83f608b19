import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { layBand } from '../search/band.ts';
import type { Tolerance } from '../search/costs.ts';
import {
  beadsOf,
  clockOf,
  cue,
  jittered,
  moved,
  ones,
  speech,
  talk,
  tracksOf,
  translated,
} from '../testing/generated-talk.ts';
import { estimateTimeMap } from '../time-map.ts';
import { refineClock } from './refine-clock.ts';

const rough: Tolerance = { start: 400, end: 400, lengthRatio: 0, lengthSpread: 0.4 };
const cues = speech(100, 19);

function offAfter(target: Cue[], by = 0): number[] {
  const tracks = tracksOf(cues, target);
  const { clock } = refineClock(tracks.original, tracks.target, clockOf(tracks.target, by), ones(100), rough);
  return Array.from(tracks.original.start, (ms, at) => Math.abs(ms - (clock.start[at] ?? 0)));
}

describe('a refined clock', () => {
  it.each([-900, -400, -40, 0, 40, 400, 900])('removes the remaining %i ms', (by) => {
    expect(Math.max(...offAfter(cues, by))).toBeLessThan(5);
  });

  it.each<[string, (ms: number) => number, number]>([
    ['a drift of a thousandth', (ms) => ms * 1.001, 60],
    ['a drift of half a per cent in the other direction', (ms) => ms * 0.9985, 60],
    ['a slow wave', (ms) => ms + 300 * Math.sin(ms / 90_000), 120],
  ])('follows %s', (_, move, most) => {
    const off = offAfter(moved(cues, move)).slice(2, -2);
    expect(off.reduce((sum, ms) => sum + ms, 0) / off.length).toBeLessThan(most);
  });

  it.each([10, 50, 90])('isn’t distorted by a wrong bead at %i', (wrong) => {
    const target = cues.map((one, at) => (at === wrong ? cue(one.start - 2500, one.end + 4000) : one));
    expect(offAfter(target)[wrong === 90 ? wrong - 2 : wrong + 2]).toBeLessThan(150);
  });

  it('keeps its scale, range and pieces', () => {
    const tracks = tracksOf(cues, cues);
    const before = { ...clockOf(tracks.target), scale: 1, limit: 4321 };
    const { clock } = refineClock(tracks.original, tracks.target, before, ones(100), rough);
    expect([clock.scale, clock.limit, clock.piece]).toEqual([1, 4321, before.piece]);
  });

  it('doesn’t mutate the input clock', () => {
    const tracks = tracksOf(
      cues,
      moved(cues, (ms) => ms + 300),
    );
    const before = clockOf(tracks.target);
    const starts = Array.from(before.start);
    refineClock(tracks.original, tracks.target, before, ones(100), rough);
    expect(Array.from(before.start)).toEqual(starts);
  });

  it('ignores beads of one track', () => {
    const beads = beadsOf([
      ...Array.from({ length: 100 }, () => [1, 0] as const),
      ...Array.from({ length: 100 }, () => [0, 1] as const),
    ]);
    const tracks = tracksOf(
      cues,
      moved(cues, (ms) => ms + 300),
    );
    const { clock } = refineClock(tracks.original, tracks.target, clockOf(tracks.target), beads, rough);
    expect(Array.from(clock.start)).toEqual(Array.from(tracks.target.start));
  });
});

describe('the tolerance', () => {
  const toleranceOf = (target: Cue[]) => {
    const tracks = tracksOf(cues, target);
    return refineClock(tracks.original, tracks.target, clockOf(tracks.target), ones(100), rough).tolerance;
  };

  it('grows with the timing noise', () => {
    const [a, b, c] = [50, 250, 700].map((most) => toleranceOf(jittered(cues, most)).start);
    expect(a).toBeLessThan(b ?? Number.NaN);
    expect(b).toBeLessThan(c ?? Number.NaN);
  });

  it('is between 40 and 800 ms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 999 }), (most, seed) => {
        const { start, end } = toleranceOf(jittered(cues, most, seed));
        expect(Math.min(start, end)).toBeGreaterThanOrEqual(40);
        expect(Math.max(start, end)).toBeLessThanOrEqual(800);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a band', () => {
  const bandFor = (original: Cue[], target: Cue[], margin: number) => {
    const tracks = tracksOf(original, target);
    return layBand(tracks.original, tracks.target, clockOf(tracks.target), margin);
  };

  it.each<[string, number, [number, number]]>([
    ['that touches', 1000, [1, 2]],
    ['within the margin', 999, [1, 2]],
    ['outside', 1001, [2, 2]],
  ])('includes a cue %s', (_, apart, [low, high]) => {
    const original = [cue(0, 20_000), cue(20_000, 21_000)];
    const target = [
      cue(0, 1000),
      cue(19_000 - 1000 - apart + 1000, 19_000 - apart + 1000),
      cue(40_000, 41_000),
    ];
    const band = bandFor(original, target, 1000);
    expect([band.low[1], band.high[1]]).toEqual([low, high]);
  });

  it('has a path for a line of the target alone in a long pause of the original', () => {
    const target = [cue(0, 1000), cue(30_000, 31_000), cue(60_000, 61_000)];
    const { low, high } = bandFor([cue(0, 1000), cue(60_000, 61_000)], target, 5000);
    expect([low[1], high[1]]).toEqual([0, 3]);
  });

  it.each([
    ['that touches', 2000, 2],
    ['outside', 2001, 1],
  ])('includes a cue after %s', (_, start, high) => {
    const target = [cue(0, 1000), cue(start, start + 500)];
    expect(bandFor([cue(0, 1000), cue(3000, 4000)], target, 1000).high[0]).toBe(high);
  });

  it.each([
    ['two empty files', [], [], 1],
    ['an empty target', speech(3), [], 4],
    ['an empty original', [], speech(3), 4],
  ])('has a position for each step through %s', (_, original, target, size) => {
    expect(bandFor(original, target, 5000).size).toBe(size);
  });

  it('grows with its margin', () => {
    const sizes = [0, 1000, 5000, 20_000].map((margin) => bandFor(cues, cues, margin).size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[3]).toBeGreaterThan(2 * (sizes[0] ?? 0));
  });

  it('grows with the files, not with their product', () => {
    const size = (count: number) => bandFor(speech(count), speech(count), 5000).size;
    expect(size(2000)).toBeLessThan(11 * size(200));
  });
});

describe('the time map between two files', () => {
  const original = talk(90, 51);
  const target = translated(original);

  it.each([-3000, -500, 90, 700, 12_000, 75_000])('maps times by %i ms', (by) => {
    const { map, scale, pieces } = estimateTimeMap(
      moved(target, (ms) => ms + 5000 - by),
      moved(original, (ms) => ms + 5000),
    );
    expect(Math.abs(map(150_000) - 150_000 - by)).toBeLessThan(40);
    expect([scale, pieces.length]).toEqual([1, 1]);
  });

  it('is inverted with the files swapped', () => {
    const late = moved(target, (ms) => ms * 1.002 + 8000);
    const there = estimateTimeMap(late, original).map;
    const back = estimateTimeMap(original, late).map;
    for (const ms of [20_000, 100_000, 200_000]) expect(Math.abs(there(back(ms)) - ms)).toBeLessThan(60);
  });

  it('increases with time in each piece', () => {
    const { map } = estimateTimeMap(
      jittered(
        moved(target, (ms) => ms + 4000),
        200,
      ),
      original,
    );
    for (let ms = 10_000; ms < 250_000; ms += 5000) expect(map(ms + 5000)).toBeGreaterThan(map(ms));
  });

  it.each([
    ['the same file', original, 0.9],
    ['its translation', target, 0.9],
    ['half of it', target.filter((_, at) => at % 2 === 0), 0.9],
  ])('trusts %s', (_, from, least) => {
    expect(estimateTimeMap(from, original).trust).toBeGreaterThan(least);
  });

  it('trusts a file less if half of it is of another video', () => {
    const halfForeign = [
      ...target.slice(0, 45),
      ...moved(translated(talk(45, 88)), (ms) => ms + (original[45]?.start ?? 0)),
    ];
    expect(estimateTimeMap(halfForeign, original).trust).toBeLessThan(
      estimateTimeMap(target, original).trust,
    );
  });

  it('has pieces in order of time, without nesting', () => {
    const border = original[45]?.start ?? 0;
    const { pieces } = estimateTimeMap(
      moved(target, (ms) => (ms < border - 10 ? ms : ms + 50_000)),
      original,
    );
    expect(pieces).toHaveLength(2);
    expect(pieces[0]?.end).toBeLessThanOrEqual(pieces[1]?.start ?? Number.NaN);
    expect(pieces.map(({ offset }) => Math.round(offset / 1000))).toEqual([0, -50]);
  });

  it('ignores offsets within human precision: 80 ms', () => {
    expect(
      estimateTimeMap(
        moved(target, (ms) => ms + 70),
        original,
      ).map(99_999),
    ).toBe(99_999);
    expect(
      estimateTimeMap(
        moved(target, (ms) => ms + 95),
        original,
      ).map(99_999),
    ).not.toBe(99_999);
  });
});
