import { subtitles } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useOfferUndo } from '../queries.ts';

/** Saves an alignment's current segments. */
export const useSaveRevision = (alignmentId: number) =>
  useMutation({
    mutationFn: (note: string) =>
      call(subtitles.saveRevision, { params: { id: alignmentId }, body: { note: note.trim() } }),
    meta: { done: 'saveRevision.saved', failed: 'saveRevision.failed', stale: VIDEOS },
  });

/** Applies a revision. The caller shows its failure. */
export function useApplyRevision() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ revision, note }: { revision: subtitles.Revision; note: string }) =>
      call(subtitles.applyRevision, { params: { id: revision.id }, body: { note: note.trim() } }),
    onSuccess: ({ saved_revision_id: savedId, subtitle }, { revision: { id, kind } }) => {
      if (kind === 'file' && subtitle.needs_realign) toast.success(t('revisions.appliedFile', { id }));
      else if (savedId === null) toast.success(t('revisions.applied', { id }));
      else toast.success(t('revisions.appliedSaved', { id, saved: savedId }));
    },
    meta: { stale: VIDEOS },
  });
}

export function useDeleteRevision() {
  const { t } = useTranslation();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: (id: number) => call(subtitles.deleteRevision, { params: { id } }),
    onSuccess: (_, id) =>
      offerUndo(t('revisions.deleted', { id }), () => call(subtitles.restoreRevision, { params: { id } })),
    meta: { failed: 'revisions.deleteFailed', stale: VIDEOS },
  });
}
