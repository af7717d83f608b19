import { practice } from '@sayback/contract';
import { integer, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant, int8 } from '../../platform/database/columns.ts';
import { userId } from '../accounts/index.ts';
import { alignments } from '../subtitles/index.ts';
import { videoId } from '../videos/index.ts';

export const progress = pgTable(
  'progress',
  {
    user_id: userId(),
    video_id: videoId(),
    /** Alignment of `last_segment`. With `start_ms`, the segment's start, the position is found in other alignments. */
    alignment_id: int8().references(() => alignments.id, { onDelete: 'set null' }),
    start_ms: int8(),
    last_segment: integer().notNull(),
    /** The learner's line number, after joining and dividing lines; null if only the segment is known. */
    line: integer(),
    line_count: integer(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id] })],
);

const attemptColumns = () => ({
  user_id: int8().notNull(),
  at: instant().notNull(),
  id: uuid().notNull(),
  video_id: int8().notNull(),
  start_ms: int8().notNull(),
  text_hash: int8().notNull(),
  what: text({ enum: practice.ATTEMPT_KINDS }).notNull(),
  voiced_ms: integer(),
  length_ratio: real(),
  extra_pauses: smallint(),
});

/**
 * Learners' attempts at lines. `at` is derived from the id, so duplicates conflict. Partitioned by month;
 * `attempt-partitions.ts` creates the partitions, and until then rows are in `attempts_default`. No foreign keys, which would be
 * checked for each row: attempts stay when a video is deleted, and `erase_practice` erases them with the account.
 */
export const attempts = pgTable('attempts', attemptColumns(), (table) => [
  primaryKey({ columns: [table.user_id, table.at, table.id] }),
]);

/** The previous `attempts_default` while its rows move to their partitions. Queries include its rows. */
export const attempts_moving = pgTable('attempts_moving', attemptColumns(), (table) => [
  primaryKey({ columns: [table.user_id, table.at, table.id] }),
]);

/** Accounts whose `practice_totals` and `hinted_lines` need a recount; `recount-practice.ts` processes them one by one. */
export const uncounted_accounts = pgTable('uncounted_accounts', { user_id: int8().primaryKey() });

/** Deleted accounts whose attempts are still being erased. */
export const erased_accounts = pgTable('erased_accounts', { user_id: int8().primaryKey() });

/**
 * Lines that a learner has said or waited through, updated with each attempt, so that lists needn't search attempts. Erased
 * together with the attempts.
 */
export const practised_lines = pgTable(
  'practised_lines',
  {
    user_id: int8().notNull(),
    video_id: int8().notNull(),
    text_hash: int8().notNull(),
    start_ms: int8().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] })],
);
