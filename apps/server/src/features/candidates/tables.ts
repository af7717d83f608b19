import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytewiseText, id, instant, int8 } from '../../platform/database/columns.ts';
import { videos } from '../videos/index.ts';

export type AvailableSubtitle = {
  language: string;
  kind: 'manual' | 'auto';
  name?: string;
  version_key: string;
};

/** YouTube videos found by searches. One row per YouTube id, whichever searches find it again. */
export const candidates = pgTable(
  'candidates',
  {
    id: id(),
    youtube_id: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    channel: text().notNull().default(''),
    language: text().notNull(),
    search_keyword: text().notNull(),
    duration_seconds: integer(),
    license: text({ enum: ['youtube', 'creativeCommon'] }),
    region_restriction: jsonb().$type<{ allowed?: string[]; blocked?: string[] }>(),
    review_status: text({ enum: ['pending', 'approved', 'rejected', 'processed'] })
      .notNull()
      .default('pending'),
    priority: smallint().notNull().default(3),
    review_notes: text().notNull().default(''),
    scan_status: text({ enum: ['scanning', 'completed', 'error'] }),
    download_status: text({ enum: ['downloading', 'completed', 'error'] }),
    subtitle_error: text().notNull().default(''),
    /** Null before the first scan. */
    available_subtitles: jsonb().$type<AvailableSubtitle[]>(),
    /** Derived from `available_subtitles`, for the filter. */
    has_manual: boolean(),
    video_id: int8().references(() => videos.id, { onDelete: 'set null' }),
    discovered_at: instant().notNull().defaultNow(),
    /** Text for the filter's `q`, truncated to fit an index row. */
    search_text: bytewiseText()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(youtube_id || ' ' || left(title, 200) || ' ' || left(channel, 100) || ' ' || left(search_keyword, 180))`,
      ),
  },
  (table) => [
    // The migration creates another index, (id) INCLUDE (search_text), for searches that match nearly all rows, since Drizzle
    // doesn't support INCLUDE.
    index('candidates_search_text').using('gin', table.search_text.op('gin_trgm_ops')),
    uniqueIndex('candidates_youtube_id').on(table.youtube_id),
    index('candidates_review_status').on(table.review_status, table.id),
    index('candidates_language').on(table.language, table.id),
    index('candidates_priority').on(table.priority, table.id),
    index('candidates_has_manual').on(table.has_manual, table.id),
    // Only the previous release uses it, to find interrupted scans and downloads.
    index('candidates_at_work')
      .on(table.id)
      .where(sql`${table.scan_status} = 'scanning' or ${table.download_status} = 'downloading'`),
  ],
);

export const candidate_subtitles = pgTable(
  'candidate_subtitles',
  {
    candidate_id: int8()
      .notNull()
      .references(() => candidates.id, { onDelete: 'cascade' }),
    version_key: text().notNull(),
    language: text().notNull(),
    content: text().notNull(),
    format: text({ enum: ['vtt', 'srt'] }).notNull(),
    cleaned: boolean().notNull().default(false),
    converted_from: text({ enum: ['vtt'] }),
    cue_count: integer().notNull(),
    downloaded_content: text().notNull(),
    downloaded_at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.candidate_id, table.version_key] })],
);

export const saved_searches = pgTable(
  'saved_searches',
  {
    id: id(),
    name: text().notNull(),
    settings: jsonb().$type<unknown>().notNull(),
    is_daily: boolean().notNull(),
    last_run_at: instant(),
    last_message: text().notNull().default(''),
  },
  (table) => [uniqueIndex('saved_searches_name').on(table.name)],
);

/** YouTube API quota used, by its day (Pacific time). */
export const youtube_quota = pgTable('youtube_quota', {
  day: text().primaryKey(),
  searches: integer().notNull().default(0),
  units: integer().notNull().default(0),
});

/** A single row for all servers: the earliest time of the next caption request, and the circuit breaker's state. */
export const caption_gate = pgTable('caption_gate', {
  id: integer().primaryKey(),
  next_at: instant().notNull().defaultNow(),
  open_until: instant(),
  reason: text().notNull().default(''),
});
