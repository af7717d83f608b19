import { describe, expect, it } from 'vitest';
import { markMatches } from './mark-matches.ts';

const span = (start: number, end: number) => ({ start, end });
const renderMarks = (...args: Parameters<typeof markMatches>) =>
  markMatches(...args).map(({ kind, text }) => `${kind}: ${text}`);

const segmentWithCats = {
  before: 'a cat, a cat',
  modified: 'a bird, a bird',
  matches: [
    { before: span(2, 5), after: span(2, 6) },
    { before: span(9, 12), after: span(10, 14) },
  ],
};

describe('the marks of a text’s matches', () => {
  it('show removed and added text in place', () => {
    expect(renderMarks(segmentWithCats, true)).toEqual([
      'same: a ',
      'removed: cat',
      'added: bird',
      'same: , a ',
      'removed: cat',
      'added: bird',
    ]);
  });

  it('show the current text with its match if the change is refused', () => {
    expect(renderMarks(segmentWithCats, false)).toEqual([
      'same: a ',
      'match: cat',
      'same: , a ',
      'match: cat',
    ]);
  });

  it('show an unchanged match as a match', () => {
    const match = { before: 'OK', modified: 'OK', matches: [{ before: span(0, 2), after: span(0, 2) }] };
    expect(renderMarks(match, true)).toEqual(['match: OK']);
  });

  it('show a deletion, and an insertion', () => {
    const deleted = { before: 'ab', modified: 'b', matches: [{ before: span(0, 1), after: span(0, 0) }] };
    expect(renderMarks(deleted, true)).toEqual(['removed: a', 'same: b']);
    const inserted = { before: 'b', modified: '- b', matches: [{ before: span(0, 0), after: span(0, 2) }] };
    expect(renderMarks(inserted, true)).toEqual(['added: - ', 'same: b']);
  });

  it('have their position as a key', () => {
    expect(markMatches(segmentWithCats, true).map(({ key }) => key)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
