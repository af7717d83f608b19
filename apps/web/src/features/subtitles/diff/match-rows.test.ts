import { describe, expect, it } from 'vitest';
import { countKinds, matchRows, type Row } from './match-rows.ts';

/** Creates consecutive rows of one second each with these target texts. */
const rows = (...targets: string[]): Row[] =>
  targets.map((target, index) => ({
    start: index * 1000,
    end: index * 1000 + 900,
    original: `o ${target}`,
    target,
    marks: { mismatch: false, label: '1-1' },
  }));
const shiftRows = (list: Row[], ms: number) =>
  list.map((row) => ({ ...row, start: row.start + ms, end: row.end + ms }));
const pairs = (before: Row[], after: Row[]) =>
  matchRows(before, after).map((match) => [match.before?.target ?? null, match.after?.target ?? null]);

describe('matching two lists of rows', () => {
  it('finds no changes in the same list', () => {
    const list = rows('a', 'b', 'c');
    expect(countKinds(matchRows(list, list))).toEqual({ same: 3, changed: 0, removed: 0, added: 0 });
  });

  it('matches a row whose text changed', () => {
    expect(pairs(rows('a', 'b', 'c'), rows('a', 'B', 'c'))).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', 'c'],
    ]);
  });

  it('matches a row whose times changed', () => {
    const [a, b] = rows('a', 'b') as [Row, Row];
    expect(countKinds(matchRows([a, b], [a, { ...b, end: b.end + 50 }])).changed).toBe(1);
  });

  it.each([{ mismatch: true }, { label: 'checked' }])(
    'marks a row as changed if only its %o differs',
    (mark) => {
      const [a, b] = rows('a', 'b') as [Row, Row];
      const marked = { ...b, marks: { mismatch: false, label: '1-1', ...mark } };
      expect(countKinds(matchRows([a, b], [a, marked])).changed).toBe(1);
    },
  );

  it('finds a removed and an added row', () => {
    const list = rows('a', 'b', 'c', 'd');
    const withoutB = list.filter(({ target }) => target !== 'b');
    expect(pairs(list, withoutB)).toContainEqual(['b', null]);
    expect(pairs(withoutB, list)).toContainEqual([null, 'b']);
    expect(countKinds(matchRows(list, withoutB))).toEqual({ same: 3, changed: 0, removed: 1, added: 0 });
  });

  it('matches rows that were all shifted in time', () => {
    const list = rows('a', 'b', 'c', 'd', 'e');
    expect(countKinds(matchRows(list, shiftRows(list, 60_000)))).toEqual({
      same: 0,
      changed: 5,
      removed: 0,
      added: 0,
    });
  });

  it('distinguishes rows with the same text', () => {
    const list = rows('Yes.', 'No.', 'Yes.', 'Yes.');
    const changed = list.map((row, index) => (index === 2 ? { ...row, target: 'Sí.' } : row));
    expect(pairs(list, changed)[2]).toEqual(['Yes.', 'Sí.']);
    expect(countKinds(matchRows(list, changed))).toEqual({ same: 3, changed: 1, removed: 0, added: 0 });
  });

  it('matches by time if a row was split in two', () => {
    const list = rows('a', 'long', 'z');
    const [first, long, last] = list as [Row, Row, Row];
    const halves = [
      { ...long, end: 1700, target: 'lo' },
      { ...long, start: 1700, target: 'ng' },
    ];
    expect(pairs(list, [first, ...halves, last])).toEqual([
      ['a', 'a'],
      ['long', 'lo'],
      [null, 'ng'],
      ['z', 'z'],
    ]);
  });

  it('matches by time if one of several changed rows was removed', () => {
    const list = rows('a', 'b', 'c', 'z');
    const [a, , c, z] = list as [Row, Row, Row, Row];
    expect(pairs(list, [a, { ...c, target: 'C' }, z])).toEqual([
      ['a', 'a'],
      ['b', null],
      ['c', 'C'],
      ['z', 'z'],
    ]);
  });

  it('marks all rows as changed if every text was converted to capitals', () => {
    const list = rows(...Array.from({ length: 200 }, (_, index) => `text ${index}`));
    const upperCaseRows = list.map((row) => ({ ...row, target: row.target.toUpperCase() }));
    expect(countKinds(matchRows(list, upperCaseRows))).toEqual({
      same: 0,
      changed: 200,
      removed: 0,
      added: 0,
    });
  });

  it('contains every row of both sides once, in order, after random changes', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 100; round++) {
      const before = rows(...Array.from({ length: 30 }, () => `t${Math.floor(random() * 12)}`));
      const after = before
        .flatMap((row) => (random() < 0.2 ? [] : random() < 0.2 ? [row, { ...row, target: 'new' }] : [row]))
        .map((row) => (random() < 0.2 ? { ...row, start: row.start + 100 } : row));
      const matches = matchRows(before, after);
      expect(matches.flatMap((match) => match.before ?? [])).toEqual(before);
      expect(matches.flatMap((match) => match.after ?? [])).toEqual(after);
    }
  });

  it('handles empty lists', () => {
    expect(matchRows([], [])).toEqual([]);
    expect(countKinds(matchRows(rows('a'), []))).toEqual({ same: 0, changed: 0, removed: 1, added: 0 });
  });
});
