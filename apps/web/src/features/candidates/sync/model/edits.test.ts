// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cueDocumentAt, cuesAt, timesIn } from '../testing/cue-documents.ts';
import { applyChange, type CueDocument } from './cue-document.ts';
import { canStretch, cueAtMoment, insertedAfter, stretched } from './edits.ts';

const THREE = cueDocumentAt([1000, 2000], [3000, 4000], [5000, 6000]);

describe('stretching by two points', () => {
  it('accepts the points in any order', () => {
    const change = stretched(THREE, { id: 1, to: 2000 }, { id: 3, to: 10_000 });
    expect(change).not.toBeNull();
    expect(stretched(THREE, { id: 3, to: 10_000 }, { id: 1, to: 2000 })).toEqual(change);
  });

  it.each([
    ['one segment twice', { id: 1, to: 0 }, { id: 1, to: 5 }],
    ['one moment twice', { id: 1, to: 5 }, { id: 2, to: 5 }],
    ['the order turned around', { id: 1, to: 5000 }, { id: 2, to: 1000 }],
    ['a segment that has gone', { id: 1, to: 0 }, { id: 9, to: 5000 }],
  ])('rejects stretching by %s', (_, first, second) => {
    expect(canStretch(THREE, first, second)).toBe(false);
    expect(stretched(THREE, first, second)).toBeNull();
  });
});

describe('inserting a segment', () => {
  const inserted = (cueDocument: CueDocument, n: number) => {
    const { cueDocument: next } = applyChange(cueDocument, insertedAfter(cueDocument, n, 9));
    return { times: timesIn(next)[n], id: next.ids[n], text: next.cues[n]?.text };
  };

  it('fills the gap after its neighbour with an empty segment', () => {
    expect(inserted(THREE, 1)).toEqual({ times: [2000, 3000], id: 9, text: '' });
  });

  it('inserts a segment of 2 s at most', () => {
    expect(inserted(cueDocumentAt([0, 1000], [9000, 9500]), 1).times).toEqual([1000, 3000]);
    expect(inserted(THREE, 3).times).toEqual([6000, 8000]);
  });

  it.each([
    ['no gap', 2000],
    ['an overlap', 1500],
    ['a gap that is too small', 2050],
  ])('inserts a segment of 0.1 s where there is %s', (_, next) => {
    expect(inserted(cueDocumentAt([0, 2000], [next, 4000]), 1).times).toEqual([2000, 2100]);
  });
});

describe('the segment at a time', () => {
  const cues = cuesAt([1000, 2000], [3000, 4000], [5000, 6000]);

  it.each([
    ['within it', 3500, 2],
    ['at its very start', 3000, 2],
    ['after its end, before the next', 4000, 2],
    ['after all', 99_000, 3],
    ['before all', 0, 1],
  ])('finds the segment %s', (_, ms, n) => {
    expect(cueAtMoment(cues, ms)).toBe(n);
  });

  it('finds the segment in an unsorted file', () => {
    const turned = cuesAt([5000, 6000], [1000, 2000], [3000, 4000]);
    expect([1500, 2500, 3500, 5500, 8000].map((ms) => cueAtMoment(turned, ms))).toEqual([2, 2, 3, 1, 1]);
  });

  it('finds the first of two overlapping segments', () => {
    expect(cueAtMoment(cuesAt([0, 5000], [2000, 3000]), 2500)).toBe(1);
  });
});
