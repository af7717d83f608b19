import { jobs, subtitles } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../api/jobs.ts';
import { useLanguages } from '../../api/languages.ts';
import { VIDEOS } from '../../api/query.ts';
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

/** Uploads subtitles one after the other, until one fails. The caller shows its failure. */
export function useUploadSubtitles(videoId: number, onSent: (file: File) => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: async (chosen: ChosenFile[]) => {
      const uploaded: UploadedSubtitle[] = [];
      for (const chosenFile of chosen) {
        uploaded.push(await sendSubtitle(videoId, chosenFile));
        onSent(chosenFile.file);
      }
      return uploaded;
    },
    onSuccess: (uploaded) => {
      if (uploaded.some(({ problems }) => problems.length > 0)) return;
      toast.success(t('videoDetail.uploaded', { count: uploaded.length }));
    },
    meta: { stale: VIDEOS },
  });
}

/** Changes a subtitle's language. The caller shows its failure. */
export function useChangeLanguage(id: number, onChanged: () => void) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  return useMutation({
    mutationFn: (language: string) => call(subtitles.updateSubtitle, { params: { id }, body: { language } }),
    onSuccess: ({ language }) => {
      toast.success(t('subtitleCard.languageChanged', { language: languageName(language) }));
      onChanged();
    },
    meta: { stale: VIDEOS },
  });
}

export function useAlignSubtitle(id: number) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => call(subtitles.alignSubtitle, { params: { id } }),
    onSuccess: ({ left_out: count = 0 }) => {
      if (count > 0) toast.note(t('videoDetail.skippedLines', { count }));
    },
    meta: { done: 'videoDetail.subtitleAligned', failed: 'videoDetail.alignFailed', stale: VIDEOS },
  });
}

/**
 * Follows a job about a subject (`alignment:12`): the one started on this page, or else one that is still running. `isKind` selects
 * the jobs, and `onEnd` is called when it has ended.
 */
export function useResumedJob(
  subject: string,
  isKind: (job: jobs.Job) => boolean,
  onEnd?: (job: jobs.Job) => void,
) {
  const [startedId, setStartedId] = useState<number | null>(null);
  const running = useQuery(jobsAboutQuery(subject)).data?.find((job) => isKind(job) && !jobs.hasEnded(job));
  const jobId = startedId ?? running?.id ?? null;
  return { jobId, setStartedId, ...useJob(jobId, onEnd) };
}

/** Runs a call that restores a deleted item. */
export const useRestore = () =>
  useMutation({
    mutationFn: (restore: () => Promise<unknown>) => restore(),
    meta: { done: 'subtitleCard.restored', failed: 'subtitleCard.restoreFailed', stale: VIDEOS },
  });

/** Returns a function that shows a message with an Undo button, which runs the call. */
export function useOfferUndo() {
  const { t } = useTranslation();
  const { mutate: runRestore } = useRestore();
  return (message: string, restore: () => Promise<unknown>) =>
    toast.offer(message, { label: t('app.undo'), run: () => runRestore(restore) });
}

/** Deletes a subtitle with its segments, revisions and files. The caller shows its failure. */
export function useDeleteSubtitle({ id, language }: subtitles.Subtitle) {
  const { t } = useTranslation();
  const offerUndo = useOfferUndo();
  const { languageName } = useLanguages();
  const params = { id };
  return useMutation({
    mutationFn: () => call(subtitles.deleteSubtitle, { params }),
    onSuccess: () =>
      offerUndo(t('subtitleCard.deleted', { language: languageName(language) }), () =>
        call(subtitles.restoreSubtitle, { params }),
      ),
    meta: { stale: VIDEOS },
  });
}
