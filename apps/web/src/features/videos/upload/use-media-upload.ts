import { videos } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { refreshVideos } from '../../../api/query.ts';
import { upload } from '../../../api/upload.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { captureThumbnail } from './capture-thumbnail.ts';

/** File types that can be uploaded, by extension and media type: some systems know only one of the two. */
export const MEDIA_ACCEPT =
  '.mp4,.m4v,.mov,.webm,.m4a,.mp3,.wav,.ogg,.oga,.opus,.flac,video/mp4,video/webm,audio/mp4,audio/mpeg,audio/wav,audio/ogg,audio/flac';

/** Returns true if an upload was stopped by the person. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Returns false for a file that was changed, moved or deleted since it was chosen: the browser then breaks its upload off. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The upload of a video's media file, with a picture of it. It stops when the screen is left. */
export function useMediaUpload() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [percent, setPercent] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Throws an ApiError, or an AbortError when it was stopped. */
  async function send(videoId: number, file: File): Promise<videos.Video> {
    const stopping = new AbortController();
    controller.current = stopping;
    setPercent(0);
    try {
      const form = new FormData();
      form.set('media_file', file);
      const thumbnail = await captureThumbnail(file);
      if (thumbnail) form.set('thumbnail_file', thumbnail, 'thumbnail.jpg');
      stopping.signal.throwIfAborted();
      return await upload(videos.uploadMedia, {
        params: { id: videoId },
        form,
        signal: stopping.signal,
        onProgress: (part) => setPercent(Math.floor(part * 100)),
      });
    } catch (error) {
      const isUnsent = error instanceof ApiError && error.status === 0;
      throw isUnsent && !(await isReadable(file))
        ? new ApiError(0, { detail: t('videoManager.fileChanged') })
        : error;
    } finally {
      await refreshVideos(client);
      setPercent(null);
    }
  }

  return {
    /** Share that is sent, in percent; null without an upload. */
    percent,
    send,
    stop: () => controller.current?.abort(),
  };
}
