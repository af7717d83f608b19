import { describe, expect, it } from 'vitest';
import { countPages, readActivitySearch, readUsersSearch } from './users-search.ts';

describe('the URL of the accounts', () => {
  it('contains the search and the page', () => {
    expect(readUsersSearch({ q: 'lena', page: 3 })).toEqual({ q: 'lena', page: 3 });
  });

  it('can contain a number as the search', () => {
    expect(readUsersSearch({ q: 7 })).toEqual({ q: '7' });
  });

  it.each([{}, { q: '', page: 1 }, { q: ['a'], page: 0 }, { page: -2 }, { page: 1.5 }, { page: 'two' }])(
    'is empty for %j',
    (search) => {
      expect(readUsersSearch(search)).toStrictEqual({ q: undefined, page: undefined });
    },
  );

  it('contains only the page for the activity', () => {
    expect(readActivitySearch({ q: 'lena', page: 2 })).toEqual({ page: 2 });
  });
});

describe('the number of pages', () => {
  it.each([
    [0, 1],
    [20, 1],
    [21, 2],
    [40, 2],
  ])('for %i accounts is %i', (count, pages) => {
    expect(countPages(count, 20)).toBe(pages);
  });
});
