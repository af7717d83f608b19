import { ROWS } from '@sayback/contract';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { changesAny, type Database, firstRow, type Prepared } from '../../platform/database/database.ts';
import { withRowLimit } from '../../security/with-row-limit.ts';
import { replaced_media, videos } from './tables.ts';

export type VideoRow = typeof videos.$inferSelect;
type NewVideo = Pick<
  VideoRow,
  'title' | 'description' | 'youtube_id' | 'original_language' | 'country' | 'published'
>;
export type MediaKeys = Pick<
  VideoRow,
  | 'media_key'
  | 'media_type'
  | 'media_bytes'
  | 'media_ms'
  | 'media_width'
  | 'media_height'
  | 'thumbnail_key'
  | 'peaks_key'
  | 'speech_key'
>;
type VideoChanges = Partial<NewVideo & MediaKeys & Pick<VideoRow, 'latest_alignment_id'>>;

/** Videos from all sources, except those in the trash. */
export function videoStore(db: Database) {
  const isNotTrashed = isNull(videos.trashed_at);
  /** Prepared on first use, since a store for a transaction rarely needs it. */
  let byId: Prepared<VideoRow> | undefined;

  return {
    async find(id: number): Promise<VideoRow | null> {
      byId ??= db
        .select()
        .from(videos)
        .where(and(eq(videos.id, sql.placeholder('id')), isNotTrashed))
        .prepare('video_by_id');
      const [video] = await byId.execute({ id });
      return video ?? null;
    },

    /** Finds a video by YouTube id, even in the trash, and locks the id until the transaction ends, so that none is added. */
    async lockYouTubeId(youtube_id: string): Promise<VideoRow | null> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`youtube ${youtube_id}`}, 0))`);
      const [video] = await db
        .select()
        .from(videos)
        .where(eq(videos.youtube_id, youtube_id))
        .orderBy(sql`${videos.trashed_at} nulls first`)
        .limit(1);
      return video ?? null;
    },

    /** Finds the video, locked until the transaction ends. */
    lock: (id: number): Promise<VideoRow | null> =>
      firstRow(
        db
          .select()
          .from(videos)
          .where(and(eq(videos.id, id), isNotTrashed))
          .for('update'),
      ),

    async add(video: NewVideo): Promise<VideoRow> {
      const [added] = await withRowLimit(db, ROWS.videos, { table: videos }, (transaction) =>
        transaction.insert(videos).values(video).returning(),
      );
      return added as VideoRow;
    },

    async update(id: number, changes: VideoChanges): Promise<VideoRow | null> {
      if (Object.keys(changes).length === 0) return this.find(id);
      const where = and(eq(videos.id, id), isNotTrashed);
      return firstRow(db.update(videos).set(changes).where(where).returning());
    },

    /**
     * Saves the keys of files derived from media. Returns false if the video has other media by now, or already has such files.
     */
    async saveDerived(
      id: number,
      media_key: string,
      created: Partial<Record<'thumbnail_key' | 'peaks_key' | 'speech_key', string>>,
    ): Promise<boolean> {
      const areMissing = Object.keys(created).map((name) => isNull(videos[name as keyof typeof created]));
      const where = and(eq(videos.id, id), eq(videos.media_key, media_key), ...areMissing);
      return changesAny(db.update(videos).set(created).where(where));
    },

    listWithoutThumbnail: (): Promise<Pick<VideoRow, 'id' | 'media_key'>[]> =>
      db
        .select({ id: videos.id, media_key: videos.media_key })
        .from(videos)
        .where(and(isNotNull(videos.media_key), isNull(videos.thumbnail_key), isNotTrashed))
        .orderBy(videos.id),

    trash: (id: number): Promise<boolean> =>
      changesAny(
        db
          .update(videos)
          .set({ trashed_at: sql`now()` })
          .where(and(eq(videos.id, id), isNotTrashed)),
      ),

    /** Restores a video from the trash. Returns the video, even if it wasn't in the trash; null if it doesn't exist. */
    async restore(id: number): Promise<VideoRow | null> {
      const [restored] = await db
        .update(videos)
        .set({ trashed_at: null })
        .where(and(eq(videos.id, id), isNotNull(videos.trashed_at)))
        .returning();
      return restored ?? this.find(id);
    },

    /**
     * Returns the keys that any video or replaced media refer to, even in the trash. Reads both tables in one statement, since
     * media move between them.
     */
    async findUsedKeys(keys: readonly string[]): Promise<Set<string>> {
      const selectKeys = (table: PgTable) =>
        sql`select unnest(array[media_key, thumbnail_key, peaks_key, speech_key]) as key from ${table}`;
      const { rows } = await db.execute<{ key: string }>(sql`
        select key from (${selectKeys(videos)} union all ${selectKeys(replaced_media)}) as used
        where ${inArray(sql`key`, [...keys])}`);
      return new Set(rows.map(({ key }) => key));
    },

    async listTrashed(before: Date): Promise<number[]> {
      const trashed = await db.select({ id: videos.id }).from(videos).where(lt(videos.trashed_at, before));
      return trashed.map(({ id }) => id);
    },

    /** Deletes a video that was moved to the trash before that time, with everything that belongs to it. */
    removeTrashed: (id: number, before: Date): Promise<VideoRow | null> =>
      firstRow(
        db
          .delete(videos)
          .where(and(eq(videos.id, id), lt(videos.trashed_at, before)))
          .returning(),
      ),
  };
}

export const NO_MEDIA: MediaKeys = {
  media_key: null,
  media_type: null,
  media_bytes: null,
  media_ms: null,
  media_width: null,
  media_height: null,
  thumbnail_key: null,
  peaks_key: null,
  speech_key: null,
};

/** Returns the media columns of a row. */
export const pickMedia = (row: MediaKeys): MediaKeys =>
  Object.fromEntries(Object.keys(NO_MEDIA).map((name) => [name, row[name as keyof MediaKeys]])) as MediaKeys;

export const listMediaKeys = (
  video: Pick<MediaKeys, 'media_key' | 'thumbnail_key' | 'peaks_key' | 'speech_key'> | null,
): string[] =>
  [video?.media_key, video?.thumbnail_key, video?.peaks_key, video?.speech_key].flatMap((key) => key || []);

export type VideoStore = ReturnType<typeof videoStore>;
