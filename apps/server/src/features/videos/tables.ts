import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../../platform/database/columns.ts';

/** Properties of the media file, read at the upload; null if unknown. */
const mediaProperties = () => ({
  media_bytes: int8(),
  media_ms: int8(),
  media_width: integer(),
  media_height: integer(),
});

export const videos = pgTable(
  'videos',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    youtube_id: text(),
    original_language: text().notNull(),
    country: text(),
    published: boolean().notNull(),
    /** The video's newest alignment, set by subtitles. Not a foreign key, since alignments are defined after videos. */
    latest_alignment_id: int8(),
    /**
     * End of the last segment, in milliseconds; null while no segment has an original text. Updated by triggers on segments and
     * their parents.
     */
    length_ms: int8(),
    media_key: text(),
    media_type: text(),
    ...mediaProperties(),
    thumbnail_key: text(),
    /** Storage key of the media's peaks; null until computed. */
    peaks_key: text(),
    /** Storage key of the media's speech profile; null until computed, empty for media without sound. */
    speech_key: text(),
    trashed_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => {
    // The same condition as `openToLearners`.
    const open = sql`${table.trashed_at} is null and ${table.published}
      and (${table.youtube_id} is not null or ${table.media_key} is not null)`;
    return [
      index('videos_original_language').on(table.original_language),
      index('videos_open_by_language').on(table.original_language, table.id).where(open),
      index('videos_open').on(table.id, table.original_language).where(open),
    ];
  },
);

/** Reference to the video; the row is deleted with it. */
export const videoId = () =>
  int8()
    .notNull()
    .references(() => videos.id, { onDelete: 'cascade' });

/**
 * Title and description of each video for searching, folded by the SQL function `fold_text`. Updated by a trigger on `videos`.
 */
export const video_search_texts = pgTable('video_search_texts', {
  video_id: videoId().primaryKey(),
  text: text().notNull(),
});

/** Replaced media, in the trash until purged. */
export const replaced_media = pgTable(
  'replaced_media',
  {
    id: id(),
    video_id: videoId(),
    media_key: text().notNull(),
    media_type: text(),
    ...mediaProperties(),
    thumbnail_key: text(),
    peaks_key: text(),
    speech_key: text(),
    trashed_at: instant().notNull().defaultNow(),
  },
  (table) => [index('replaced_media_video').on(table.video_id)],
);

/**
 * Number of videos in learners' lists, by language. Updated by triggers on `videos` in the transaction of each change, so that
 * lists needn't count, and a newly published video is counted on all servers at once.
 */
export const video_counts = pgTable('video_counts', {
  language: text().primaryKey(),
  count: integer().notNull(),
});
