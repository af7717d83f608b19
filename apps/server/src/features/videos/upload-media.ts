import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../http/app-error.ts';
import { missingFile, readForm } from '../../http/form.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { judgeMedia, judgePicture } from './media-type.ts';
import type { VideoRow, VideoStore } from './store.ts';

const THUMBNAIL_LIMIT = 5 * 1024 * 1024;

type Parts = { store: VideoStore; storage: Storage; frames: FrameMaker; mediaMaxBytes: number };

/**
 * Takes the media file of a video straight to the storage. Nothing of the video changes before all of it is there;
 * then what it replaces is removed. Throws 404, 409 (a YouTube video), 413 and 415.
 */
export async function uploadMedia(parts: Parts, videoId: number, request: FastifyRequest): Promise<VideoRow> {
  const { store, storage } = parts;
  const video = await store.find(videoId);
  if (!video) throw notFound('There is no such video.');
  if (video.youtube_id)
    throw new AppError('conflict', 'This video plays from YouTube; it takes no media file.');

  const stored: Pick<VideoRow, 'media_key' | 'media_type' | 'thumbnail_key' | 'peaks_key'> = {
    media_key: null,
    media_type: null,
    thumbnail_key: null,
    peaks_key: null,
  };
  const discard = () =>
    Promise.all([stored.media_key, stored.thumbnail_key].map((key) => key && storage.remove(key)));

  try {
    await readForm(request, parts.mediaMaxBytes, async ({ field, stream }) => {
      const isKnown = field === 'media_file' || field === 'thumbnail_file';
      const isSecond = field === 'media_file' ? stored.media_key : stored.thumbnail_key;
      if (!isKnown || isSecond) return void stream.resume();
      const { type, extension, whole } = await (field === 'media_file'
        ? judgeMedia(stream)
        : judgePicture(stream));
      const key = `videos/${videoId}/${randomUUID()}.${extension}`;
      if (field === 'media_file') Object.assign(stored, { media_key: key, media_type: type });
      else stored.thumbnail_key = key;
      const size = await storage.put(key, whole);
      if (field === 'thumbnail_file' && size > THUMBNAIL_LIMIT) {
        throw new AppError('too_large', 'The thumbnail is larger than 5 MiB.');
      }
    });
    if (!stored.media_key) throw missingFile('media_file');
    stored.thumbnail_key ??= await makeThumbnail(parts, videoId, stored.media_key);
    const changed = await store.update(videoId, stored);
    if (!changed) throw notFound('There is no such video.');
    const replaced = [video.media_key, video.thumbnail_key, video.peaks_key];
    await Promise.all(replaced.map((key) => key && storage.remove(key)));
    return changed;
  } catch (error) {
    await discard();
    throw error;
  }
}

async function makeThumbnail(
  { frames, storage }: Parts,
  videoId: number,
  mediaKey: string,
): Promise<string | null> {
  const frame = await frames.frameOf(mediaKey);
  if (!frame) return null;
  const key = `videos/${videoId}/${randomUUID()}.jpg`;
  await storage.put(key, frame);
  return key;
}
