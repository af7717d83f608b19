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

export type ChosenFile = { language: string; file: File };

function sendSubtitle(videoId: number, { language, file }: ChosenFile) {
  const form = new FormData();
  form.set('language', language);
  form.set('subtitle_file', file);
  return upload(subtitles.uploadSubtitle, { params: { id: videoId }, form });
}

/** Uploads subtitles one after the other, up to one that fails. The caller shows its failure. */
export function useUploadSubtitles(videoId: number, onSent: (file: File) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: ChosenFile[]) => {
      const uploaded: UploadedSubtitle[] = [];
      for (const one of chosen) {
        uploaded.push(await sendSubtitle(videoId, one));
        onSent(one.file);
      }
      return uploaded;
    },
    onSuccess: (uploaded) => {
      if (uploaded.some(({ problems }) => problems.length > 0)) return;
      toast.success(t('videoDetail.uploaded', { count: uploaded.length }));
    },
    onSettled: () => refreshVideos(client),
  });
}

/** Changes a subtitle's language. The caller shows its failure. */
export function useChangeLanguage(id: number, onChanged: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { nameOf } = useLanguages();
  return useMutation({
    mutationFn: (language: string) => call(subtitles.updateSubtitle, { params: { id }, body: { language } }),
    onSuccess: ({ language }) => {
      toast.success(t('subtitleCard.languageChanged', { language: nameOf(language) }));
      onChanged();
      return refreshVideos(client);
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
