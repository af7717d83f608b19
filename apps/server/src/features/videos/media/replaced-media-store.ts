import { and, desc, eq, lt } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { type MediaKeys, pickMedia } from '../store.ts';
import { replaced_media } from '../tables.ts';

export type ReplacedMediaRow = typeof replaced_media.$inferSelect;

export function replacedMediaStore(db: Database) {
  return {
    /** Moves a video's media, if it has any, to the trash. Lock the video first, and set its other media afterwards. */
    async put(video_id: number, media: MediaKeys): Promise<void> {
      const { media_key, ...rest } = pickMedia(media);
      if (media_key !== null) await db.insert(replaced_media).values({ video_id, media_key, ...rest });
    },

    listForVideo: (videoId: number): Promise<ReplacedMediaRow[]> =>
      db
        .select()
        .from(replaced_media)
        .where(eq(replaced_media.video_id, videoId))
        .orderBy(desc(replaced_media.id)),

    /** Removes a video's media from the trash and returns them; null if they aren't there. */
    take: (id: number, videoId: number): Promise<ReplacedMediaRow | null> =>
      firstRow(
        db
          .delete(replaced_media)
          .where(and(eq(replaced_media.id, id), eq(replaced_media.video_id, videoId)))
          .returning(),
      ),

    takeBefore: (moment: Date): Promise<ReplacedMediaRow[]> =>
      db.delete(replaced_media).where(lt(replaced_media.trashed_at, moment)).returning(),
  };
}
