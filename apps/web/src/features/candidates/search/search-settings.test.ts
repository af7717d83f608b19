import { describe, expect, it } from 'vitest';
import { buildSettings, draftFromSettings, NEW_SEARCH, parseMaxResults } from './search-settings.ts';

describe('the maximum results per language', () => {
  it.each([
    ['', 10],
    ['many', 10],
    ['0', 1],
    ['-3', 1],
    ['25', 25],
    ['51', 50],
  ])('are parsed from “%s” as %i', (typed, expected) => expect(parseMaxResults(typed)).toBe(expected));
});

describe('a search request', () => {
  it('has the defaults and no empty values', () => {
    expect(buildSettings({ ...NEW_SEARCH, languages: ['es'] })).toEqual({
      languages: ['es'],
      max_results: 10,
      search_filters: { safe_search: 'moderate' },
      custom_keywords: {},
      exclude_keywords: {},
    });
  });

  it('splits keywords at commas and drops empty ones', () => {
    const { custom_keywords, exclude_keywords } = buildSettings({
      ...NEW_SEARCH,
      languages: ['es', 'en'],
      custom_keywords: { es: ' corto ,, cortometraje, ', en: ' , ' },
      exclude_keywords: { en: 'trailer' },
    });
    expect(custom_keywords).toEqual({ es: ['corto', 'cortometraje'] });
    expect(exclude_keywords).toEqual({ en: ['trailer'] });
  });

  it('omits keywords of languages that aren’t searched', () => {
    const draft = { ...NEW_SEARCH, languages: ['en'], custom_keywords: { es: 'corto' } };
    expect(buildSettings(draft).custom_keywords).toEqual({});
  });
});

describe('a saved search', () => {
  it('has the same settings after it is loaded into the form', () => {
    const settings = buildSettings({
      ...NEW_SEARCH,
      languages: ['es'],
      max_results: '25',
      search_filters: { ...NEW_SEARCH.search_filters, video_duration: 'short', safe_search: 'none' },
      custom_keywords: { es: 'corto, película' },
    });
    expect(buildSettings(draftFromSettings(settings))).toEqual(settings);
  });
});
