import { candidates } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { buildSettings, type SearchDraft } from './search-settings.ts';

const stale = [candidates.listSavedSearches];

type NewSavedSearch = { name: string; draft: SearchDraft; isDaily: boolean };

/** Saves a search under a name. Replaces a saved search of the same name. */
export const useSaveSearch = () =>
  useMutation({
    mutationFn: ({ name, draft, isDaily }: NewSavedSearch) =>
      call(candidates.saveSearch, { body: { name, settings: buildSettings(draft), is_daily: isDaily } }),
    meta: { done: 'candidateSearch.searchSaved', failed: 'candidateSearch.saveFailed', stale },
  });

export const useDeleteSavedSearch = () =>
  useMutation({
    mutationFn: (id: number) => call(candidates.deleteSavedSearch, { params: { id } }),
    meta: { done: 'candidateSearch.deleted', failed: 'candidateSearch.deleteFailed', stale },
  });
