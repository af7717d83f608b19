import { candidates } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { CaptionsState } from '../../../platform/captions/captions.ts';
import type { Deps } from '../deps.ts';
import { ALL_CANDIDATES } from '../job-kinds.ts';
import type { RespondOrAccept } from '../respond-or-accept.ts';
import { describeSavedSearch, savedSearchStore } from './saved-search-store.ts';
import { SEARCH, type SearchPayload } from './search-job.ts';
import { readSearchSettings } from './search-settings.ts';

const describeState = ({ reopens_at, ...state }: CaptionsState) => ({
  ...state,
  reopens_at: reopens_at?.toISOString() ?? null,
});

export function searchRoutes(
  { serve }: Router,
  { db, youtube, captions }: Deps,
  respondOrAccept: RespondOrAccept,
): void {
  const savedSearches = savedSearchStore(db);

  serve(candidates.searchCandidates, (call) => {
    const payload: SearchPayload = { settings: readSearchSettings(call.body) };
    return respondOrAccept(call, { kind: SEARCH, subject: ALL_CANDIDATES, payload });
  });

  serve(candidates.getQuota, async () => {
    const { resets_at, ...quota } = await youtube.quota();
    return { is_configured: youtube.isConfigured, ...quota, resets_at: resets_at.toISOString() };
  });

  serve(candidates.listSavedSearches, async () => (await savedSearches.list()).map(describeSavedSearch));

  serve(candidates.saveSearch, async ({ body: { name, is_daily, settings } }) =>
    describeSavedSearch(await savedSearches.save({ name, is_daily, settings: readSearchSettings(settings) })),
  );

  serve(candidates.deleteSavedSearch, async ({ params }) => {
    if (!(await savedSearches.remove(params.id))) throw notFound('candidates.noSavedSearch');
  });

  serve(candidates.getCaptionsState, async () => describeState(await captions.state()));
  serve(candidates.closeCircuit, async () => describeState(await captions.closeCircuit()));
}
