import type { candidates } from '@sayback/contract';
import { message } from '../../../messages/message.ts';
import { firstStored, storeMessages } from '../../../messages/stored-messages.ts';
import { type SearchErrorKind, YouTubeSearchError } from '../../../platform/youtube/search-error.ts';
import type { JobKind, Work } from '../../jobs/index.ts';
import { candidateStore } from '../candidate-store.ts';
import { defineWork } from '../captions/work-failure.ts';
import type { Deps } from '../deps.ts';
import { savedSearchStore } from './saved-search-store.ts';
import { buildLanguageSearch } from './search-settings.ts';

export const SEARCH = 'search-candidates';

/** Fraction of the daily search quota that saved searches leave for manual ones. */
const RESERVED_QUOTA = 0.5;

/** `saved_search_id` is set for the daily run. */
export type SearchPayload = { settings: candidates.SearchSettings; saved_search_id?: number };
type Stats = {
  total_new_candidates: number;
  by_language: Record<string, number>;
  failed: Record<string, string>;
};
type SearchDeps = Pick<Deps, 'db' | 'youtube'>;

/** Errors that would fail the next language too, and cost quota. */
const FATAL_KINDS = new Set<SearchErrorKind>(['not-configured', 'bad-key', 'quota']);

async function canContinue({ youtube }: SearchDeps, payload: SearchPayload): Promise<boolean> {
  if (payload.saved_search_id === undefined) return true;
  const { searches_left, searches_a_day } = await youtube.quota();
  return searches_left > searches_a_day * RESERVED_QUOTA;
}

/** Searches language by language. Throws the first error if all failed. */
async function searchAll(deps: SearchDeps, work: Work<SearchPayload>): Promise<Stats> {
  const { payload, lastSaved, progress, flush, signal } = work;
  const { languages } = payload.settings;
  const earlier = lastSaved.result as { stats?: Stats } | null;
  const stats: Stats = earlier?.stats ?? { total_new_candidates: 0, by_language: {}, failed: {} };
  let firstError: YouTubeSearchError | null = null;
  for (let done = lastSaved.done; done < languages.length; done += 1) {
    signal.throwIfAborted();
    const language = languages[done] ?? '';
    progress(done, languages.length, language, { stats });
    try {
      if (firstError && FATAL_KINDS.has(firstError.kind)) throw firstError;
      if (await canContinue(deps, payload)) {
        const results = await deps.youtube.search(buildLanguageSearch(payload.settings, language), signal);
        const added = await candidateStore(deps.db).add(language, results);
        stats.by_language[language] = added;
        stats.total_new_candidates += added;
      } else stats.failed[language] = storeMessages({ id: 'candidates.keptForPeople' });
    } catch (error) {
      if (signal.aborted || !(error instanceof YouTubeSearchError)) throw error;
      if (!firstError || FATAL_KINDS.has(error.kind)) firstError = error;
      stats.failed[language] = storeMessages(error.userMessage);
    }
    progress(done + 1, languages.length, '', { stats });
    // Saves before the next search, since each one costs quota.
    await flush();
  }
  if (firstError && Object.keys(stats.by_language).length === 0) throw firstError;
  return stats;
}

const summarize = ({ total_new_candidates, failed }: Stats): string =>
  storeMessages(
    message('candidates.found', { count: total_new_candidates }),
    ...Object.entries(failed).map(([language, reason]) => ({ ...firstStored(reason), within: [language] })),
  );

/** Creates the search job. Stores the other languages' results if some fail. */
export const searchJob = (deps: SearchDeps): JobKind =>
  defineWork<SearchPayload>(SEARCH, async (work) => {
    const savedSearches = savedSearchStore(work.db);
    const { saved_search_id } = work.payload;
    try {
      const stats = await searchAll(deps, work);
      if (saved_search_id !== undefined) await savedSearches.recordRun(saved_search_id, summarize(stats));
      return { success: true, stats };
    } catch (error) {
      if (saved_search_id !== undefined && error instanceof YouTubeSearchError)
        await savedSearches.recordRun(saved_search_id, storeMessages(error.userMessage));
      throw error;
    }
  });
