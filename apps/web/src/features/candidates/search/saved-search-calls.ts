import { candidates } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { buildSettings, type SearchDraft } from './search-settings.ts';

const stale = [candidates.listSavedSearches];

type Saving = { name: string; draft: SearchDraft; isDaily: boolean };

/** Saves a search under a name; one of the same name is replaced. */
export const useSaveSearch = () =>
  useMutation({
    mutationFn: ({ name, draft, isDaily }: Saving) =>
      call(candidates.saveSearch, { body: { name, settings: buildSettings(draft), is_daily: isDaily } }),
    meta: { done: 'candidateSearch.savedNow', failed: 'candidateSearch.saveFailed', stale },
  });

export const useDeleteSavedSearch = () =>
  useMutation({
    mutationFn: (id: number) => call(candidates.deleteSavedSearch, { params: { id } }),
    meta: { done: 'candidateSearch.deleted', failed: 'candidateSearch.deleteFailed', stale },
  });
