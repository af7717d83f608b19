import { practice } from '@sayback/contract';
import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/index.ts';
import { alignments } from '../subtitles/index.ts';
import { videos } from '../videos/index.ts';

const reference = () => bigint({ mode: 'number' });

/** Where each learner is in each video. */
export const progress = pgTable(
  'progress',
  {
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    video_id: reference()
      .notNull()
      .references(() => videos.id, { onDelete: 'cascade' }),
    /** The alignment in which `last_segment` counts, and the start of that segment: with it the place is found again in another one. */
    alignment_id: reference().references(() => alignments.id, { onDelete: 'set null' }),
    start_ms: reference(),
    last_segment: integer().notNull(),
    /** As the learner counts them, who may join and divide lines; null where only the place is known. */
    line: integer(),
    line_count: integer(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id] })],
);

/**
 * Each turn of a learner at a line, partitioned by the month of `at`, which the id says: so an id that is sent again meets itself.
 * `attempt-partitions.ts` makes the months; until then their rows lie in `attempts_default`. Without references, which would be
 * looked up for each row: a learner's minutes stay when a video goes, and a trigger erases them with the account.
 */
export const attempts = pgTable(
  'attempts',
  {
    user_id: reference().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    id: uuid().notNull(),
    video_id: reference().notNull(),
    start_ms: reference().notNull(),
    text_hash: reference().notNull(),
    what: text({ enum: practice.ATTEMPT_KINDS }).notNull(),
    voiced_ms: integer(),
    length_ratio: real(),
    extra_pauses: smallint(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.at, table.id] })],
);

/** The lines that a learner has said or waited through, kept as attempts come: no list looks through those. Erased as those are. */
export const practised_lines = pgTable(
  'practised_lines',
  {
    user_id: reference().notNull(),
    video_id: reference().notNull(),
    text_hash: reference().notNull(),
    start_ms: reference().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] })],
);
