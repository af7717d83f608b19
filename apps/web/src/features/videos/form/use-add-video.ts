import { videos } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../api/api-error.ts';
import { call, type Input } from '../../../api/call.ts';
import { refreshVideos } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useMediaUpload, wasStopped } from '../media/use-media-upload.ts';

export type NewVideo = { body: Input<typeof videos.createVideo>['body']; media: File | null };

/** A video that was added without its media file, which failed. */
export type Unfinished = { video: videos.Video; message: string; reason: string | undefined };

/**
 * Adds a video, then uploads its media file if hosted. Fails if the video could not be added; a failed upload leaves the
 * video waiting for its file, and is part of the result.
 */
export function useAddVideo(onAdded: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const media = useMediaUpload();

  async function sendMedia(video: videos.Video, file: File): Promise<Unfinished | null> {
    try {
      await media.send(video.id, file);
      return null;
    } catch (error) {
      if (wasStopped(error)) return { video, message: t('videoManager.mediaStopped'), reason: undefined };
      return { video, message: t('videoManager.mediaFailed'), reason: errorMessage(error, '') || undefined };
    }
  }

  const mutation = useMutation({
    mutationFn: async ({ body, media: file }: NewVideo): Promise<Unfinished | null> => {
      const video = await call(videos.createVideo, { body });
      return file ? sendMedia(video, file) : null;
    },
    onSuccess: async (unfinished) => {
      await refreshVideos(client);
      if (unfinished) return;
      toast.success(t('videoManager.added'));
      onAdded();
    },
  });

  return {
    add: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error,
    unfinished: mutation.data ?? null,
    /** Share of the media file that is sent, in percent; null without an upload. */
    percent: media.percent,
    stop: media.stop,
    forget: mutation.reset,
  };
}
