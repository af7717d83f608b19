import { candidates } from '@sayback/contract';

type Filters = candidates.SearchSettings['search_filters'];
export type FilterName = keyof Filters;

/** The search form's values, as typed. */
export type SearchDraft = {
  languages: string[];
  max_results: string;
  search_filters: Record<FilterName, string>;
  custom_keywords: Record<string, string>;
  exclude_keywords: Record<string, string>;
};

export const DEFAULT_FILTERS: SearchDraft['search_filters'] = {
  video_caption: '',
  video_duration: '',
  video_definition: '',
  published_after: '',
  published_before: '',
  video_category_id: '',
  safe_search: 'moderate',
  video_license: '',
};

export const NEW_SEARCH: SearchDraft = {
  languages: [],
  max_results: String(candidates.DEFAULT_MAX_RESULTS),
  search_filters: DEFAULT_FILTERS,
  custom_keywords: {},
  exclude_keywords: {},
};

/** YouTube's categories to choose from. */
export const CATEGORIES = ['27', '24', '22', '25', '26', '10', '15', '17', '19'] as const;

const MAX_RESULTS = 50;
/** The server's limits for one language. */
const MAX_KEYWORDS = 20;

/** Parses the number of results for a language, clamped to 1 to 50; the default if it isn't a number. */
export function parseMaxResults(typed: string): number {
  const number = Number.parseInt(typed, 10);
  if (Number.isNaN(number)) return candidates.DEFAULT_MAX_RESULTS;
  return Math.min(MAX_RESULTS, Math.max(1, number));
}

const splitKeywords = (typed = '') =>
  typed
    .split(/[,\n،、，]/)
    .map((word) => word.trim())
    .filter(Boolean)
    .slice(0, MAX_KEYWORDS);

function collectKeywords(typed: Record<string, string>, languages: readonly string[]) {
  const entries = languages.map((code) => [code, splitKeywords(typed[code])] as const);
  return Object.fromEntries(
    entries.filter(([, words]) => words.length > 0).map(([code, words]) => [code, words]),
  );
}

/** Converts the draft to settings without empty values. */
export function buildSettings(draft: SearchDraft): candidates.SearchSettings {
  const { languages, max_results, search_filters, custom_keywords, exclude_keywords } = draft;
  return {
    languages,
    max_results: parseMaxResults(max_results),
    search_filters: Object.fromEntries(
      Object.entries(search_filters).filter(([, value]) => value !== ''),
    ) as Filters,
    custom_keywords: collectKeywords(custom_keywords, languages),
    exclude_keywords: collectKeywords(exclude_keywords, languages),
  };
}

const joinKeywords = (keywords: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(keywords).map(([code, words]) => [code, words.join(', ')]));

export function draftFromSettings(settings: candidates.SearchSettings): SearchDraft {
  const { languages, max_results, search_filters, custom_keywords, exclude_keywords } = settings;
  const filters = Object.entries(search_filters).filter(([, value]) => value !== undefined);
  return {
    languages,
    max_results: String(max_results),
    search_filters: { ...DEFAULT_FILTERS, ...Object.fromEntries(filters) },
    custom_keywords: joinKeywords(custom_keywords),
    exclude_keywords: joinKeywords(exclude_keywords),
  };
}
