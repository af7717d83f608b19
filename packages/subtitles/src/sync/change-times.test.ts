import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { findCue, limitTimes, MIN_CUE_MS, requireTime, setTimes } from './change-times.ts';
import { setEnd, setStart, shiftFrom, stretch } from './shift-and-stretch.ts';

const buildCues = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], index) => ({ index: index + 1, start, end, text: `${index + 1}` }));
const listTimes = (cues: readonly Cue[]) => cues.map(({ start, end }) => [start, end]);
const THREE = buildCues([1000, 2000], [3000, 3500], [4000, 6000]);

describe('time limits', () => {
  it.each<[string, [number, number], [number, number]]>([
    ['usual times', [1000, 2000], [1000, 2000]],
    ['a tenth of a second', [1000, 1100], [1000, 1100]],
    ['a little less', [1000, 1099], [1000, 1100]],
    ['no length', [1000, 1000], [1000, 1100]],
    ['an end before the start', [1000, 500], [1000, 1100]],
    ['a start below zero', [-1, 500], [0, 500]],
    ['both below zero', [-500, -200], [0, 100]],
    ['a start just below zero, and an end just above', [-1, 50], [0, 100]],
    ['fractions, rounded', [1000.4, 2000.5], [1000, 2001]],
    ['a fraction below zero', [-0.4, 500], [0, 500]],
    ['a length that rounding shortens', [1000.5, 1100.4], [1001, 1101]],
    ['a day', [86_400_000, 86_401_000], [86_400_000, 86_401_000]],
  ])('keep %s', (_, [start, end], [from, to]) => {
    expect(limitTimes(start, end)).toEqual({ start: from, end: to });
  });

  it('never result in negative zero', () => {
    expect(Object.is(limitTimes(-0.2, 500).start, 0)).toBe(true);
  });

  it('are idempotent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9999, max: 9e6 }),
        fc.integer({ min: -9999, max: 9e6 }),
        (start, end) => {
          const once = limitTimes(start, end);
          expect(limitTimes(once.start, once.end)).toEqual(once);
          expect(once.end - once.start).toBeGreaterThanOrEqual(MIN_CUE_MS);
        },
      ),
    );
  });
});

describe('a start', () => {
  it.each<[string, number, number]>([
    ['earlier', 2500, 2500],
    ['where it is', 3000, 3000],
    ['0.1 s before the end', 3400, 3400],
    ['a millisecond later than that', 3401, 3400],
    ['at the end', 3500, 3400],
    ['after the end', 9000, 3400],
    ['at zero', 0, 0],
    ['below zero', -1, 0],
    ['at a fraction', 3100.6, 3101],
    ['in the cue before', 1500, 1500],
  ])('set %s is at the nearest allowed time', (_, ms, start) => {
    expect(listTimes(setStart(THREE, 2, ms).cues).flat()).toEqual([1000, 2000, start, 3500, 4000, 6000]);
  });

  it('of a cue that is too short stays before its end', () => {
    expect(listTimes(setStart(buildCues([0, 50]), 1, 20).cues)).toEqual([[0, 100]]);
  });
});

describe('an end', () => {
  it.each<[string, number, number]>([
    ['later', 3900, 3900],
    ['where it is', 3500, 3500],
    ['0.1 s after the start', 3100, 3100],
    ['a millisecond earlier than that', 3099, 3100],
    ['at the start', 3000, 3100],
    ['before the start', 10, 3100],
    ['below zero', -50, 3100],
    ['at a fraction', 3200.5, 3201],
    ['in the next cue', 5000, 5000],
  ])('set %s is at the nearest allowed time', (_, ms, end) => {
    expect(listTimes(setEnd(THREE, 2, ms).cues).flat()).toEqual([1000, 2000, 3000, end, 4000, 6000]);
  });
});

describe('invalid input', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('includes the time %d', (ms) => {
    expect(() => requireTime(ms)).toThrow(`${ms} is not a number of milliseconds.`);
    expect(() => shiftFrom(THREE, 1, ms)).toThrow(RangeError);
    expect(() => shiftFrom(THREE, 2, ms)).toThrow(RangeError);
    expect(() => setStart(THREE, 1, ms)).toThrow(RangeError);
    expect(() => setEnd(THREE, 1, ms)).toThrow(RangeError);
    expect(() => stretch(THREE, { from: 0, to: ms }, { from: 1, to: 2 })).toThrow(RangeError);
  });

  it.each([0, -1, 4, 1.5, Number.NaN])('includes the cue #%d of three', (n) => {
    expect(() => findCue(THREE, n)).toThrow(`There is no cue #${n}, only 3 cues.`);
    expect(() => setTimes(THREE, [{ n, start: 0, end: 100 }])).toThrow(RangeError);
  });

  it.each<[string, [number, number], [number, number]]>([
    ['one place twice', [1000, 2000], [1000, 3000]],
    ['two places that become one', [1000, 2000], [2000, 2000]],
    ['two places that change order', [1000, 2000], [2000, 1000]],
    ['two places that change order the other way', [2000, 1000], [1000, 2000]],
  ])('includes stretching by %s', (_, [from, to], [second, other]) => {
    expect(() => stretch(THREE, { from, to }, { from: second, to: other })).toThrow(
      'Two different points in the same order before and after are required.',
    );
  });
});
