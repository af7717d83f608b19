import { candidates } from '@sayback/contract';
import { filterParameters } from '../../../platform/youtube/search-filters.ts';
import type { LanguageSearch } from '../../../platform/youtube/youtube-search.ts';
import { readLanguage } from '../../languages/index.ts';
import { convertFailure } from '../captions/work-failure.ts';

type SearchSettings = candidates.SearchSettings;

const trimTerms = (terms: readonly string[]) => terms.map((term) => term.trim()).filter(Boolean);

/** Returns trimmed terms by normalised language code, without empty ones. */
function readTerms(field: string, terms: Record<string, string[]>): Record<string, string[]> {
  const termsByLanguage: Record<string, string[]> = {};
  for (const [code, input] of Object.entries(terms)) {
    const trimmed = trimTerms(input);
    if (trimmed.length > 0) termsByLanguage[readLanguage(field, code)] = trimmed;
  }
  return termsByLanguage;
}

/** Normalises settings, without duplicate languages. Throws a 400 for unknown languages and invalid filters. */
export function readSearchSettings(input: SearchSettings): SearchSettings {
  try {
    filterParameters(input.search_filters);
  } catch (error) {
    throw convertFailure(error);
  }
  return {
    ...input,
    languages: [...new Set(input.languages.map((code) => readLanguage('languages', code)))],
    custom_keywords: readTerms('custom_keywords', input.custom_keywords),
    exclude_keywords: readTerms('exclude_keywords', input.exclude_keywords),
  };
}

export const buildLanguageSearch = (settings: SearchSettings, language: string): LanguageSearch => ({
  language,
  keywords: settings.custom_keywords[language] ?? [candidates.DEFAULT_KEYWORD],
  exclusions: settings.exclude_keywords[language] ?? [],
  maxResults: settings.max_results,
  filters: { ...settings.search_filters, safe_search: settings.search_filters.safe_search || 'moderate' },
});
