import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctForChance, measureCloseness, sortStarts } from './closeness.ts';
import { applySteps, fitSteps, type Steps } from './fit-steps.ts';

// Irregular times without a rhythm.
const times = Array.from({ length: 120 }, (_, index) => index * 4100 + ((index * 7919) % 1700));
const fitMap = (map: (ms: number) => number, starts = times) => fitSteps(starts, starts.map(map));
const roundOffsets = (steps: Steps | undefined) => steps?.steps.map(({ offset }) => Math.round(offset));

describe('steps fitted to a map', () => {
  it.each([0, 500, -4000, 123_456])('are a single step if everything is shifted by %i ms', (offset) => {
    const [simple] = fitMap((ms) => ms + offset);
    expect([simple?.scale, roundOffsets(simple)]).toEqual([1, [offset]]);
  });

  it.each([25 / 24, 24 / 25, 25 / 23.976, 23.976 / 25, 24 / 23.976, 23.976 / 24])(
    'have the frame rate ratio %d',
    (scale) => {
      const fits = fitMap((ms) => ms * scale + 2000);
      expect(
        fits.some((steps) => steps.scale === scale && Math.abs((roundOffsets(steps)?.[0] ?? 0) - 2000) < 5),
      ).toBe(true);
    },
  );

  it('have the measured scale last', () => {
    const last = fitMap((ms) => ms * 1.01).at(-1);
    expect(last?.scale).toBeCloseTo(1.01, 6);
    expect(roundOffsets(last)).toEqual([0]);
  });

  it('start with the simplest plausible scale', () => {
    expect(fitMap((ms) => ms * 1.0005).map(({ scale }) => scale)[0]).toBe(1);
  });

  it('have no scale for a short file', () => {
    const scales = fitMap((ms) => ms * 1.2, times.slice(0, 8)).map(({ scale }) => scale);
    expect(Math.max(...scales)).toBeLessThan(1.01);
    expect(scales.at(-1)).toBe(1);
  });

  it.each([
    ['later', 30_000],
    ['earlier', -30_000],
    ['a second later', 1000],
  ])('are two if the rest is %s', (_, offset) => {
    const border = times[60] ?? 0;
    const [simple] = fitMap((ms) => (ms < border ? ms : ms + offset));
    expect(roundOffsets(simple)).toEqual([0, offset]);
    expect(simple?.steps[1]?.from).toBe(border);
  });

  it('are three with two jumps', () => {
    const [one, two] = [times[30] ?? 0, times[80] ?? 0];
    expect(roundOffsets(fitMap((ms) => ms + (ms < one ? 0 : 20_000) - (ms < two ? 0 : 50_000))[0])).toEqual([
      0, 20_000, -30_000,
    ]);
  });

  it('ignore a jump that is smaller than a cut', () => {
    const border = times[60] ?? 0;
    expect(roundOffsets(fitMap((ms) => (ms < border ? ms : ms + 300))[0])).toHaveLength(1);
  });

  it('ignore a minute with a different offset', () => {
    const [from, to] = [times[50] ?? 0, times[60] ?? 0];
    expect(roundOffsets(fitMap((ms) => (ms >= from && ms < to ? ms + 9000 : ms))[0])).toEqual([0]);
  });

  it('include a longer part with a different offset', () => {
    const [from, to] = [times[40] ?? 0, times[70] ?? 0];
    expect(roundOffsets(fitMap((ms) => (ms >= from && ms < to ? ms + 9000 : ms))[0])).toEqual([0, 9000, 0]);
  });

  it('require five cues before and after a jump', () => {
    const jumpAt = (index: number) =>
      roundOffsets(fitMap((ms) => (ms < (times[index] ?? 0) ? ms : ms + 9000))[0]);
    expect(jumpAt(5)).toEqual([0, 9000]);
    expect(jumpAt(2)).toHaveLength(1);
    expect(jumpAt(118)).toHaveLength(1);
  });

  it('aren’t distorted by a single outlier', () => {
    expect(roundOffsets(fitMap((ms) => (ms === times[50] ? ms + 40_000 : ms + 1000))[0])).toEqual([1000]);
  });

  it('are none for a file without cues', () => {
    for (const { steps } of fitSteps([], [])) expect(steps).toHaveLength(1);
  });
});

