import type { subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { acceptChange, acceptedChanges, countEmptied, createPreview, filterRows } from './preview.ts';

const segment = (index: number, original: string, modified = original): subtitles.RevisionSegment => ({
  index,
  start: '00:00:01.000',
  end: '00:00:02.000',
  original,
  modified,
});
const match = (index: number, before: string, modified: string): subtitles.RegexMatch => ({
  ...segment(index, before, modified),
  before,
  matches: [{ before: { start: 0, end: before.length }, after: { start: 0, end: modified.length } }],
});

const preview = createPreview([match(1, 'a', 'A'), match(3, 'B', 'B'), match(4, 'c', 'C')]);

describe('a preview', () => {
  it('accepts every change by default, and doesn’t count unchanged matches', () => {
    expect(preview.changeCount).toBe(2);
    expect(acceptedChanges(preview)).toEqual({
      changes: [
        { index: 1, modified: 'A' },
        { index: 4, modified: 'C' },
      ],
      previous: [
        { index: 1, modified: 'a' },
        { index: 4, modified: 'c' },
      ],
    });
    expect(acceptedChanges(null)).toEqual({ changes: [], previous: [] });
  });
});

it('changes that leave no text are counted', () => {
  const emptyingPreview = createPreview([
    match(1, 'a', ''),
    match(2, '♪', ' \n'),
    match(3, '', ''),
    match(4, 'c', 'C'),
  ]);
  expect(countEmptied(acceptedChanges(emptyingPreview).changes)).toBe(2);
  expect(countEmptied(acceptedChanges(acceptChange(emptyingPreview, 1, false)).changes)).toBe(1);
});

describe('the table’s rows', () => {
  const segments = [segment(1, 'a'), segment(2, 'x', 'y'), segment(3, 'B')];

  it.each([
    ['all', [1, 2, 3]],
    ['matches', [1, 3]],
    ['draft', [2]],
  ] as const)('are filtered by %s', (visible, expected) => {
    expect(filterRows(segments, preview, visible).map((row) => row.segment.index)).toEqual(expected);
  });

  it('include their match', () => {
    expect(filterRows(segments, preview, 'all').map((row) => row.match?.modified)).toEqual([
      'A',
      undefined,
      'B',
    ]);
  });
});
