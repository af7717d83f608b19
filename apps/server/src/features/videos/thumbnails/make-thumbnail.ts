import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import { queueTask } from '../../../platform/jobs/jobs.ts';
import type { FrameMaker } from '../../../platform/media/frame-maker.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { videoStore } from '../store.ts';
import { discardFiles } from '../trash/remove-files.ts';

export const THUMBNAIL_TASK = 'make-thumbnail';

export type ThumbnailPayload = { video_id: number; media_key: string };

type Deps = { db: Database; storage: Storage; frames: FrameMaker };

/** Stores a frame of the media. Returns its key; null for media without pictures. Throws `StorageUnavailable`. */
export async function makeThumbnail(
  { frames, storage }: Pick<Deps, 'storage' | 'frames'>,
  { video_id, media_key }: ThumbnailPayload,
): Promise<string | null> {
  const frame = await frames.extractFrame(media_key);
  if (!frame) return null;
  const key = `videos/${video_id}/${randomUUID()}.jpg`;
  await storage.put(key, frame);
  return key;
}

/** Queues the thumbnails of all media without one, since a restore empties the queue. Media without pictures stay without. */
export async function queueMissingThumbnails(db: Database): Promise<void> {
  for (const { id: video_id, media_key } of await videoStore(db).listWithoutThumbnail()) {
    await queueTask(db, THUMBNAIL_TASK, { video_id, media_key }, { isLong: true });
  }
}

/** Creates the task that makes a thumbnail after it failed during the upload, unless the video has one by now. */
export const makeMissingThumbnail =
  (deps: Deps) =>
  async (payload: ThumbnailPayload): Promise<void> => {
    const store = videoStore(deps.db);
    const video = await store.find(payload.video_id);
    if (video?.media_key !== payload.media_key || video.thumbnail_key) return;
    const thumbnail_key = await makeThumbnail(deps, payload);
    if (!thumbnail_key) return;
    const isSaved = await store.saveDerived(payload.video_id, payload.media_key, { thumbnail_key });
    if (!isSaved) await discardFiles(deps, [thumbnail_key]);
  };
