import { describe, expect, it } from 'vitest';
import { markMatches } from './mark-matches.ts';

const span = (start: number, end: number) => ({ start, end });
const spansOf = (...from: Parameters<typeof markMatches>) =>
  markMatches(...from).map(({ kind, text }) => `${kind}: ${text}`);

const cats = {
  before: 'a cat, a cat',
  modified: 'a bird, a bird',
  matches: [
    { before: span(2, 5), after: span(2, 6) },
    { before: span(9, 12), after: span(10, 14) },
  ],
};

describe('marking what a pattern found', () => {
  it('shows what goes and what comes, in the place where it stands', () => {
    expect(spansOf(cats, true)).toEqual([
      'same: a ',
      'removed: cat',
      'added: bird',
      'same: , a ',
      'removed: cat',
      'added: bird',
    ]);
  });

  it('shows the present text, with what was found in it, when the change is refused', () => {
    expect(spansOf(cats, false)).toEqual(['same: a ', 'match: cat', 'same: , a ', 'match: cat']);
  });

  it('shows a match that stays as it is as one', () => {
    const match = { before: 'OK', modified: 'OK', matches: [{ before: span(0, 2), after: span(0, 2) }] };
    expect(spansOf(match, true)).toEqual(['match: OK']);
  });

  it('shows what is deleted, and what is put where nothing was', () => {
    const deleted = { before: 'ab', modified: 'b', matches: [{ before: span(0, 1), after: span(0, 0) }] };
    expect(spansOf(deleted, true)).toEqual(['removed: a', 'same: b']);
    const put = { before: 'b', modified: '- b', matches: [{ before: span(0, 0), after: span(0, 2) }] };
    expect(spansOf(put, true)).toEqual(['added: - ', 'same: b']);
  });

  it('tells its stretches apart by their place', () => {
    expect(markMatches(cats, true).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
