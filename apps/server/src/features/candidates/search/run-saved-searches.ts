import type { candidates } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { startJob } from '../../jobs/index.ts';
import { savedSearchStore } from './saved-search-store.ts';
import { SEARCH, type SearchPayload } from './search-job.ts';

/** Starts the daily saved searches that haven't run today, each as a job. */
export async function runSavedSearches(db: Database): Promise<void> {
  for (const { id, settings } of await savedSearchStore(db).listDue()) {
    const payload: SearchPayload = {
      settings: settings as candidates.SearchSettings,
      saved_search_id: id,
    };
    await startJob(db, {
      ...{ kind: SEARCH, subject: `saved-search:${id}`, payload, created_by: null },
      conflictMessage: 'candidates.searchInProgress',
    }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}
