import { describe, expect, it } from 'vitest';
import { markMatches } from './mark-matches.ts';

const span = (start: number, end: number) => ({ start, end });
const getSpans = (...from: Parameters<typeof markMatches>) =>
  markMatches(...from).map(({ kind, text }) => `${kind}: ${text}`);

const cats = {
  before: 'a cat, a cat',
  modified: 'a bird, a bird',
  matches: [
    { before: span(2, 5), after: span(2, 6) },
    { before: span(9, 12), after: span(10, 14) },
  ],
};

describe('marked matches', () => {
  it('show removed and added text in place', () => {
    expect(getSpans(cats, true)).toEqual([
      'same: a ',
      'removed: cat',
      'added: bird',
      'same: , a ',
      'removed: cat',
      'added: bird',
    ]);
  });

  it('show the current text with its match if the change is refused', () => {
    expect(getSpans(cats, false)).toEqual(['same: a ', 'match: cat', 'same: , a ', 'match: cat']);
  });

  it('show an unchanged match as such', () => {
    const match = { before: 'OK', modified: 'OK', matches: [{ before: span(0, 2), after: span(0, 2) }] };
    expect(getSpans(match, true)).toEqual(['match: OK']);
  });

  it('show a deletion, and an insertion', () => {
    const deleted = { before: 'ab', modified: 'b', matches: [{ before: span(0, 1), after: span(0, 0) }] };
    expect(getSpans(deleted, true)).toEqual(['removed: a', 'same: b']);
    const put = { before: 'b', modified: '- b', matches: [{ before: span(0, 0), after: span(0, 2) }] };
    expect(getSpans(put, true)).toEqual(['added: - ', 'same: b']);
  });

  it('are keyed by position', () => {
    expect(markMatches(cats, true).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
