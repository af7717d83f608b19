import { candidates } from '@sayback/contract';
import { filterParameters } from '../../../platform/youtube/search-filters.ts';
import type { LanguageSearch } from '../../../platform/youtube/youtube-search.ts';
import { readLanguage } from '../../languages/index.ts';
import { readFailure } from '../captions/work-failure.ts';

type SearchSettings = candidates.SearchSettings;

const plainTerms = (terms: readonly string[]) => terms.map((term) => term.trim()).filter(Boolean);

/** Returns the terms by our language codes; empty ones count as missing. */
function readTerms(field: string, terms: Record<string, string[]>): Record<string, string[]> {
  const read: Record<string, string[]> = {};
  for (const [code, input] of Object.entries(terms)) {
    const plain = plainTerms(input);
    if (plain.length > 0) read[readLanguage(field, code)] = plain;
  }
  return read;
}

/** Normalises settings: known languages, without duplicates. Throws a 400. */
export function readSearchSettings(input: SearchSettings): SearchSettings {
  try {
    filterParameters(input.search_filters);
  } catch (error) {
    throw readFailure(error);
  }
  return {
    ...input,
    languages: [...new Set(input.languages.map((code) => readLanguage('languages', code)))],
    custom_keywords: readTerms('custom_keywords', input.custom_keywords),
    exclude_keywords: readTerms('exclude_keywords', input.exclude_keywords),
  };
}

export const toSearch = (settings: SearchSettings, language: string): LanguageSearch => ({
  language,
  keywords: settings.custom_keywords[language] ?? [candidates.DEFAULT_KEYWORD],
  exclusions: settings.exclude_keywords[language] ?? [],
  maxResults: settings.max_results,
  filters: { ...settings.search_filters, safe_search: settings.search_filters.safe_search || 'moderate' },
});
