import type { videos } from '@sayback/contract';
import type { z } from 'zod';
import { AppError, mustExist } from '../../errors/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { readCountry, readLanguage } from '../languages/index.ts';
import { requireNewYouTubeId } from './require-new-youtube-id.ts';
import { type VideoRow, videoStore } from './store.ts';

/**
 * Changes a video's fields: all of them, or none. Throws a 400 on a field, a 404, and a 409: for a YouTube id that another video
 * has or of a video with a media file, for publishing a video without lines, and for the language of a video with an alignment.
 */
export function updateVideo(
  db: Database,
  id: number,
  { country, original_language, ...unchangedFields }: z.output<typeof videos.updateVideo.body>,
): Promise<VideoRow> {
  return db.transaction(async (transaction) => {
    const store = videoStore(transaction);
    const video = mustExist(await store.lock(id), 'videos.notFound');
    const { youtube_id, published } = unchangedFields;
    if (youtube_id && video.media_key) throw new AppError('conflict', 'videos.playsFromFile');
    // Only publishing a draft requires lines: a video can be created published and get its lines later.
    if (published && !video.published && video.length_ms === null) {
      throw new AppError('conflict', 'videos.nothingToSay');
    }
    const changes = {
      ...unchangedFields,
      ...(country !== undefined && { country: readCountry('country', country) }),
      ...(original_language !== undefined && {
        original_language: readLanguage('original_language', original_language),
      }),
    };
    const { original_language: language = video.original_language } = changes;
    if (language !== video.original_language && video.latest_alignment_id !== null) {
      throw new AppError('conflict', 'videos.hasAlignedSubtitles');
    }
    await requireNewYouTubeId(transaction, youtube_id, id);
    return mustExist(await store.update(id, changes), 'videos.notFound');
  });
}
