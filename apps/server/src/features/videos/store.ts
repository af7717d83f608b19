import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { videos } from './tables.ts';

export type VideoRow = typeof videos.$inferSelect;
type NewVideo = Pick<
  VideoRow,
  'title' | 'description' | 'youtube_id' | 'original_language' | 'country' | 'published'
>;
type VideoChanges = Partial<
  NewVideo & Pick<VideoRow, 'latest_alignment_id' | 'media_key' | 'media_type' | 'thumbnail_key'>
>;

/** Videos, wherever their pictures come from. Those in the trash are missing. */
export function videoStore(db: Database) {
  const present = isNull(videos.trashed_at);

  return {
    list: (): Promise<VideoRow[]> => db.select().from(videos).where(present).orderBy(desc(videos.id)),

    async find(id: number): Promise<VideoRow | null> {
      const [video] = await db
        .select()
        .from(videos)
        .where(and(eq(videos.id, id), present));
      return video ?? null;
    },

    async add(video: NewVideo): Promise<VideoRow> {
      const [added] = await db.insert(videos).values(video).returning();
      return added as VideoRow;
    },

    /** Null when there is no such video. */
    async update(id: number, changes: VideoChanges): Promise<VideoRow | null> {
      if (Object.keys(changes).length === 0) return this.find(id);
      const [changed] = await db
        .update(videos)
        .set(changes)
        .where(and(eq(videos.id, id), present))
        .returning();
      return changed ?? null;
    },
  };
}

export type VideoStore = ReturnType<typeof videoStore>;
