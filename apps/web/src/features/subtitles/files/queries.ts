import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { queryFor, VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useOfferUndo } from '../queries.ts';

/** Lists the stored files of a subtitle, newest first. */
export const filesQuery = (subtitleId: number) =>
  queryFor(subtitles.listFiles, { params: { id: subtitleId } });

/** Toggles a file's protection from deletion. */
export function useToggleProtection(file: subtitles.StoredFile) {
  const client = useQueryClient();
  const { queryKey } = filesQuery(file.subtitle_id);
  return useMutation({
    mutationFn: () =>
      call(subtitles.protectFile, { params: { id: file.id }, body: { protected: !file.protected } }),
    onSuccess: (changed) =>
      client.setQueryData(queryKey, (list) => list?.map((file) => (file.id === changed.id ? changed : file))),
    onError: () => client.invalidateQueries({ queryKey }),
    meta: { failed: 'storedFiles.protectFailed' },
  });
}

export function useDeleteFile() {
  const { t } = useTranslation();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: ({ id }: subtitles.StoredFile) => call(subtitles.deleteFile, { params: { id } }),
    onSuccess: (_, { id, file_name: name }) =>
      offerUndo(t('storedFiles.deleted', { name }), () => call(subtitles.restoreFile, { params: { id } })),
    meta: { failed: 'storedFiles.deleteFailed', stale: VIDEOS },
  });
}

/** Opens a file in the regex editor, through its revision. */
export function useEditFile() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: number) => call(subtitles.openFile, { params: { id } }),
    onSuccess: ({ revision_id }) =>
      navigate({ to: '/subtitles/$revisionId/regex-edit', params: { revisionId: revision_id } }),
    meta: { failed: 'storedFiles.openFailed' },
  });
}
