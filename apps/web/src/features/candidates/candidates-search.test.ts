import { describe, expect, it } from 'vitest';
import { filterIn, isNarrowed, readCandidatesSearch } from './candidates-search.ts';

const plain = (search: Record<string, unknown>) => JSON.parse(JSON.stringify(readCandidatesSearch(search)));

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
    expect(plain(search)).toEqual(search);
  });

  it('is read without invalid values', () => {
    expect(
      plain({ status: 'new', language: '', priority: 6, has_manual_subtitles: 'yes', q: {}, page: 1.5 }),
    ).toEqual({});
  });

  it('omits the first page', () => {
    expect(plain({ page: 1 })).toEqual({});
  });

  it('keeps a numeric search as text', () => {
    expect(plain({ q: 7 })).toEqual({ q: '7' });
  });
});

describe('a candidate filter', () => {
  it('is the URL without the page', () => {
    expect(filterIn({ status: 'pending', page: 2 })).toEqual({ status: 'pending' });
  });

  it('narrows the list with any value', () => {
    expect(isNarrowed(filterIn(readCandidatesSearch({ page: 2 })))).toBe(false);
    expect(isNarrowed({ has_manual_subtitles: false })).toBe(true);
  });
});
