import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeCue, makeSpeech, makeTracks, shiftedClock } from '../testing/generated-talk.ts';
import { buildBand } from './band.ts';

const buildBandFor = (original = makeSpeech(30), target = original, margin = 1000) => {
  const tracks = makeTracks(original, target);
  return { ...tracks, band: buildBand(tracks.original, tracks.target, shiftedClock(tracks.target), margin) };
};

const cues = fc
  .array(fc.tuple(fc.nat(90_000), fc.nat(9000)), { maxLength: 40 })
  .map((list) => list.map(([start, length]) => makeCue(start, start + length)));

describe('the search band', () => {
  it('contains every pair of cues within the margin of each other', () => {
    fc.assert(
      fc.property(cues, cues, fc.integer({ min: 0, max: 6000 }), (first, second, margin) => {
        const { original, target, band } = buildBandFor(first, second, margin);
        for (let i = 0; i < original.size; i += 1) {
          for (let j = 0; j < target.size; j += 1) {
            const distance = Math.max(
              (target.start[j] ?? 0) - (original.end[i] ?? 0),
              (original.start[i] ?? 0) - (target.end[j] ?? 0),
            );
            if (distance > margin) continue;
            expect(j).toBeGreaterThanOrEqual(band.low[i] ?? Number.NaN);
            expect(j).toBeLessThanOrEqual(band.high[i] ?? Number.NaN);
          }
        }
      }),
    );
  });

  it('contains a path: rows go from the start to the end, rise, and overlap the next row by a position', () => {
    fc.assert(
      fc.property(cues, cues, fc.integer({ min: 0, max: 6000 }), (first, second, margin) => {
        const { original, target, band } = buildBandFor(first, second, margin);
        expect(band.low[0]).toBe(0);
        expect(band.high[original.size]).toBe(target.size);
        for (let i = 0; i < original.size; i += 1) {
          expect(band.low[i + 1]).toBeGreaterThanOrEqual(band.low[i] ?? 0);
          expect(band.high[i]).toBeGreaterThanOrEqual(band.low[i + 1] ?? 0);
          expect(band.high[i + 1]).toBeGreaterThanOrEqual(band.high[i] ?? 0);
        }
      }),
    );
  });

  it('numbers its positions consecutively', () => {
    const { original, band } = buildBandFor();
    let next = 0;
    for (let i = 0; i <= original.size; i += 1) {
      for (let j = band.low[i] ?? 0; j <= (band.high[i] ?? -1); j += 1) {
        expect((band.row[i] ?? 0) + j).toBe(next);
        next += 1;
      }
    }
    expect(band.size).toBe(next);
  });

  it('is a few positions wide for ordinary files', () => {
    const { band } = buildBandFor(makeSpeech(500), makeSpeech(500), 5000);
    expect(band.size / 500).toBeLessThan(12);
  });

  it('stays narrow if all cues have the same time', () => {
    const same = Array.from({ length: 3000 }, () => makeCue(5000, 9000));
    expect(buildBandFor(same, same).band.size).toBeLessThan(3000 * 60);
  });
});

describe('the rows of a band', () => {
  const speech = makeSpeech(100, 19);
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

  it('contains a path for a line of the target alone in a long pause of the original', () => {
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
    const sizes = [0, 1000, 5000, 20_000].map((margin) => buildBandFor(speech, speech, margin).size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[3]).toBeGreaterThan(2 * (sizes[0] ?? 0));
  });

  it('grows linearly with the files’ length', () => {
    const size = (count: number) => buildBandFor(makeSpeech(count), makeSpeech(count), 5000).size;
    expect(size(2000)).toBeLessThan(11 * size(200));
  });
});
