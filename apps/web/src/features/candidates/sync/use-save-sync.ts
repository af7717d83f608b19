import { candidates } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { refreshCandidates } from '../queries.ts';
import { isWritable, writeContent } from './model/content.ts';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';

/** Saves the segments as the version's content. Edits during the save stay unsaved. */
export function useSaveSync(
  editor: SyncEditor,
  { candidateId, version, onSignedOut }: { candidateId: number; version: string; onSignedOut: () => void },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async () => {
      const { cueDocument, revision } = editor.getState();
      const content = writeContent(cueDocument);
      const body = { language: version, content };
      await call(candidates.saveSyncedSubtitles, { params: { id: candidateId }, body });
      editor.markSaved({ cueDocument, revision, content });
    },
    onSuccess: () => {
      toast.success(t('sync.saved'));
      void refreshCandidates(client);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onSignedOut();
      else {
        const reason = errorMessage(error, t('candidateDetail.unknownError'));
        toast.failure(t('sync.saveFailed', { error: reason }));
      }
    },
  });
  const save = () => {
    const state = editor.getState();
    if (mutation.isPending || !isUnsaved(state)) return;
    if (isWritable(state.cueDocument)) mutation.mutate();
    else toast.failure(t('sync.saveFailed', { error: t('sync.nothingToSave') }));
  };
  return { save, isSaving: mutation.isPending };
}
