import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { changeTimes, MIN_CUE_MS, setTimes } from './change-times.ts';
import { setEnd, setStart, shiftFrom, stretch } from './shift-and-stretch.ts';

const buildCues = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], index) => ({ index: index + 1, start, end, text: `${index + 1}` }));
const formatTimes = (cues: readonly Cue[]) => cues.map(({ start, end }) => `${start}-${end}`).join(' ');
const THREE = buildCues([1000, 2000], [3000, 3500], [4000, 6000]);

describe('shifting', () => {
  it.each([
    [1, -3450, '0-100 0-100 550-2550'],
    [1, 500, '1500-2500 3500-4000 4500-6500'],
    [2, 500, '1000-2000 3500-4000 4500-6500'],
    [3, -4000, '1000-2000 3000-3500 0-2000'],
    [3, -5950, '1000-2000 3000-3500 0-100'],
    [4, 500, '1000-2000 3000-3500 4000-6000'],
    [0, 500, '1500-2500 3500-4000 4500-6500'],
    [-7, 500, '1500-2500 3500-4000 4500-6500'],
  ])('shifting from #%i on by %i ms moves only those cues', (n, ms, times) => {
    expect(formatTimes(shiftFrom(THREE, n, ms).cues)).toEqual(times);
  });

  it.each([0, 0.4, -0.4])('shifting by %d ms changes nothing and can’t be undone', (ms) => {
    expect(shiftFrom(THREE, 1, ms)).toEqual({ cues: THREE, undo: [] });
  });

  it('doesn’t repair an invalid cue that doesn’t move', () => {
    const short = buildCues([1000, 1010]);
    expect(formatTimes(shiftFrom(short, 1, 0).cues)).toBe('1000-1010');
    expect(formatTimes(shiftFrom(short, 1, 5).cues)).toBe('1005-1105');
  });

  it('back and forth changes nothing within the limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 9e6 }), (ms) => {
        expect(shiftFrom(shiftFrom(THREE, 1, ms).cues, 1, -ms).cues).toEqual(THREE);
      }),
    );
  });

  it('twice equals shifting by the sum', () => {
    const offset = fc.integer({ min: 0, max: 9e6 });
    fc.assert(
      fc.property(offset, offset, (first, second) => {
        expect(shiftFrom(shiftFrom(THREE, 1, first).cues, 1, second).cues).toEqual(
          shiftFrom(THREE, 1, first + second).cues,
        );
      }),
    );
  });
  it('returns the previous times of moved cues for undo', () => {
    expect(shiftFrom(THREE, 2, 500).undo).toEqual([
      { n: 3, start: 4000, end: 6000 },
      { n: 2, start: 3000, end: 3500 },
    ]);
  });

  it('doesn’t mutate the input cues, and keeps texts and markup', () => {
    const cue: Cue = {
      index: 1,
      start: 0,
      end: 500,
      text: 'a',
      markup: { format: 'vtt', settings: 'line:0' },
    };
    expect(shiftFrom([cue], 1, 100).cues).toEqual([{ ...cue, start: 100, end: 600 }]);
    expect(cue.start).toBe(0);
  });
});

describe('stretching', () => {
  it.each<[string, [number, number], [number, number], string]>([
    ['nowhere', [0, 0], [1000, 1000], '1000-2000 3000-3500 4000-6000'],
    ['to the double', [0, 0], [1000, 2000], '2000-4000 6000-7000 8000-12000'],
    ['to the half', [0, 0], [1000, 500], '500-1000 1500-1750 2000-3000'],
    ['around a place', [3000, 3000], [4000, 5000], '0-1000 3000-4000 5000-9000'],
    ['by an offset alone', [1000, 1500], [4000, 4500], '1500-2500 3500-4000 4500-6500'],
    ['with the points in another order', [4000, 8000], [1000, 2000], '2000-4000 6000-7000 8000-12000'],
    ['down to the minimum lengths', [0, 0], [10_000, 100], '10-110 30-130 40-140'],
    ['below zero, which is cut', [4000, 0], [6000, 2000], '0-100 0-100 0-2000'],
  ])('%s', (_, [from, to], [second, other], times) => {
    expect(formatTimes(stretch(THREE, { from, to }, { from: second, to: other }).cues)).toEqual(times);
  });

  it('moves both points to their targets', () => {
    const point = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        point,
        fc.integer({ min: 1000, max: 90_000 }),
        point,
        fc.integer({ min: 1000, max: 90_000 }),
        (from, distance, to, targetDistance) => {
          const cues = buildCues([from, from + 9000], [from + distance, from + distance + 9000]);
          const { cues: moved } = stretch(
            cues,
            { from, to },
            { from: from + distance, to: to + targetDistance },
          );
          expect(moved.map(({ start }) => start)).toEqual([to, to + targetDistance]);
        },
      ),
    );
  });
});

