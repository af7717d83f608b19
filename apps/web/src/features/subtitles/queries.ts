import { subtitles } from '@sayback/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { toast } from '../../ui/toast.ts';

export type UploadedSubtitle = Awaited<ReturnType<typeof sendSubtitle>>;

/** A video's row, its subtitles and its segments change together. */
const EVERY_VIDEO = { queryKey: ['videos'] };

export const subtitlesQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['videos', videoId, 'subtitles'],
    queryFn: async ({ signal }) =>
      (await call(subtitles.listSubtitles, { params: { id: videoId }, signal })).results,
  });

function sendSubtitle(videoId: number, { language, file }: { language: string; file: File }) {
  const form = new FormData();
  form.set('language', language);
  form.set('subtitle_file', file);
  return upload(subtitles.uploadSubtitle, { params: { id: videoId }, form });
}

/** Uploads a subtitle. Whoever calls it shows its failure. */
export function useUploadSubtitle(videoId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: { language: string; file: File }) => sendSubtitle(videoId, chosen),
    onSuccess: async ({ problems }) => {
      await client.invalidateQueries(EVERY_VIDEO);
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
      await client.invalidateQueries(EVERY_VIDEO);
      toast.success(t('videoDetail.alignedNow'));
    },
    onError: (error) => {
      const detail = error instanceof ApiError ? error.detail : undefined;
      toast.failure([t('videoDetail.alignFailed'), detail].filter(Boolean).join(' '));
    },
  });
}
