import { notFound } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import { SPEECH_KIND } from '../speech/make-speech.ts';
import { pickMedia, type VideoRow, videoStore } from '../store.ts';
import { replacedMediaStore } from './replaced-media-store.ts';
import { startMediaJob } from './start-media-job.ts';
import { requireHostedVideo } from './upload-media.ts';

/**
 * Restores a video's replaced media, and moves the current ones to the trash. Throws a 404 for unknown media, and
 * a 409 for a YouTube video.
 */
export function restoreMedia(
  { db, sound }: { db: PooledDatabase; sound: Sound | null },
  videoId: number,
  replacedId: number,
): Promise<VideoRow> {
  return db.transaction(async (transaction) => {
    const store = videoStore(transaction);
    const video = await store.lock(videoId);
    requireHostedVideo(video);
    const trash = replacedMediaStore(transaction);
    const replaced = await trash.remove(replacedId, videoId);
    if (!replaced) throw notFound('videos.noReplacedMedia');
    await trash.add(videoId, video);
    if (sound && replaced.speech_key === null) {
      const payload = { video_id: videoId, media_key: replaced.media_key };
      await startMediaJob(transaction, { kind: SPEECH_KIND, payload, created_by: null });
    }
    return (await store.update(videoId, pickMedia(replaced))) ?? video;
  });
}
