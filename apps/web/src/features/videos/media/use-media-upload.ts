import { videos } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { refreshVideos } from '../../../api/query.ts';
import { upload } from '../../../api/upload.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { captureThumbnail } from './capture-thumbnail.ts';
import { putBytes, sendParts } from './send-parts.ts';
import { findUnfinishedUpload, storeUpload, type UnfinishedUpload } from './unfinished-upload.ts';

/** File types that can be uploaded, by extension and media type: some systems know only one of the two. */
export const MEDIA_ACCEPT =
  '.mp4,.m4v,.mov,.webm,.m4a,.mp3,.wav,.ogg,.oga,.opus,.flac,video/mp4,video/webm,audio/mp4,audio/mpeg,audio/wav,audio/ogg,audio/flac';

/** Returns true if the user stopped the upload. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Returns false for a file that was changed, moved or deleted since it was chosen, which makes the browser abort its upload.
 */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Smaller files are sent in one request anyway. */
const WORTH_PARTS_BYTES = 16 * 1024 * 1024;

/** Starts an upload directly to the store; null if the file goes through the server. */
async function startInParts(id: number, file: File, signal: AbortSignal): Promise<UnfinishedUpload | null> {
  if (file.size <= WORTH_PARTS_BYTES) return null;
  const bytes = new Uint8Array(await file.slice(0, videos.MEDIA_HEAD_BYTES).arrayBuffer());
  const head = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const input = { params: { id }, body: { bytes: file.size, head }, signal };
  try {
    const { upload } = await call(videos.startMediaUpload, input);
    const { name, size, lastModified } = file;
    return upload && { ...upload, sent: [], file: { name, size, lastModified } };
  } catch (error) {
    // The previous release lacks this call. For a deleted video the form shows an error.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Returns true if the store or the server no longer has an upload, as after two days, or rejects it. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 409, 415].includes(error.status);

type Sending = { videoId: number; file: File; signal: AbortSignal; onProgress: (share: number) => void };

/**
 * Sends a file directly to the store, only its missing parts if the page was reloaded meanwhile. Returns the upload's name; null
 * if the file goes through the server.
 */
async function sendInParts({ videoId, file, signal, onProgress }: Sending): Promise<string | null> {
  const earlier = findUnfinishedUpload(videoId, file);
  const upload = earlier ?? (await startInParts(videoId, file, signal));
  if (!upload) return null;
  const { name, part_bytes: partBytes, part_count: partCount } = upload;
  const params = { id: videoId };
  storeUpload(videoId, upload);
  try {
    await sendParts({
      ...{ file, partBytes, partCount, onProgress, signal, alreadySent: [...upload.sent] },
      onSent: (part) => {
        upload.sent.push(part);
        storeUpload(videoId, upload);
      },
      isReadable: () => isReadable(file),
      put: putBytes,
      getUrl: async (part) => {
        const body = { upload: name, parts: [part] };
        return (await call(videos.signMediaParts, { params, body, signal })).addresses[0] ?? '';
      },
    });
    return name;
  } catch (error) {
    if (wasStopped(error) || isGone(error)) {
      storeUpload(videoId, undefined);
      // Otherwise the parts are removed two days later.
      call(videos.stopMediaUpload, { params, body: { upload: name } }).catch(() => undefined);
    }
    if (!earlier || !isGone(error)) throw error;
    return sendInParts({ videoId, file, signal, onProgress });
  }
}

/** Uploads a video's media file, with its thumbnail. Stops when the screen is left. */
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
      const { signal } = stopping;
      const form = new FormData();
      const thumbnail = await captureThumbnail(file);
      const onProgress = (share: number) => setPercent(Math.floor(share * 100));
      const name = await sendInParts({ videoId, file, signal, onProgress });
      if (thumbnail) form.set('thumbnail_file', thumbnail, 'thumbnail.jpg');
      signal.throwIfAborted();
      const params = { id: videoId };
      if (name === null) {
        form.set('media_file', file);
        return await upload(videos.uploadMedia, { params, form, signal, onProgress });
      }
      form.set('upload', name);
      const finished = await upload(videos.finishMediaUpload, { params, form, signal }).catch((error) => {
        if (isGone(error)) storeUpload(videoId, undefined);
        throw error;
      });
      storeUpload(videoId, undefined);
      return finished;
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
    /** Sent share in percent; null without an upload. */
    percent,
    send,
    stop: () => controller.current?.abort(),
  };
}
