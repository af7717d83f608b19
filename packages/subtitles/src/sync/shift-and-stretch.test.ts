import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { changeTimes, setTimes } from './change-times.ts';
import { setStart, shiftFrom, stretch } from './shift-and-stretch.ts';

const cuesAt = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], index) => ({ index: index + 1, start, end, text: `${index + 1}` }));
const timesOf = (cues: readonly Cue[]) => cues.map(({ start, end }) => [start, end]);
const THREE = cuesAt([1000, 2000], [3000, 3500], [4000, 6000]);

describe('shifting', () => {
  it.each<[number, number, [number, number][]]>([
    [
      1,
      500,
      [
        [1500, 2500],
        [3500, 4000],
        [4500, 6500],
      ],
    ],
    [
      2,
      500,
      [
        [1000, 2000],
        [3500, 4000],
        [4500, 6500],
      ],
    ],
    [
      3,
      -4000,
      [
        [1000, 2000],
        [3000, 3500],
        [0, 2000],
      ],
    ],
    [
      3,
      -5950,
      [
        [1000, 2000],
        [3000, 3500],
        [0, 100],
      ],
    ],
    [
      4,
      500,
      [
        [1000, 2000],
        [3000, 3500],
        [4000, 6000],
      ],
    ],
    [
      0,
      500,
      [
        [1500, 2500],
        [3500, 4000],
        [4500, 6500],
      ],
    ],
    [
      -7,
      500,
      [
        [1500, 2500],
        [3500, 4000],
        [4500, 6500],
      ],
    ],
  ])('shifting from #%i on by %i ms moves only those cues', (n, ms, times) => {
    expect(timesOf(shiftFrom(THREE, n, ms).cues)).toEqual(times);
  });

  it.each([0, 0.4, -0.4])('shifting by %d ms changes nothing and can’t be undone', (ms) => {
    expect(shiftFrom(THREE, 1, ms)).toEqual({ cues: THREE, undo: [] });
  });

  it('doesn’t repair an invalid cue that doesn’t move', () => {
    const short = cuesAt([1000, 1010]);
    expect(timesOf(shiftFrom(short, 1, 0).cues)).toEqual([[1000, 1010]]);
    expect(timesOf(shiftFrom(short, 1, 5).cues)).toEqual([[1005, 1105]]);
  });

  it('forth and back changes nothing, within the limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 9e6 }), (ms) => {
        expect(shiftFrom(shiftFrom(THREE, 1, ms).cues, 1, -ms).cues).toEqual(THREE);
      }),
    );
  });

  it('twice equals shifting by both', () => {
    const by = fc.integer({ min: 0, max: 9e6 });
    fc.assert(
      fc.property(by, by, (first, second) => {
        expect(shiftFrom(shiftFrom(THREE, 1, first).cues, 1, second).cues).toEqual(
          shiftFrom(THREE, 1, first + second).cues,
        );
      }),
    );
  });
});

describe('stretching', () => {
  it.each<[string, [number, number], [number, number], [number, number][]]>([
    [
      'nowhere',
      [0, 0],
      [1000, 1000],
      [
        [1000, 2000],
        [3000, 3500],
        [4000, 6000],
      ],
    ],
    [
      'to the double',
      [0, 0],
      [1000, 2000],
      [
        [2000, 4000],
        [6000, 7000],
        [8000, 12_000],
      ],
    ],
    [
      'to the half',
      [0, 0],
      [1000, 500],
      [
        [500, 1000],
        [1500, 1750],
        [2000, 3000],
      ],
    ],
    [
      'around a place',
      [3000, 3000],
      [4000, 5000],
      [
        [0, 1000],
        [3000, 4000],
        [5000, 9000],
      ],
    ],
    [
      'by an offset alone',
      [1000, 1500],
      [4000, 4500],
      [
        [1500, 2500],
        [3500, 4000],
        [4500, 6500],
      ],
    ],
    [
      'with the points in another order',
      [4000, 8000],
      [1000, 2000],
      [
        [2000, 4000],
        [6000, 7000],
        [8000, 12_000],
      ],
    ],
    [
      'down to where the limits are',
      [0, 0],
      [10_000, 100],
      [
        [10, 110],
        [30, 130],
        [40, 140],
      ],
    ],
    [
      'below zero, which is cut',
      [4000, 0],
      [6000, 2000],
      [
        [0, 100],
        [0, 100],
        [0, 2000],
      ],
    ],
  ])('%s', (_, [from, to], [second, other], times) => {
    expect(timesOf(stretch(THREE, { from, to }, { from: second, to: other }).cues)).toEqual(times);
  });

  it('moves both points to their targets', () => {
    const point = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        point,
        fc.integer({ min: 1000, max: 90_000 }),
        point,
        fc.integer({ min: 1000, max: 90_000 }),
        (from, apart, to, wide) => {
          const cues = cuesAt([from, from + 9000], [from + apart, from + apart + 9000]);
          const { cues: moved } = stretch(cues, { from, to }, { from: from + apart, to: to + wide });
          expect(moved.map(({ start }) => start)).toEqual([to, to + wide]);
        },
      ),
    );
  });
});

describe('undoing', () => {
  it('does nothing if nothing changed', () => {
    expect(setTimes(THREE, [{ n: 1, start: 1000, end: 2000 }]).undo).toEqual([]);
  });

  it('lists the previous times, the last change first', () => {
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
    const odd = cuesAt([500, 400], [-5, 20]);
    const edit = changeTimes(odd, 1, ({ start, end }) => ({ start: start + 10, end: end + 10 }));
    expect(setTimes(edit.cues, edit.undo).cues).toEqual(odd);
  });

  it('keeps the same objects for unchanged cues', () => {
    const { cues } = setStart(THREE, 2, 2500);
    expect([cues[0] === THREE[0], cues[1] === THREE[1], cues[2] === THREE[2]]).toEqual([true, false, true]);
  });
});
