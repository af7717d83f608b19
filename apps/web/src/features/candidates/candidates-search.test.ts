import { describe, expect, it } from 'vitest';
import { filterIn, isNarrowed, readCandidatesSearch } from './candidates-search.ts';

const plain = (search: Record<string, unknown>) => JSON.parse(JSON.stringify(readCandidatesSearch(search)));

describe('the address of the list of candidates', () => {
  it('says the filter and the page', () => {
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

  it('is read without what makes no sense', () => {
    expect(
      plain({ status: 'new', language: '', priority: 6, has_manual_subtitles: 'yes', q: {}, page: 1.5 }),
    ).toEqual({});
  });

  it('leaves the first page out', () => {
    expect(plain({ page: 1 })).toEqual({});
  });

  it('takes a number for the text that it is', () => {
    expect(plain({ q: 7 })).toEqual({ q: '7' });
  });
});

describe('a filter', () => {
  it('is the address without the page', () => {
    expect(filterIn({ status: 'pending', page: 2 })).toEqual({ status: 'pending' });
  });

  it('leaves some out as soon as one value is given', () => {
    expect(isNarrowed(filterIn(readCandidatesSearch({ page: 2 })))).toBe(false);
    expect(isNarrowed({ has_manual_subtitles: false })).toBe(true);
  });
});
