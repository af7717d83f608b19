import { practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, int8 } from '../../../platform/database/columns.ts';

/**
 * A line of the original track, by its learner. `start_ms` is where it was when it was first remembered, and stays: cards and reviews
 * are found by it.
 */
const lineKey = () => ({
  user_id: int8().notNull(),
  video_id: int8().notNull(),
  text_hash: int8().notNull(),
  start_ms: int8().notNull(),
});

/** Lines with a card or a mark. Without references, as attempts: `erase_practice` erases them with the account. */
export const remembered_lines = pgTable(
  'remembered_lines',
  {
    ...lineKey(),
    /** Last known start of the line: an edited cut moves it. */
    line_ms: int8().notNull(),
    /** The beginning of its text, for when the line is gone. */
    text: text().notNull(),
    starred: boolean().notNull().default(false),
    hard: boolean().notNull().default(false),
    suspended: boolean().notNull().default(false),
    /** When the learner was told that its video no longer has it. */
    gone_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] }),
    index('remembered_lines_marked').on(table.user_id).where(sql`${table.starred} or ${table.hard}`),
    index('remembered_lines_hidden')
      .on(table.user_id)
      .where(sql`${table.suspended} or ${table.gone_at} is not null`),
  ],
);

/** FSRS state of a line and skill, always derived from its reviews. Days are counted from 1970-01-01, in the learner's zone. */
export const cards = pgTable(
  'cards',
  {
    ...lineKey(),
    skill: text({ enum: practice.SKILLS }).notNull(),
    /** Raised by each change: one that was made from an older state isn't written. */
    version: integer().notNull(),
    /** Null while no review counts: it was forgotten, or they were taken back. */
    due_day: integer(),
    stability: doublePrecision().notNull(),
    difficulty: doublePrecision().notNull(),
    reps: integer().notNull(),
    lapses: integer().notNull(),
    first_day: integer().notNull(),
    last_day: integer().notNull(),
    last_at: instant().notNull(),
    last_grade: text({ enum: practice.GRADES }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms, table.skill] }),
    // With all that Today counts, so that it reads the index alone.
    index('cards_waiting').on(table.user_id, table.due_day, table.video_id, table.text_hash, table.start_ms),
  ],
);

/** Every answer, by the moment that its id says: an id that is sent again meets itself. */
export const reviews = pgTable(
  'reviews',
  {
    ...lineKey(),
    at: instant().notNull(),
    id: uuid().notNull(),
    skill: text({ enum: practice.SKILLS }).notNull(),
    grade: text({ enum: [...practice.GRADES, 'forget'] }).notNull(),
    utc_offset: smallint().notNull(),
    first_hearing: boolean().notNull(),
    accuracy: real(),
    /** Taken back. It stays, so that it doesn't count when it is sent again. */
    undone: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.at, table.id] }),
    index('reviews_card').on(table.user_id, table.video_id, table.text_hash, table.start_ms, table.skill),
  ],
);

/**
 * Practice of a learner in a quarter of an hour, counted by triggers on attempts and reviews: no page has to go through those. Every
 * zone's day begins with such a quarter.
 */
export const practice_totals = pgTable(
  'practice_totals',
  {
    user_id: int8().notNull(),
    /** When the quarter begins. */
    at: instant().notNull(),
    /** A bit for each minute in which something was said, waited through or answered. */
    minutes: integer().notNull(),
    spoken_ms: integer().notNull(),
    said: integer().notNull(),
    written: integer().notNull(),
    recalled: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.at] }),
    // Rows come about in the order of time, so that so small an index finds the last weeks of all accounts.
    index('practice_totals_recent').using('brin', table.at),
  ],
);

/** Lines that had a take with a hint about pauses or length, updated with each take. */
export const hinted_lines = pgTable(
  'hinted_lines',
  {
    ...lineKey(),
    last_take_at: instant().notNull(),
    last_hint_at: instant(),
    /** The take with a hint before that one. */
    prior_hint_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] }),
    index('hinted_lines_again')
      .on(table.user_id, table.prior_hint_at)
      .where(sql`${table.last_hint_at} = ${table.last_take_at} and ${table.prior_hint_at} is not null`),
  ],
);
