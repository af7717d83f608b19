import { describe, expect, it } from 'vitest';
import {
  chosenBy,
  countSelected,
  EVERYTHING,
  findNeighbour,
  isPicked,
  NOTHING,
  pick,
  pickedOnPage,
} from './selection.ts';

const PAGE = [1, 2, 3];
const picked = (...ids: number[]) => pick(NOTHING, ids, true, PAGE);

describe('a selection', () => {
  it('grows and shrinks one by one, across pages', () => {
    const some = pick(picked(1, 2), [9], true, [9]);
    expect(countSelected(some, 50)).toBe(3);
    expect(countSelected(pick(some, [1], false, PAGE), 50)).toBe(2);
  });

  it('counts everything that the filter matches', () => {
    expect(countSelected(EVERYTHING, 1234)).toBe(1234);
    expect(isPicked(EVERYTHING, 77)).toBe(true);
  });

  it('keeps the others of the page when one is deselected from all', () => {
    const some = pick(EVERYTHING, [2], false, PAGE);
    expect(chosenBy(some, {})).toEqual({ candidate_ids: [1, 3] });
  });

  it.each([
    ['none', picked()],
    ['some', picked(2)],
    ['all', picked(1, 2, 3)],
    ['all', EVERYTHING],
  ])('has %s of a page', (expected, selection) => {
    expect(pickedOnPage(selection, PAGE)).toBe(expected);
  });

  it('has none of an empty page', () => {
    expect(pickedOnPage(picked(1), [])).toBe('none');
  });
});

describe('a selection’s request', () => {
  it('is null without a selection', () => {
    expect(chosenBy(NOTHING, { status: 'pending' })).toBeNull();
  });

  it('is the filter if all are selected', () => {
    expect(chosenBy(EVERYTHING, { status: 'pending' })).toEqual({ filter: { status: 'pending' } });
  });
});

describe('the next candidate to review', () => {
  const list = [{ id: 4 }, { id: 5 }, { id: 6 }];
  it.each([
    [4, 5],
    [6, 5],
  ])('the next candidate to review after %i is %i', (id, next) => expect(findNeighbour(list, id)).toBe(next));

  it('is null after the only one', () => {
    expect(findNeighbour([{ id: 4 }], 4)).toBeNull();
  });
});
