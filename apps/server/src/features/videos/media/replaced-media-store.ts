import { and, desc, eq, lt } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { type MediaKeys, pickMedia } from '../store.ts';
import { replaced_media } from '../tables.ts';

export type ReplacedMediaRow = typeof replaced_media.$inferSelect;

export function replacedMediaStore(db: Database) {
  return {
    /** Adds a video's media, if any, to the trash. Lock the video before, and set its new media afterwards. */
    async add(video_id: number, media: MediaKeys): Promise<void> {
      const { media_key, ...columns } = pickMedia(media);
      if (media_key !== null) await db.insert(replaced_media).values({ video_id, media_key, ...columns });
    },

    listForVideo: (videoId: number): Promise<ReplacedMediaRow[]> =>
      db
        .select()
        .from(replaced_media)
        .where(eq(replaced_media.video_id, videoId))
        .orderBy(desc(replaced_media.id)),

    /** Removes media from the trash and returns them; null if the video has no such media there. */
    remove: (id: number, videoId: number): Promise<ReplacedMediaRow | null> =>
      firstRow(
        db
          .delete(replaced_media)
          .where(and(eq(replaced_media.id, id), eq(replaced_media.video_id, videoId)))
          .returning(),
      ),

    /** Removes a video's media with this key from the trash and returns them. */
    removeByKey: (media_key: string, videoId: number): Promise<ReplacedMediaRow[]> =>
      db
        .delete(replaced_media)
        .where(and(eq(replaced_media.video_id, videoId), eq(replaced_media.media_key, media_key)))
        .returning(),

    removeTrashedBefore: (time: Date): Promise<ReplacedMediaRow[]> =>
      db.delete(replaced_media).where(lt(replaced_media.trashed_at, time)).returning(),
  };
}
