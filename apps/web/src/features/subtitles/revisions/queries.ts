import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { refreshVideos } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useOfferUndo } from '../queries.ts';

/** Saves the segments of an alignment as they are now. */
export function useSaveRevision(alignmentId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      call(subtitles.saveRevision, { params: { id: alignmentId }, body: { note: note.trim() } }),
    onSuccess: async () => {
      toast.success(t('saveRevision.saved'));
      await refreshVideos(client);
    },
    onError: (error) => toast.failure(withReason(t('saveRevision.failed'), error)),
  });
}

/** Applies a revision. The caller shows its failure. */
export function useApplyRevision() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, note }: { revision: subtitles.Revision; note: string }) =>
      call(subtitles.applyRevision, { params: { id: revision.id }, body: { note: note.trim() } }),
    onSuccess: async ({ saved_revision_id: saved, subtitle }, { revision: { id, kind } }) => {
      if (kind === 'file' && subtitle.needs_realign) toast.success(t('revisions.appliedFile', { id }));
      else if (saved === null) toast.success(t('revisions.applied', { id }));
      else toast.success(t('revisions.appliedSaved', { id, saved }));
      await refreshVideos(client);
    },
  });
}

export function useDeleteRevision() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: (id: number) => call(subtitles.deleteRevision, { params: { id } }),
    onSuccess: async (_, id) => {
      offerUndo(t('revisions.deleted', { id }), () => call(subtitles.restoreRevision, { params: { id } }));
      await refreshVideos(client);
    },
    onError: (error) => toast.failure(withReason(t('revisions.deleteFailed'), error)),
  });
}
