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
import { findUnfinishedUpload, storeUnfinishedUpload, type UnfinishedUpload } from './unfinished-upload.ts';

/** Accepted file types, by extension and media type, since some systems know only one of them. */
export const MEDIA_ACCEPT =
  '.mp4,.m4v,.mov,.webm,.m4a,.mp3,.wav,.ogg,.oga,.opus,.flac,video/mp4,video/webm,audio/mp4,audio/mpeg,audio/wav,audio/ogg,audio/flac';

/** Returns true if the user stopped the upload. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Returns false if the file was changed, moved or deleted after it was chosen. The browser aborts its upload then.
 */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The store's parts have at least 16 MiB, so smaller files are sent in one request. */
const MIN_MULTIPART_BYTES = 16 * 1024 * 1024;

/** Starts an upload directly to the store; null if the file goes through the server. */
async function startMultipart(id: number, file: File, signal: AbortSignal): Promise<UnfinishedUpload | null> {
  if (file.size <= MIN_MULTIPART_BYTES) return null;
  const bytes = new Uint8Array(await file.slice(0, videos.MEDIA_HEAD_BYTES).arrayBuffer());
  const head = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const input = { params: { id }, body: { bytes: file.size, head }, signal };
  try {
    const { upload } = await call(videos.startMediaUpload, input);
    const { name, size, lastModified } = file;
    return upload && { ...upload, sent: [], file: { name, size, lastModified } };
  } catch (error) {
    // The server's previous release lacks this call. (If the video was deleted, the next call fails.)
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Returns true if an upload can't continue: it was deleted, such as after two days, or is rejected. */
const isLostUpload = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 409, 415].includes(error.status);

type MultipartInput = {
  videoId: number;
  file: File;
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
};

/**
 * Sends a file directly to the store. Continues an unfinished upload of the same file. Returns the upload's name; null if the
 * file goes through the server.
 */
async function sendMultipart({ videoId, file, signal, onProgress }: MultipartInput): Promise<string | null> {
  const unfinished = findUnfinishedUpload(videoId, file);
  const upload = unfinished ?? (await startMultipart(videoId, file, signal));
  if (!upload) return null;
  const { name, part_bytes: partBytes, part_count: partCount } = upload;
  const params = { id: videoId };
  storeUnfinishedUpload(videoId, upload);
  try {
    await sendParts({
      ...{ file, partBytes, partCount, onProgress, signal, alreadySent: [...upload.sent] },
      onPartSent: (part) => {
        upload.sent.push(part);
        storeUnfinishedUpload(videoId, upload);
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
    if (isAbort(error) || isLostUpload(error)) {
      storeUnfinishedUpload(videoId, undefined);
      // Deletes the parts now, which the server would otherwise do after two days.
      call(videos.stopMediaUpload, { params, body: { upload: name } }).catch(() => undefined);
    }
    if (!unfinished || !isLostUpload(error)) throw error;
    return sendMultipart({ videoId, file, signal, onProgress });
  }
}

/** Uploads a video's media file, with a thumbnail. Stops when the user leaves the screen. */
export function useMediaUpload() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [percent, setPercent] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Throws an ApiError, or an AbortError when it was stopped. */
  async function send(videoId: number, file: File): Promise<videos.Video> {
    const abortController = new AbortController();
    controller.current = abortController;
    setPercent(0);
    try {
      const { signal } = abortController;
      const form = new FormData();
      const thumbnail = await captureThumbnail(file);
      const onProgress = (fraction: number) => setPercent(Math.floor(fraction * 100));
      const name = await sendMultipart({ videoId, file, signal, onProgress });
      if (thumbnail) form.set('thumbnail_file', thumbnail, 'thumbnail.jpg');
      signal.throwIfAborted();
      const params = { id: videoId };
      if (name === null) {
        form.set('media_file', file);
        return await upload(videos.uploadMedia, { params, form, signal, onProgress });
      }
      form.set('upload', name);
      const finished = await upload(videos.finishMediaUpload, { params, form, signal }).catch((error) => {
        if (isLostUpload(error)) storeUnfinishedUpload(videoId, undefined);
        throw error;
      });
      storeUnfinishedUpload(videoId, undefined);
      return finished;
    } catch (error) {
      const hasNoResponse = error instanceof ApiError && error.status === 0;
      throw hasNoResponse && !(await isReadable(file))
        ? new ApiError(0, { detail: t('videoManager.fileChanged') })
        : error;
    } finally {
      await refreshVideos(client);
      setPercent(null);
    }
  }

  return {
    /** Sent percentage; null without an upload. */
    percent,
    send,
    stop: () => controller.current?.abort(),
  };
}
