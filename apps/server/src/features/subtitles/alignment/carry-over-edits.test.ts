import { describe, expect, it } from 'vitest';
import type { NewSegment } from '../segments/segment-columns.ts';
import { carryOverEdits, hasEdits } from './carry-over-edits.ts';

const createRow = (aligned_digest: string | null, text_target: string, edited = false): NewSegment => ({
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

const listTexts = (rows: NewSegment[]) => rows.map(({ text_target }) => text_target);
const aligned = ['a', 'b', 'c', 'd'].map((digest) => createRow(digest, digest));

const carryTexts = (previous: NewSegment[], realigned = aligned) =>
  listTexts(carryOverEdits(previous, realigned));

describe('carrying over edits', () => {
  it('returns the new segments if no previous one was edited', () => {
    expect(carryOverEdits([createRow('b', 'old')], aligned)).toEqual(aligned);
    expect(carryOverEdits([], aligned)).toEqual(aligned);
  });

  it('preserves an edited segment whose digest occurs in the new alignment, at any position', () => {
    expect(carryTexts([createRow('c', 'C', true), createRow('x', 'X', true)])).toEqual(['a', 'b', 'C', 'd']);
  });

  it('preserves a merged segment only if all its parts are adjacent in the new alignment', () => {
    expect(carryTexts([createRow('b c', 'BC', true)])).toEqual(['a', 'BC', 'd']);
    const separated = [createRow('b', 'b'), createRow('x', 'x'), createRow('c', 'c')];
    expect(carryTexts([createRow('b c', 'BC', true)], separated)).toEqual(['b', 'x', 'c']);
  });

  // Takes a minute with a quadratic algorithm.
  it('preserves the edited segments among 300,000 with the same digest, in order', () => {
    const previous = Array.from({ length: 300_000 }, (_, n) => createRow('same', `${n}`, n % 3 === 0));
    const realigned = previous.map(() => createRow('same', 'as aligned'));
    const edited = previous.filter((segment) => segment.edited);
    const carried = carryTexts(previous, realigned);
    expect(carried.filter((text) => text !== 'as aligned')).toEqual(listTexts(edited));
  });

  it('doesn’t restore a deleted segment, even if its neighbour wasn’t edited', () => {
    expect(carryTexts([createRow('a b', 'a')])).toEqual(['a', 'c', 'd']);
  });

  it('preserves segments inserted after another one, and at the start', () => {
    const previous = [
      createRow(null, 'start', true),
      createRow('a', 'a'),
      createRow(null, 'after a', true),
      createRow('d', 'd'),
    ];
    expect(carryTexts(previous)).toEqual(['start', 'a', 'after a', 'b', 'c', 'd']);
  });

  it('preserves a segment that was deleted and restored', () => {
    expect(carryTexts([createRow('a', 'a'), createRow(null, 'restored')])).toEqual([
      'a',
      'restored',
      'b',
      'c',
      'd',
    ]);
  });

  it('drops segments inserted after one that no longer exists', () => {
    expect(carryTexts([createRow('x', 'x'), createRow(null, 'after x', true)])).toEqual(['a', 'b', 'c', 'd']);
  });

  describe('carrying over edits after the times changed', () => {
    const createTimedRow = (start_ms: number, digest: string | null, text: string, edited = false) => ({
      ...createRow(digest, text, edited),
      start_ms,
      end_ms: start_ms + 1000,
    });
    const realigned = ['a', 'b', 'c', 'b'].map((text, n) =>
      createTimedRow(n * 2000 + 500, `now${n}.${text}`, text),
    );
    const listTimes = (rows: NewSegment[]) => rows.map(({ start_ms, end_ms }) => [start_ms, end_ms]);

    it('preserves edits of segments with the same texts, at the new times', () => {
      const previous = [
        { ...createTimedRow(0, 'then0.a', 'A', true), id: 7, version: 2 },
        createTimedRow(6000, null, 'after A', true),
      ];
      const rows = carryOverEdits(previous, realigned);
      expect(listTexts(rows)).toEqual(['A', 'after A', 'b', 'c', 'b']);
      expect(listTimes(rows).slice(0, 2)).toEqual([
        [500, 1500],
        [6500, 7500],
      ]);
      expect(rows[0]).toMatchObject({ id: 7, version: 3, aligned_digest: 'now0.a' });
    });

    it('distinguishes equal texts by their order', () => {
      const previous = ['a', 'b', 'c', 'b'].map((text, n) =>
        createTimedRow(n * 2000, `then${n}.${text}`, n === 3 ? 'last b' : text, n === 3),
      );
      expect(carryTexts(previous, realigned)).toEqual(['a', 'b', 'c', 'last b']);
    });

    it('drops an edit if its text occurs more often than before', () => {
      const previous = [createTimedRow(0, 'then.b', 'B', true)];
      expect(carryTexts(previous, realigned)).toEqual(['a', 'b', 'c', 'b']);
    });

    it('preserves a merged segment, from the first part’s start to the last part’s end', () => {
      const previous = [createTimedRow(0, 'then0.a then1.b then2.c then3.b', 'all', true)];
      const rows = carryOverEdits(previous, realigned);
      expect([listTexts(rows), listTimes(rows)]).toEqual([['all'], [[500, 7500]]]);
    });

    it('accepts digests of an earlier release, which don’t cover the texts', () => {
      const carry = (digest: string) => carryTexts([createTimedRow(0, digest, 'C', true)], realigned);
      expect(carry('now2')).toEqual(['a', 'b', 'C', 'b']);
      expect(carry('then2')).toEqual(['a', 'b', 'c', 'b']);
    });
  });

  it('preserves a segment’s id, and its version if it is unchanged', () => {
    const previous = [
      { ...createRow('a', 'a'), id: 7, version: 3 },
      { ...createRow('b', 'old b'), id: 8, version: 3 },
      { ...createRow('c', 'C', true), id: 9, version: 5 },
    ];
    expect(carryOverEdits(previous, aligned).map(({ id, version }) => [id, version])).toEqual([
      [7, 3],
      [8, 4],
      [9, 5],
      [undefined, undefined],
    ]);
  });

  it('uses no id twice if the same cue occurs twice in the file', () => {
    const repeated = [createRow('a', 'a'), createRow('a', 'a')];
    const edited = { ...createRow('a', 'A', true), id: 7, version: 1 };
    const unedited = { ...createRow('a', 'a'), id: 8, version: 1 };
    for (const previous of [[edited], [unedited], [edited, unedited], [unedited, edited]]) {
      const ids = carryOverEdits(previous, repeated).flatMap(({ id }) => id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('recognises edited and merged segments as edits', () => {
    expect(hasEdits([createRow('a', 'a')])).toBe(false);
    expect(hasEdits([createRow('a', 'a', true)])).toBe(true);
    expect(hasEdits([createRow('a b', 'a')])).toBe(true);
  });
});
