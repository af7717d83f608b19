import { bigint, boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const videos = pgTable(
  'videos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull(),
    youtube_id: text(),
    original_language: text().notNull(),
    country: text(),
    published: boolean().notNull(),
    /** The newest of its alignments. Subtitles set it; a plain number, since they come after videos. */
    latest_alignment_id: bigint({ mode: 'number' }),
    media_key: text(),
    media_type: text(),
    thumbnail_key: text(),
    /** Where the peaks of the media are kept, once they were computed. */
    peaks_key: text(),
    trashed_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('videos_original_language').on(table.original_language)],
);
