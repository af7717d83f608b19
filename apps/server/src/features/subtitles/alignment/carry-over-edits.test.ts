import { describe, expect, it } from 'vitest';
import type { NewSegment } from '../segments/segment-columns.ts';
import { carryOverEdits, holdsEdits } from './carry-over-edits.ts';

const row = (aligned_digest: string | null, text_target: string, edited = false): NewSegment => ({
  start_ms: 0,
  end_ms: 1000,
  text_original: '',
  text_target,
  mismatch: false,
  label: '',
  confidence: 1,
  edited,
  aligned_digest,
});

const texts = (rows: NewSegment[]) => rows.map(({ text_target }) => text_target);
const aligned = ['a', 'b', 'c', 'd'].map((digest) => row(digest, digest));

describe('carrying over edits', () => {
  it('uses the new segments where nothing was edited', () => {
    expect(carryOverEdits([row('b', 'old')], aligned)).toEqual(aligned);
    expect(carryOverEdits([], aligned)).toEqual(aligned);
  });

  it('keeps an edited segment whose digest recurs, wherever it is', () => {
    expect(texts(carryOverEdits([row('c', 'C', true), row('x', 'X', true)], aligned))).toEqual([
      'a',
      'b',
      'C',
      'd',
    ]);
  });

  it('keeps a merged segment if all of its parts recur together', () => {
    expect(texts(carryOverEdits([row('b c', 'BC', true)], aligned))).toEqual(['a', 'BC', 'd']);
    const apart = [row('b', 'b'), row('x', 'x'), row('c', 'c')];
    expect(texts(carryOverEdits([row('b c', 'BC', true)], apart))).toEqual(['b', 'x', 'c']);
  });

  // Counting each occurrence from the first would take a minute.
  it('preserves the edited ones of 300,000 segments with the same digest, in order', () => {
    const former = Array.from({ length: 300_000 }, (_, n) => row('same', `${n}`, n % 3 === 0));
    const now = former.map(() => row('same', 'as aligned'));
    const edited = former.filter((segment) => segment.edited);
    expect(texts(carryOverEdits(former, now)).filter((text) => text !== 'as aligned')).toEqual(texts(edited));
  });

  it('keeps a segment deleted even if its neighbour wasn’t edited', () => {
    expect(texts(carryOverEdits([row('a b', 'a')], aligned))).toEqual(['a', 'c', 'd']);
  });

  it('keeps segments inserted after another, and at the start', () => {
    const former = [row(null, 'start', true), row('a', 'a'), row(null, 'after a', true), row('d', 'd')];
    expect(texts(carryOverEdits(former, aligned))).toEqual(['start', 'a', 'after a', 'b', 'c', 'd']);
  });

  it('keeps a restored segment as it was before its deletion', () => {
    expect(texts(carryOverEdits([row('a', 'a'), row(null, 'back')], aligned))).toEqual([
      'a',
      'back',
      'b',
      'c',
      'd',
    ]);
  });

  it('drops segments inserted after one that no longer exists', () => {
    expect(texts(carryOverEdits([row('x', 'x'), row(null, 'after x', true)], aligned))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  describe('with changed times', () => {
    const at = (start_ms: number, digest: string | null, text: string, edited = false) => ({
      ...row(digest, text, edited),
      start_ms,
      end_ms: start_ms + 1000,
    });
    const now = ['a', 'b', 'c', 'b'].map((text, n) => at(n * 2000 + 500, `now${n}.${text}`, text));
    const times = (rows: NewSegment[]) => rows.map(({ start_ms, end_ms }) => [start_ms, end_ms]);

    it('keeps edits of the same texts, at the new times', () => {
      const former = [{ ...at(0, 'then0.a', 'A', true), id: 7, version: 2 }, at(6000, null, 'after A', true)];
      const rows = carryOverEdits(former, now);
      expect(texts(rows)).toEqual(['A', 'after A', 'b', 'c', 'b']);
      expect(times(rows).slice(0, 2)).toEqual([
        [500, 1500],
        [6500, 7500],
      ]);
      expect(rows[0]).toMatchObject({ id: 7, version: 3, aligned_digest: 'now0.a' });
    });

    it('distinguishes equal texts by their order', () => {
      const former = ['a', 'b', 'c', 'b'].map((text, n) =>
        at(n * 2000, `then${n}.${text}`, n === 3 ? 'last b' : text, n === 3),
      );
      expect(texts(carryOverEdits(former, now))).toEqual(['a', 'b', 'c', 'last b']);
    });

    it('uses new segments of a text that occurs more often than before', () => {
      expect(texts(carryOverEdits([at(0, 'then.b', 'B', true)], now))).toEqual(['a', 'b', 'c', 'b']);
    });

    it('keeps merged ones merged, from the first start to the last end', () => {
      const rows = carryOverEdits([at(0, 'then0.a then1.b then2.c then3.b', 'all', true)], now);
      expect([texts(rows), times(rows)]).toEqual([['all'], [[500, 7500]]]);
    });

    it('compares the whole digest of an earlier release', () => {
      expect(texts(carryOverEdits([at(0, 'now2', 'C', true)], now))).toEqual(['a', 'b', 'C', 'b']);
      expect(texts(carryOverEdits([at(0, 'then2', 'C', true)], now))).toEqual(['a', 'b', 'c', 'b']);
    });
  });

  it('keeps a segment’s id, and its version if it is unchanged', () => {
    const former = [
      { ...row('a', 'a'), id: 7, version: 3 },
      { ...row('b', 'old b'), id: 8, version: 3 },
      { ...row('c', 'C', true), id: 9, version: 5 },
    ];
    expect(carryOverEdits(former, aligned).map(({ id, version }) => [id, version])).toEqual([
      [7, 3],
      [8, 4],
      [9, 5],
      [undefined, undefined],
    ]);
  });

  it('uses no id twice if the same cue occurs twice in the file', () => {
    const twice = [row('a', 'a'), row('a', 'a')];
    const edited = { ...row('a', 'A', true), id: 7, version: 1 };
    const plain = { ...row('a', 'a'), id: 8, version: 1 };
    for (const former of [[edited], [plain], [edited, plain], [plain, edited]]) {
      const ids = carryOverEdits(former, twice).flatMap(({ id }) => id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('counts edited, inserted and deleted segments as edits', () => {
    expect(holdsEdits([row('a', 'a')])).toBe(false);
    expect(holdsEdits([row('a', 'a', true)])).toBe(true);
    expect(holdsEdits([row('a b', 'a')])).toBe(true);
  });
});
