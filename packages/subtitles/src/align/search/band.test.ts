import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftedClock, makeCue, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
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

  it('has a path through: rows start at the start, end at the end, rise, and overlap the next by a position', () => {
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