describe('applying steps to a time', () => {
  const steps: Steps = {
    scale: 2,
    steps: [
      { from: Number.NEGATIVE_INFINITY, offset: 5 },
      { from: 100, offset: 50 },
    ],
  };

  it.each([
    [0, 5],
    [99, 203],
    [100, 250],
    [101, 252],
    [-10, -15],
  ])('moves %i to %i', (ms, moved) => {
    expect(applySteps(steps, ms)).toBe(moved);
  });

  it('applies only the scale without steps', () => {
    expect(applySteps({ scale: 3, steps: [] }, 7)).toBe(21);
  });

  it('reproduces the map for any two offsets', () => {
    const offset = fc.integer({ min: -60_000, max: 60_000 });
    fc.assert(
      fc.property(offset, offset, fc.integer({ min: 20, max: 100 }), (first, second, index) => {
        fc.pre(Math.abs(first - second) > 600);
        const map = (ms: number) => (ms < (times[index] ?? 0) ? ms + first : ms + second);
        const [simple] = fitMap(map);
        if (!simple) throw new Error('There are no steps.');
        for (const ms of times) expect(applySteps(simple, ms)).toBe(map(ms));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the closeness of starts to a reference', () => {
  it.each<[string, number[], number[], number]>([
    ['the same', [1000, 5000], [1000, 5000], 1],
    ['400 ms away', [1400], [1000], 0.5],
    ['400 ms before', [600], [1000], 0.5],
    ['800 ms away', [1800], [1000], 0],
    ['far away', [9000], [1000], 0],
    ['one of two', [1000, 9000], [1000], 0.5],
    ['with more in the reference', [1000], [0, 1000, 2000], 1],
    ['in another order', [5000, 1000], [1000, 5000], 1],
    ['no starts', [], [1000], 0],
    ['no reference', [1000], [], 0],
  ])('is right for %s', (_, starts, reference, value) => {
    expect(measureCloseness(starts, reference)).toBeCloseTo(value, 9);
  });

  it('is between 0 and 1, and uses the nearest reference for each start', () => {
    const list = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(list, list, (starts, reference) => {
        const sorted = reference.toSorted((a, b) => a - b);
        const nearest = starts.map((start) => Math.min(...reference.map((one) => Math.abs(one - start))));
        const mean = nearest.reduce((sum, ms) => sum + Math.max(0, 1 - ms / 800), 0) / starts.length;
        expect(measureCloseness(starts, sorted)).toBeCloseTo(mean, 9);
      }),
    );
  });
});

describe('closeness beyond chance', () => {
  it('is nearly 1 for the same times', () => {
    expect(correctForChance(1, times, times)).toBeGreaterThan(0.99);
  });

  it('is zero if it is no better than chance', () => {
    expect(correctForChance(0, times, times)).toBe(0);
  });

  it('is zero in a file so dense that anything matches', () => {
    const dense = Array.from({ length: 2000 }, (_, index) => index * 20);
    expect(correctForChance(measureCloseness(dense, dense), dense, dense)).toBeLessThanOrEqual(1);
    expect(correctForChance(0.98, dense, dense)).toBeLessThan(0.1);
  });

  it('rises with the closeness', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (first, second) => {
        expect(correctForChance(Math.min(first, second), times, times)).toBeLessThanOrEqual(
          correctForChance(Math.max(first, second), times, times),
        );
      }),
    );
  });
});

describe('starts of cues', () => {
  it('are unique and sorted', () => {
    const cue = (start: number) => ({ index: 1, start, end: start + 1, text: '' });
    expect(sortStarts([cue(5), cue(1), cue(5), cue(3)])).toEqual([1, 3, 5]);
  });
});
