import { videos } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../api/api-error.ts';
import { call, type Input } from '../../../api/call.ts';
import { refreshVideos } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { isAbort, useMediaUpload } from '../media/use-media-upload.ts';

export type NewVideo = { body: Input<typeof videos.createVideo>['body']; media: File | null };

/** A video that was added, although the upload of its media file failed. */
export type VideoWithoutMedia = { video: videos.Video; message: string; reason: string | undefined };

/**
 * Adds a video, then uploads its media file if there is one. The mutation fails only if the video can't be added; a failed
 * upload is part of its result.
 */
export function useAddVideo(onAdded: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const media = useMediaUpload();

  async function sendMedia(video: videos.Video, file: File): Promise<VideoWithoutMedia | null> {
    try {
      await media.send(video.id, file);
      return null;
    } catch (error) {
      if (isAbort(error)) return { video, message: t('videoManager.mediaStopped'), reason: undefined };
      return { video, message: t('videoManager.mediaFailed'), reason: errorMessage(error, '') || undefined };
    }
  }

  const mutation = useMutation({
    mutationFn: async ({ body, media: file }: NewVideo): Promise<VideoWithoutMedia | null> => {
      const video = await call(videos.createVideo, { body });
      return file ? sendMedia(video, file) : null;
    },
    onSuccess: async (withoutMedia) => {
      await refreshVideos(client);
      if (withoutMedia) return;
      toast.success(t('videoManager.added'));
      onAdded();
    },
  });

  return {
    add: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error,
    withoutMedia: mutation.data ?? null,
    /** Sent percentage of the media file; null without an upload. */
    percent: media.percent,
    stop: media.stop,
    reset: mutation.reset,
  };
}