describe('undoing', () => {
  it('does nothing if nothing changed', () => {
    expect(setTimes(THREE, [{ n: 1, start: 1000, end: 2000 }]).undo).toEqual([]);
  });

  it('returns the previous times, last change first', () => {
    const times = [
      { n: 1, start: 0, end: 5 },
      { n: 3, start: 1, end: 6 },
    ];
    expect(setTimes(THREE, times).undo).toEqual([
      { n: 3, start: 4000, end: 6000 },
      { n: 1, start: 1000, end: 2000 },
    ]);
  });

  it('restores invalid times', () => {
    const invalid = buildCues([500, 400], [-5, 20]);
    const edit = changeTimes(invalid, 1, ({ start, end }) => ({ start: start + 10, end: end + 10 }));
    expect(setTimes(edit.cues, edit.undo).cues).toEqual(invalid);
  });

  it('keeps the same objects for unchanged cues', () => {
    const { cues } = setStart(THREE, 2, 2500);
    expect([cues[0] === THREE[0], cues[1] === THREE[1], cues[2] === THREE[2]]).toEqual([true, false, true]);
  });
});

describe('setting one time', () => {
  it('rejects a missing cue', () => {
    expect(() => setStart(THREE, 4, 0)).toThrow('There is no cue #4, only 3 cues.');
    expect(() => setEnd(THREE, 0, 0)).toThrow(RangeError);
  });
});

describe('every operation on times', () => {
  const cues = fc
    .array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 5000 })), { minLength: 1, maxLength: 8 })
    .map((list) => buildCues(...list.map(([start, length]): [number, number] => [start, start + length])));
  const ms = fc.integer({ min: -30_000, max: 30_000 });
  const operation = fc.oneof(
    ms.map((offset) => (list: readonly Cue[]) => shiftFrom(list, 1, offset)),
    fc.tuple(fc.nat(9), ms).map(
      ([n, offset]) =>
        (list: readonly Cue[]) =>
          shiftFrom(list, n, offset),
    ),
    fc.tuple(fc.nat(99), ms).map(
      ([n, to]) =>
        (list: readonly Cue[]) =>
          setStart(list, 1 + (n % list.length), to),
    ),
    fc.tuple(fc.nat(99), ms).map(
      ([n, to]) =>
        (list: readonly Cue[]) =>
          setEnd(list, 1 + (n % list.length), to),
    ),
    fc
      .tuple(ms, ms, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }))
      .map(([from, to, a, b]) => (list: readonly Cue[]) => {
        return stretch(list, { from, to }, { from: from + a, to: to + b });
      }),
  );

  it('results in whole, non-negative times, and in changed cues of at least 0.1 s', () => {
    fc.assert(
      fc.property(cues, operation, (list, operate) => {
        const edit = operate(list);
        expect(edit.cues.map(({ text }) => text)).toEqual(list.map(({ text }) => text));
        for (const { n } of edit.undo) {
          const { start = -1, end = -1 } = edit.cues[n - 1] ?? {};
          expect(Number.isInteger(start) && Number.isInteger(end) && start >= 0).toBe(true);
          expect(end - start).toBeGreaterThanOrEqual(MIN_CUE_MS);
        }
      }),
    );
  });

  it('can be undone and redone repeatedly', () => {
    fc.assert(
      fc.property(cues, fc.array(operation, { maxLength: 5 }), (list, operations) => {
        let current = list;
        const undos = operations.map((operate) => {
          const edit = operate(current);
          current = edit.cues;
          return edit.undo;
        });
        const done = current;
        const redos = undos.reverse().map((undo) => {
          const edit = setTimes(current, undo);
          current = edit.cues;
          return edit.undo;
        });
        expect(current).toEqual(list);
        for (const redo of redos.reverse()) current = setTimes(current, redo).cues;
        expect(current).toEqual(done);
      }),
    );
  });
});

describe('setting exact times', () => {
  it('can be undone for a cue that was changed twice', () => {
    const edit = setTimes(THREE, [
      { n: 1, start: 0, end: 1 },
      { n: 1, start: 5, end: 9 },
    ]);
    expect(edit.cues[0]).toMatchObject({ start: 5, end: 9 });
    expect(setTimes(edit.cues, edit.undo).cues).toEqual(THREE);
  });
});
