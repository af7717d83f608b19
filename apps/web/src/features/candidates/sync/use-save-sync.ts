import { candidates } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { refreshCandidates } from '../queries.ts';
import { isWritable, writeContent } from './model/content.ts';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';

type SaveOptions = {
  candidateId: number;
  version: string;
  /** The opened content's. */
  digest: string | undefined;
  onSignedOut: () => void;
};

/**
 * Saves the segments as the version's content, unless someone else has replaced it. Edits during the save, or after a refused
 * one, stay unsaved.
 */
export function useSaveSync(editor: SyncEditor, { candidateId, version, digest, onSignedOut }: SaveOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const base = useRef(digest);
  /** Content of a save that got no response: it may be stored. */
  const uncertain = useRef<string>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      const { cueDocument, revision } = editor.getState();
      const content = writeContent(cueDocument);
      const params = { id: candidateId };
      if (uncertain.current !== null) {
        const { downloaded_subtitles } = await call(candidates.getCandidate, { params });
        const stored = downloaded_subtitles[version];
        if (stored?.content === uncertain.current) base.current = stored.digest;
      }
      uncertain.current = content;
      const body = { language: version, content, base: base.current };
      const saved = await call(candidates.saveSyncedSubtitles, { params, body });
      uncertain.current = null;
      base.current = saved.digest;
      editor.markSaved({ cueDocument, revision, content });
    },
    onSuccess: () => {
      toast.success(t('sync.saved'));
      void refreshCandidates(client);
    },
    onError: (error) => {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) onSignedOut();
      else {
        const isChanged = status === 409;
        const reason = isChanged
          ? t('sync.changedByOther')
          : errorMessage(error, t('candidateDetail.unknownError'));
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
