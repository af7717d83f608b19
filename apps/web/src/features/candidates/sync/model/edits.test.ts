import { describe, expect, it } from 'vitest';
import { createCueDocument, createCues, listTimes } from '../testing/cue-documents.ts';
import { applyChange, type CueDocument } from './cue-document.ts';
import { canStretch, createInsertion, createStretch, findCueAt } from './edits.ts';

const THREE = createCueDocument([1000, 2000], [3000, 4000], [5000, 6000]);

describe('stretching by two points', () => {
  it('accepts the points in any order', () => {
    const change = createStretch(THREE, { id: 1, to: 2000 }, { id: 3, to: 10_000 });
    expect(change).not.toBeNull();
    expect(createStretch(THREE, { id: 3, to: 10_000 }, { id: 1, to: 2000 })).toEqual(change);
  });

  it.each([
    ['the same segment twice', { id: 1, to: 0 }, { id: 1, to: 5 }],
    ['the same time twice', { id: 1, to: 5 }, { id: 2, to: 5 }],
    ['points that would reverse the order', { id: 1, to: 5000 }, { id: 2, to: 1000 }],
    ['a missing segment', { id: 1, to: 0 }, { id: 9, to: 5000 }],
  ])('rejects stretching by %s', (_, first, second) => {
    expect(canStretch(THREE, first, second)).toBe(false);
    expect(createStretch(THREE, first, second)).toBeNull();
  });
});

describe('inserting a segment', () => {
  const insertAfter = (cueDocument: CueDocument, n: number) => {
    const { cueDocument: next } = applyChange(cueDocument, createInsertion(cueDocument, n, 9));
    return { times: listTimes(next)[n], id: next.ids[n], text: next.cues[n]?.text };
  };

  it('fills the gap after its neighbour with an empty segment', () => {
    expect(insertAfter(THREE, 1)).toEqual({ times: [2000, 3000], id: 9, text: '' });
  });

  it('inserts a segment of 2 s at most', () => {
    expect(insertAfter(createCueDocument([0, 1000], [9000, 9500]), 1).times).toEqual([1000, 3000]);
    expect(insertAfter(THREE, 3).times).toEqual([6000, 8000]);
  });

  it.each([
    ['no gap', 2000],
    ['an overlap', 1500],
    ['a gap that is too small', 2050],
  ])('inserts a segment of 0.1 s if there is %s', (_, next) => {
    expect(insertAfter(createCueDocument([0, 2000], [next, 4000]), 1).times).toEqual([2000, 2100]);
  });
});

describe('the segment at a time', () => {
  const cues = createCues([1000, 2000], [3000, 4000], [5000, 6000]);

  it.each([
    ['during it', 3500, 2],
    ['at its start', 3000, 2],
    ['after its end, before the next', 4000, 2],
    ['after the last', 99_000, 3],
    ['before the first', 0, 1],
  ])('is found %s', (_, ms, n) => {
    expect(findCueAt(cues, ms)).toBe(n);
  });

  it('is found in an unsorted file', () => {
    const unsorted = createCues([5000, 6000], [1000, 2000], [3000, 4000]);
    expect([1500, 2500, 3500, 5500, 8000].map((ms) => findCueAt(unsorted, ms))).toEqual([2, 2, 3, 1, 1]);
  });

  it('is the first of two overlapping segments', () => {
    expect(findCueAt(createCues([0, 5000], [2000, 3000]), 2500)).toBe(1);
  });
});
