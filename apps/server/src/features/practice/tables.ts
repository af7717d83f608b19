import { practice } from '@sayback/contract';
import { integer, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant, int8 } from '../../platform/database/columns.ts';
import { userId } from '../accounts/index.ts';
import { alignments } from '../subtitles/index.ts';
import { videoId } from '../videos/index.ts';

/** Each learner's position in each video. */
export const progress = pgTable(
  'progress',
  {
    user_id: userId(),
    video_id: videoId(),
    /** The alignment in which `last_segment` counts, and the start of that segment: with it the place is found again in another one. */
    alignment_id: int8().references(() => alignments.id, { onDelete: 'set null' }),
    start_ms: int8(),
    last_segment: integer().notNull(),
    /** As the learner counts them, who may join and divide lines; null where only the place is known. */
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
 * Each turn of a learner at a line, partitioned by the month of `at`, which the id says: so an id that is sent again meets itself.
 * `attempt-partitions.ts` makes the months; until then their rows lie in `attempts_default`. Without references, which would be
 * looked up for each row: a learner's minutes stay when a video goes, and `erase_practice` erases them with the account.
 */
export const attempts = pgTable('attempts', attemptColumns(), (table) => [
  primaryKey({ columns: [table.user_id, table.at, table.id] }),
]);

/** The former `attempts_default` while its rows are moved to their months: they count as those of `attempts` do. */
export const attempts_moving = pgTable('attempts_moving', attemptColumns(), (table) => [
  primaryKey({ columns: [table.user_id, table.at, table.id] }),
]);

/** Accounts that are gone and whose attempts are still being erased. */
export const erased_accounts = pgTable('erased_accounts', { user_id: int8().primaryKey() });

/** The lines that a learner has said or waited through, kept as attempts come: no list looks through those. Erased as those are. */
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
