import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import type { Edit } from './change-times.ts';
import { MIN_CUE_MS, setTimes } from './change-times.ts';
import { setEnd, setStart, shiftFrom, stretch } from './shift-and-stretch.ts';

const cuesAt = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], index) => ({ index: index + 1, start, end, text: `${index + 1}` }));
const brief = ({ cues }: Edit) => cues.map(({ start, end }) => [start, end]);

const THREE = cuesAt([1000, 2000], [3000, 3500], [4000, 6000]);

describe('shifting', () => {
  it('moves all cues later or earlier', () => {
    expect(brief(shiftFrom(THREE, 1, 250))).toEqual([
      [1250, 2250],
      [3250, 3750],
      [4250, 6250],
    ]);
    expect(brief(shiftFrom(THREE, 1, -1000))).toEqual([
      [0, 1000],
      [2000, 2500],
      [3000, 5000],
    ]);
  });

  it('stops at 0, where every cue keeps 0.1 s', () => {
    expect(brief(shiftFrom(THREE, 1, -3450))).toEqual([
      [0, 100],
      [0, 100],
      [550, 2550],
    ]);
  });

  it('only moves the cues from #n on', () => {
    expect(brief(shiftFrom(THREE, 2, 500))).toEqual([
      [1000, 2000],
      [3500, 4000],
      [4500, 6500],
    ]);
    expect(brief(shiftFrom(THREE, 4, 500))).toEqual(brief({ cues: THREE, undo: [] }));
    expect(shiftFrom(THREE, 2, 500).undo).toEqual([
      { n: 3, start: 4000, end: 6000 },
      { n: 2, start: 3000, end: 3500 },
    ]);
  });

  it('doesn’t mutate the given cues, and keeps texts and markup', () => {
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

  it('rejects an invalid time', () => {
    expect(() => shiftFrom(THREE, 1, Number.NaN)).toThrow(RangeError);
  });
});

describe('setting one time', () => {
  it('moves a start to at most 0.1 s before its end, and at least 0', () => {
    expect(brief(setStart(THREE, 2, 3100.4))[1]).toEqual([3100, 3500]);
    expect(brief(setStart(THREE, 2, 9000))[1]).toEqual([3400, 3500]);
    expect(brief(setStart(THREE, 2, -5))[1]).toEqual([0, 3500]);
  });

  it('moves an end to at least 0.1 s after its start', () => {
    expect(brief(setEnd(THREE, 2, 9000))[1]).toEqual([3000, 9000]);
    expect(brief(setEnd(THREE, 2, 0))[1]).toEqual([3000, 3100]);
  });

  it('may move a cue past its neighbours', () => {
    expect(brief(setStart(THREE, 2, 0))[1]).toEqual([0, 3500]);
  });

  it('rejects a missing cue', () => {
    expect(() => setStart(THREE, 4, 0)).toThrow('There is no cue #4, only 3 cues.');
    expect(() => setEnd(THREE, 0, 0)).toThrow(RangeError);
  });
});

describe('stretching by two points', () => {
  it('moves both points to their targets and interpolates all others', () => {
    const stretched = stretch(THREE, { from: 1000, to: 2000 }, { from: 4000, to: 8000 });
    expect(brief(stretched)).toEqual([
      [2000, 4000],
      [6000, 7000],
      [8000, 12_000],
    ]);
  });

  it('keeps the limits', () => {
    expect(brief(stretch(THREE, { from: 4000, to: 1000 }, { from: 6000, to: 1100 }))).toEqual([
      [850, 950],
      [950, 1050],
      [1000, 1100],
    ]);
  });

  it('rejects points that are equal or change order', () => {
    const index = (from: number, to: number) => ({ from, to });
    expect(() => stretch(THREE, index(1, 1), index(1, 5))).toThrow(RangeError);
    expect(() => stretch(THREE, index(1, 5), index(2, 1))).toThrow(RangeError);
    expect(() => stretch(THREE, index(1, 5), index(2, Number.POSITIVE_INFINITY))).toThrow(RangeError);
  });
});

describe('every operation on times', () => {
  const cues = fc
    .array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 5000 })), { minLength: 1, maxLength: 8 })
    .map((list) => cuesAt(...list.map(([start, length]): [number, number] => [start, start + length])));
  const ms = fc.integer({ min: -30_000, max: 30_000 });
  const operation = fc.oneof(
    ms.map((by) => (list: readonly Cue[]) => shiftFrom(list, 1, by)),
    fc.tuple(fc.nat(9), ms).map(
      ([n, by]) =>
        (list: readonly Cue[]) =>
          shiftFrom(list, n, by),
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

  it('results in whole times, never negative, and changed cues of at least 0.1 s', () => {
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

  it('can be undone and redone, also repeatedly', () => {
    fc.assert(
      fc.property(cues, fc.array(operation, { maxLength: 5 }), (list, operations) => {
        let now = list;
        const undos = operations.map((operate) => {
          const edit = operate(now);
          now = edit.cues;
          return edit.undo;
        });
        const done = now;
        const redos = undos.reverse().map((undo) => {
          const edit = setTimes(now, undo);
          now = edit.cues;
          return edit.undo;
        });
        expect(now).toEqual(list);
        for (const redo of redos.reverse()) now = setTimes(now, redo).cues;
        expect(now).toEqual(done);
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
    expect(brief(edit)[0]).toEqual([5, 9]);
    expect(setTimes(edit.cues, edit.undo).cues).toEqual(THREE);
  });
});
