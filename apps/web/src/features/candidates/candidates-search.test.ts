import { describe, expect, it } from 'vitest';
import { filterFromSearch, hasFilter, readCandidatesSearch } from './candidates-search.ts';

const readDefined = (search: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(readCandidatesSearch(search)));

describe('the URL of the list of candidates', () => {
  it('contains the filter and the page', () => {
    const search = {
      status: 'pending',
      language: 'es',
      priority: 2,
      has_manual_subtitles: false,
      q: 'faro',
      page: 3,
    };
    expect(readDefined(search)).toEqual(search);
  });

  it('ignores invalid values', () => {
    expect(
      readDefined({
        status: 'new',
        language: '',
        priority: 6,
        has_manual_subtitles: 'yes',
        q: {},
        page: 1.5,
      }),
    ).toEqual({});
  });

  it('omits the first page', () => {
    expect(readDefined({ page: 1 })).toEqual({});
  });

  it('reads a numeric search as text', () => {
    expect(readDefined({ q: 7 })).toEqual({ q: '7' });
  });
});

describe('a candidate filter', () => {
  it('is the URL without the page', () => {
    expect(filterFromSearch({ status: 'pending', page: 2 })).toEqual({ status: 'pending' });
  });

  it('is active with any value', () => {
    expect(hasFilter(filterFromSearch(readCandidatesSearch({ page: 2 })))).toBe(false);
    expect(hasFilter({ has_manual_subtitles: false })).toBe(true);
  });
});
