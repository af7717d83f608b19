import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { notFound } from '../../errors/app-error.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { prepareRead } from '../../platform/database/statement.ts';
import type { Viewer } from '../../security/authentication.ts';
import type { VideoRow, VideoStore } from './store.ts';
import { videos } from './tables.ts';

type VideoReader = Pick<VideoStore, 'find'>;

export const NO_VIDEO = 'videos.notFound';

/** Returns true if learners can see the video: it is published, and from YouTube or with media. */
export const isOpenToLearners = (video: Pick<VideoRow, 'published' | 'youtube_id' | 'media_key'>): boolean =>
  video.published && (video.youtube_id !== null || video.media_key !== null);

/** SQL condition on `videos` equivalent to {@link isOpenToLearners}, excluding the trash. */
export const openToLearners = () =>
  and(
    isNull(videos.trashed_at),
    videos.published,
    or(isNotNull(videos.youtube_id), isNotNull(videos.media_key)),
  );

/** SQL condition for learners' lists, which omit videos without lines to say. */
export const listedForLearners = () => and(openToLearners(), isNotNull(videos.length_ms));

/** Finds videos like `videoStore`, with a prepared statement for learners' frequent requests. */
export function videoReader(db: PooledDatabase): VideoReader {
  const byId = prepareRead<VideoRow>(
    db,
    'video_read',
    db
      .select()
      .from(videos)
      .where(and(eq(videos.id, sql.placeholder('id')), isNull(videos.trashed_at))),
  );
  return { find: async (id) => (await byId({ id })).rows[0] ?? null };
}

/** Finds a video that the viewer can see. Otherwise throws a 404, which doesn't reveal drafts. */
export async function findVisibleVideo(store: VideoReader, id: number, viewer: Viewer): Promise<VideoRow> {
  const video = await store.find(id);
  if (!video || !(viewer.is_admin || isOpenToLearners(video))) throw notFound(NO_VIDEO);
  return video;
}
