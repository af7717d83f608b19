import { candidates } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { savedSearchesQuery } from '../queries.ts';
import { type SearchDraft, settingsOf } from './search-settings.ts';

type Saving = { name: string; draft: SearchDraft; isDaily: boolean };

/** Saves a search under a name; one of the same name is replaced. */
export function useSaveSearch() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, draft, isDaily }: Saving) =>
      call(candidates.saveSearch, { body: { name, settings: settingsOf(draft), is_daily: isDaily } }),
    onSuccess: () => {
      toast.success(t('candidateSearch.savedNow'));
      return client.invalidateQueries(savedSearchesQuery);
    },
    onError: (error) => toast.failure(withReason(t('candidateSearch.saveFailed'), error)),
  });
}

export function useDeleteSavedSearch() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(candidates.deleteSavedSearch, { params: { id } }),
    onSuccess: () => toast.success(t('candidateSearch.deleted')),
    onError: (error) => toast.failure(withReason(t('candidateSearch.deleteFailed'), error)),
    onSettled: () => client.invalidateQueries(savedSearchesQuery),
  });
}
