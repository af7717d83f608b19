import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withReason } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useLanguages } from '../../api/languages.ts';
import { refreshVideos } from '../../api/query.ts';
import { upload } from '../../api/upload.ts';
import { useTranslation } from '../../locales/translation.ts';
import { toast } from '../../ui/feedback/toast.ts';

export type UploadedSubtitle = Awaited<ReturnType<typeof sendSubtitle>>;

function sendSubtitle(videoId: number, { language, file }: { language: string; file: File }) {
  const form = new FormData();
  form.set('language', language);
  form.set('subtitle_file', file);
  return upload(subtitles.uploadSubtitle, { params: { id: videoId }, form });
}

/** Uploads a subtitle. The caller shows its failure. */
export function useUploadSubtitle(videoId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: { language: string; file: File }) => sendSubtitle(videoId, chosen),
    onSuccess: async ({ problems }) => {
      await refreshVideos(client);
      if (problems.length === 0) toast.success(t('videoDetail.uploaded'));
    },
  });
}

/** Aligns a subtitle with the original, or does so again. */
export function useAlignSubtitle(subtitleId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(subtitles.alignSubtitle, { params: { id: subtitleId } }),
    onSuccess: async () => {
      await refreshVideos(client);
      toast.success(t('videoDetail.alignedNow'));
    },
    onError: (error) => toast.failure(withReason(t('videoDetail.alignFailed'), error)),
  });
}

/** Restores what was deleted, by the call that it is given. */
export function useRestore() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (restore: () => Promise<unknown>) => restore(),
    onSuccess: () => {
      toast.success(t('subtitleCard.restored'));
      return refreshVideos(client);
    },
    onError: (error) => toast.failure(withReason(t('subtitleCard.restoreFailed'), error)),
  });
}

/** Shows what was deleted, and offers to restore it. */
export function useOfferUndo() {
  const { t } = useTranslation();
  const { mutate: restoreBy } = useRestore();
  return (message: string, restore: () => Promise<unknown>) =>
    toast.offer(message, { label: t('subtitleCard.undo'), run: () => restoreBy(restore) });
}

/** Deletes a subtitle with its segments, revisions and files. The caller shows its failure. */
export function useDeleteSubtitle({ id, language }: subtitles.Subtitle) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const offerUndo = useOfferUndo();
  const { nameOf } = useLanguages();
  const params = { id };
  return useMutation({
    mutationFn: () => call(subtitles.deleteSubtitle, { params }),
    onSuccess: async () => {
      const message = t('subtitleCard.deleted', { language: nameOf(language) });
      offerUndo(message, () => call(subtitles.restoreSubtitle, { params }));
      await refreshVideos(client);
    },
  });
}
