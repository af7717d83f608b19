import type { candidates } from '@sayback/contract';
import { message } from '../../../messages/message.ts';
import { firstStored, storeMessages } from '../../../messages/stored-messages.ts';
import { type SearchErrorKind, YouTubeSearchError } from '../../../platform/youtube/search-error.ts';
import type { JobKind, Work } from '../../jobs/index.ts';
import { candidateStore } from '../candidate-store.ts';
import { defineWork } from '../captions/work-failure.ts';
import type { Deps } from '../deps.ts';
import { savedSearchStore } from './saved-search-store.ts';
import { toSearch } from './search-settings.ts';

export const SEARCH = 'search-candidates';

/** Share of the daily search quota reserved for manual searches: saved searches may not use it. */
const RESERVED_FOR_USERS = 0.5;

/** `saved_search_id` is set for the daily run. */
export type SearchPayload = { settings: candidates.SearchSettings; saved_search_id?: number };
type Stats = {
  total_new_candidates: number;
  by_language: Record<string, number>;
  failed: Record<string, string>;
};
type Searcher = Pick<Deps, 'db' | 'youtube'>;

/** Errors that would also fail the next language, at the cost of quota. */
const FATAL_KINDS = new Set<SearchErrorKind>(['not-configured', 'bad-key', 'quota']);

async function canContinue({ youtube }: Searcher, payload: SearchPayload): Promise<boolean> {
  if (payload.saved_search_id === undefined) return true;
  const { searches_left, searches_a_day } = await youtube.quota();
  return searches_left > searches_a_day * RESERVED_FOR_USERS;
}

/** Searches language by language. Throws the first failure if all of them failed. */
async function searchAll(searcher: Searcher, work: Work<SearchPayload>): Promise<Stats> {
  const { payload, before, progress, saved, signal } = work;
  const { languages } = payload.settings;
  const earlier = before.result as { stats?: Stats } | null;
  const stats: Stats = earlier?.stats ?? { total_new_candidates: 0, by_language: {}, failed: {} };
  let first: YouTubeSearchError | null = null;
  for (let done = before.done; done < languages.length; done += 1) {
    signal.throwIfAborted();
    const language = languages[done] ?? '';
    progress(done, languages.length, language, { stats });
    try {
      if (first && FATAL_KINDS.has(first.kind)) throw first;
      if (await canContinue(searcher, payload)) {
        const results = await searcher.youtube.search(toSearch(payload.settings, language), signal);
        const added = await candidateStore(searcher.db).add(language, results);
        stats.by_language[language] = added;
        stats.total_new_candidates += added;
      } else stats.failed[language] = storeMessages({ id: 'candidates.keptForPeople' });
    } catch (error) {
      if (signal.aborted || !(error instanceof YouTubeSearchError)) throw error;
      if (!first || FATAL_KINDS.has(error.kind)) first = error;
      stats.failed[language] = storeMessages(error.userMessage);
    }
    progress(done + 1, languages.length, '', { stats });
    // Saved before the next search, since each one costs quota.
    await saved();
  }
  if (first && Object.keys(stats.by_language).length === 0) throw first;
  return stats;
}

const summarize = ({ total_new_candidates, failed }: Stats): string =>
  storeMessages(
    message('candidates.found', { count: total_new_candidates }),
    ...Object.entries(failed).map(([language, reason]) => ({ ...firstStored(reason), within: [language] })),
  );

/** The search job. If some languages fail, the others' results are stored. */
export const searchJob = (searcher: Searcher): JobKind =>
  defineWork<SearchPayload>(SEARCH, async (work) => {
    const saved = savedSearchStore(work.db);
    const { saved_search_id } = work.payload;
    try {
      const stats = await searchAll(searcher, work);
      if (saved_search_id !== undefined) await saved.recordRun(saved_search_id, summarize(stats));
      return { success: true, stats };
    } catch (error) {
      if (saved_search_id !== undefined && error instanceof YouTubeSearchError)
        await saved.recordRun(saved_search_id, storeMessages(error.userMessage));
      throw error;
    }
  });
