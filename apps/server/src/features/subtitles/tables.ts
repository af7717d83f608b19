import type { Cue } from '@sayback/subtitles';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { videos } from '../videos/index.ts';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const reference = () => bigint({ mode: 'number' }).notNull();
const instant = () => timestamp({ withTimezone: true });

/** A key that sorts by its bytes, whatever the database's own collation. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const subtitles = pgTable(
  'subtitles',
  {
    id: id(),
    video_id: reference().references(() => videos.id, { onDelete: 'cascade' }),
    language: text().notNull(),
    /** All cues in one value: they are only ever read, and replaced, together. */
    cues: jsonb().$type<Cue[]>().notNull(),
    cue_count: integer().notNull(),
    uploaded_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('subtitles_video_language').on(table.video_id, table.language)],
);

export const stored_files = pgTable(
  'stored_files',
  {
    id: id(),
    subtitle_id: reference().references(() => subtitles.id, { onDelete: 'cascade' }),
    file_name: text().notNull(),
    format: text({ enum: ['srt', 'vtt'] }).notNull(),
    /** The encoding it came in; `content` is text all the same. */
    encoding: text().notNull(),
    content: text().notNull(),
    protected: boolean().notNull().default(false),
    uploaded_at: instant().notNull().defaultNow(),
  },
  (table) => [index('stored_files_subtitle_id').on(table.subtitle_id)],
);

export const alignments = pgTable(
  'alignments',
  {
    id: id(),
    subtitle_id: reference().references(() => subtitles.id, { onDelete: 'cascade' }),
    needs_realign: boolean().notNull().default(false),
    /** Kept with every change of the segments, so that no list has to count them. */
    segment_count: integer().notNull(),
    mismatch_count: integer().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('alignments_subtitle_id').on(table.subtitle_id)],
);

export const segments = pgTable(
  'segments',
  {
    id: id(),
    alignment_id: reference().references(() => alignments.id, { onDelete: 'cascade' }),
    /** Fractional index: one between two others can always be made, so inserting moves no other row. */
    position: sortKey().notNull(),
    /** Milliseconds; more than 32 bits hold, since files may say anything. */
    start_ms: bigint({ mode: 'number' }).notNull(),
    end_ms: bigint({ mode: 'number' }).notNull(),
    text_original: text().notNull(),
    text_target: text().notNull(),
    mismatch: boolean().notNull(),
    label: text().notNull(),
    /** How sure the aligner was, 0 to 1. */
    confidence: real().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('segments_position').on(table.alignment_id, table.position),
    index('segments_mismatch').on(table.alignment_id, table.position).where(sql`${table.mismatch}`),
  ],
);
