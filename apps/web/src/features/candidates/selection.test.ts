import { describe, expect, it } from 'vitest';
import {
  ALL_RESULTS,
  buildSelectionFilter,
  countSelected,
  EMPTY_SELECTION,
  findNeighbour,
  isSelected,
  pageCheckboxState,
  setSelected,
} from './selection.ts';

const PAGE = [1, 2, 3];
const select = (...ids: number[]) => setSelected(EMPTY_SELECTION, ids, true, PAGE);

describe('a selection', () => {
  it('can include candidates from several pages', () => {
    const some = setSelected(select(1, 2), [9], true, [9]);
    expect(countSelected(some, 50)).toBe(3);
    expect(countSelected(setSelected(some, [1], false, PAGE), 50)).toBe(2);
  });

  it('of all results counts all candidates that match the filter', () => {
    expect(countSelected(ALL_RESULTS, 1234)).toBe(1234);
    expect(isSelected(ALL_RESULTS, 77)).toBe(true);
  });

  it('contains the rest of the page after deselecting one of all results', () => {
    const some = setSelected(ALL_RESULTS, [2], false, PAGE);
    expect(buildSelectionFilter(some, {})).toEqual({ candidate_ids: [1, 3] });
  });

  it.each([
    ['none', select()],
    ['some', select(2)],
    ['all', select(1, 2, 3)],
    ['all', ALL_RESULTS],
  ])('has %s of a page', (expected, selection) => {
    expect(pageCheckboxState(selection, PAGE)).toBe(expected);
  });

  it('has none of an empty page', () => {
    expect(pageCheckboxState(select(1), [])).toBe('none');
  });
});

describe('a selection’s request', () => {
  it('is null without a selection', () => {
    expect(buildSelectionFilter(EMPTY_SELECTION, { status: 'pending' })).toBeNull();
  });

  it('is the filter if all are selected', () => {
    expect(buildSelectionFilter(ALL_RESULTS, { status: 'pending' })).toEqual({
      filter: { status: 'pending' },
    });
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
