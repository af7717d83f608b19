import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../errors/app-error.ts';
import { uploadFailure } from '../../../errors/storage-failure.ts';
import { missingFile, readForm } from '../../../http/form.ts';
import { message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { queueTask } from '../../../platform/jobs/jobs.ts';
import type { FrameMaker } from '../../../platform/media/frame-maker.ts';
import { type Prober, UnplayableMedia } from '../../../platform/media/probe.ts';
import { type Sound, UnreadableSound } from '../../../platform/media/sound.ts';
import { type Storage, StorageUnavailable } from '../../../platform/storage/storage.ts';
import { SPEECH_KIND } from '../speech/make-speech.ts';
import { listMediaKeys, type MediaKeys, NO_MEDIA, type VideoRow, videoStore } from '../store.ts';
import { makeThumbnail, THUMBNAIL_TASK, type ThumbnailPayload } from '../thumbnails/make-thumbnail.ts';
import { discardFiles, queueRemoval } from '../trash/remove-files.ts';
import { openMediaStream, openPictureStream, type TypedStream } from './detect-media-type.ts';
import { replacedMediaStore } from './replaced-media-store.ts';
import { startMediaJob } from './start-media-job.ts';

export const THUMBNAIL_LIMIT = 5 * 1024 * 1024;
export type UploadDeps = {
  db: Database;
  storage: Storage;
  frames: FrameMaker;
  prober: Prober;
  sound: Sound | null;
  mediaMaxBytes: number;
};
export type StoredMedia = MediaKeys & { media_key: string };

/** Throws a 404 for null, and a 409 for a YouTube video. */
export function requireHostedVideo(video: VideoRow | null): asserts video is VideoRow {
  if (!video) throw notFound('videos.notFound');
  if (video.youtube_id) throw new AppError('conflict', 'videos.playsFromYouTube');
}

/**
 * Streams a video's media file to the storage, then sets it as the video's media and moves the previous ones to the trash.
 * Throws a 404, 409 (for a YouTube video), 413, 415 (also for unplayable media) and 503 (if the store fails).
 */
export async function uploadMedia(
  deps: UploadDeps,
  videoId: number,
  request: FastifyRequest,
): Promise<VideoRow> {
  requireHostedVideo(await videoStore(deps.db).find(videoId));
  return attachMedia(deps, videoId, await storeFormFiles(deps, videoId, request));
}

/** Stores the form's files. Removes them on failure. */
async function storeFormFiles(
  deps: UploadDeps,
  videoId: number,
  request: FastifyRequest,
): Promise<StoredMedia> {
  const { storage } = deps;
  const stored = { ...NO_MEDIA };
  try {
    await readForm(request, deps.mediaMaxBytes, async ({ field, stream }) => {
      const isKnown = field === 'media_file' || field === 'thumbnail_file';
      const isDuplicate = field === 'media_file' ? stored.media_key : stored.thumbnail_key;
      if (!isKnown || isDuplicate) return void stream.resume();
      const typed = await (field === 'media_file' ? openMediaStream(stream) : openPictureStream(stream));
      const { type, extension } = typed;
      const key = `videos/${videoId}/${randomUUID()}.${extension}`;
      if (field === 'media_file') Object.assign(stored, { media_key: key, media_type: type });
      else stored.thumbnail_key = key;
      const size = await storage.put(key, transcodeIfNeeded(deps, typed));
      if (field === 'media_file') stored.media_bytes = size;
      if (field === 'thumbnail_file' && size > THUMBNAIL_LIMIT) {
        throw new AppError('too_large', 'videos.thumbnailTooLarge');
      }
    });
    const { media_key } = stored;
    if (!media_key) throw missingFile('media_file');
    return { ...stored, ...(await readMediaFacts(deps, media_key, stored.media_bytes ?? 0)), media_key };
  } catch (error) {
    const keys = [stored.media_key, stored.thumbnail_key];
    if (error instanceof UnreadableSound || error instanceof UnplayableMedia) {
      await discardFiles(deps, keys);
      const messageId =
        error instanceof UnplayableMedia ? 'videos.unplayableMedia' : 'videos.unreadableSound';
      throw new AppError('wrong_type', messageId);
    }
    if (!(error instanceof StorageUnavailable)) {
      await discardFiles(deps, keys);
      throw error;
    }
    // Don't make the client wait for the store again.
    await queueRemoval(deps.db, keys);
    request.log.error({ err: error }, 'the media store failed');
    throw uploadFailure(error);
  }
}

const UNKNOWN_FACTS = { duration_ms: null, width: null, height: null };

/** Reads size and length of stored media; null if the store can't be read. Throws `UnplayableMedia`. */
export async function readMediaFacts({ prober }: Pick<UploadDeps, 'prober'>, key: string, size: number) {
  const facts = await prober.probe(key, size).catch((error: unknown) => {
    if (error instanceof StorageUnavailable) return UNKNOWN_FACTS;
    throw error;
  });
  const { duration_ms: media_ms, width: media_width, height: media_height } = facts;
  return { media_bytes: size, media_ms, media_width, media_height };
}

/** Returns a stream that browsers can play, transcoding other audio to M4A. Throws a 415 without ffmpeg. */
function transcodeIfNeeded({ sound }: UploadDeps, { reader, content }: TypedStream): Readable {
  if (!reader) return content;
  if (sound) return Readable.from(sound.toM4a(content, reader), { objectMode: false });
  content.resume();
  throw new AppError('wrong_type', message('videos.needsFfmpeg', { format: reader.toUpperCase() }));
}

/** Sets the video's media and creates a thumbnail, or queues it if the store fails. */
export async function attachMedia(deps: UploadDeps, videoId: number, stored: StoredMedia): Promise<VideoRow> {
  const payload: ThumbnailPayload = { video_id: videoId, media_key: stored.media_key };
  let isThumbnailDelayed = false;
  try {
    stored.thumbnail_key ??= await makeThumbnail(deps, payload).catch((error: unknown) => {
      if (!(error instanceof StorageUnavailable)) throw error;
      isThumbnailDelayed = true;
      return null;
    });
    const changed = await deps.db.transaction(async (transaction) => {
      const store = videoStore(transaction);
      const video = await store.lock(videoId);
      requireHostedVideo(video);
      // The request to finish an upload was repeated.
      if (video.media_key === stored.media_key) return video;
      const trash = replacedMediaStore(transaction);
      // A repeated finish after other media replaced these: the trash mustn't remove them, but what was derived from them.
      const former = (await trash.removeByKey(stored.media_key, videoId)).flatMap(listMediaKeys);
      await queueRemoval(
        transaction,
        former.filter((key) => key !== stored.media_key),
      );
      await trash.add(videoId, video);
      if (isThumbnailDelayed) await queueTask(transaction, THUMBNAIL_TASK, payload);
      if (deps.sound) await startMediaJob(transaction, { kind: SPEECH_KIND, payload, created_by: null });
      return store.update(videoId, stored);
    });
    if (!changed) throw notFound('videos.notFound');
    return changed;
  } catch (error) {
    // A commit whose response got lost may have succeeded. If a query fails too, the files stay.
    const store = videoStore(deps.db);
    const video = await store.find(videoId);
    if (video?.media_key === stored.media_key) return video;
    // The trash may have the media, from an earlier finish of the upload.
    const keys = [stored.media_key, stored.thumbnail_key].filter((key) => key !== null);
    const usedKeys = await store.findUsedKeys(keys);
    await discardFiles(
      deps,
      keys.filter((key) => !usedKeys.has(key)),
    );
    throw error;
  }
}
