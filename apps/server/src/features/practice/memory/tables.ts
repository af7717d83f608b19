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
 * Key of a learner's line. `start_ms` is its start when it was first remembered. It never changes, since it identifies cards and
 * reviews.
 */
const lineKey = () => ({
  user_id: int8().notNull(),
  video_id: int8().notNull(),
  text_hash: int8().notNull(),
  start_ms: int8().notNull(),
});

/** Lines with a card or a mark. No foreign keys: `erase_practice` erases them with the account, like attempts. */
export const remembered_lines = pgTable(
  'remembered_lines',
  {
    ...lineKey(),
    /** Last known start of the line, which changes with its cut. */
    line_ms: int8().notNull(),
    /** Beginning of the line's text, shown if the line is missing. */
    text: text().notNull(),
    starred: boolean().notNull().default(false),
    hard: boolean().notNull().default(false),
    suspended: boolean().notNull().default(false),
    /** True if it has a card with a due day. Set by triggers on cards; false for cards of earlier releases until a recount. */
    has_card: boolean().notNull().default(false),
    /** Time when the learner was informed that the line is missing from its video. */
    gone_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] }),
    index('remembered_lines_offered')
      .on(table.user_id)
      .where(sql`(${table.starred} or ${table.hard}) and not ${table.has_card}`),
    // Used by the previous release.
    index('remembered_lines_marked').on(table.user_id).where(sql`${table.starred} or ${table.hard}`),
    index('remembered_lines_hidden')
      .on(table.user_id)
      .where(sql`${table.suspended} or ${table.gone_at} is not null`),
  ],
);

/** FSRS state of a line and skill, always computed from its reviews. Days are counted from 1970-01-01, in the learner's time zone. */
export const cards = pgTable(
  'cards',
  {
    ...lineKey(),
    skill: text({ enum: practice.SKILLS }).notNull(),
    /** Incremented by each change. Changes based on an older version aren't written. */
    version: integer().notNull(),
    /** Null if the card was forgotten, or all its reviews were undone. */
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
    // Has all columns that Today needs, for index-only scans.
    index('cards_waiting').on(table.user_id, table.due_day, table.video_id, table.text_hash, table.start_ms),
    // A small partial index of cards that were only reviewed on their first day. PostgreSQL wouldn't use it with the condition
    // `last_day = first_day` and a parameter for the first day.
    index('cards_new')
      .on(table.user_id, table.first_day)
      .where(sql`${table.last_day} - ${table.first_day} = 0`),
  ],
);

/** All answers. `at` is derived from the id, so duplicates conflict. */
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
    /** Undone rows stay, so that the review doesn't count when it is sent again. */
    undone: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.at, table.id] }),
    index('reviews_card').on(table.user_id, table.video_id, table.text_hash, table.start_ms, table.skill),
  ],
);

/**
 * Practice of a learner per quarter of an hour, counted by triggers on attempts and reviews, so that pages needn't read those.
 * Days in all time zones start at a quarter of an hour.
 */
export const practice_totals = pgTable(
  'practice_totals',
  {
    user_id: int8().notNull(),
    /** Start of the quarter. */
    at: instant().notNull(),
    /** A bit for each minute in which a line was said, waited through or answered. */
    minutes: integer().notNull(),
    spoken_ms: integer().notNull(),
    said: integer().notNull(),
    written: integer().notNull(),
    recalled: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.at] }),
    // A small index that finds recent rows of all accounts, since rows are inserted in time order.
    index('practice_totals_recent').using('brin', table.at),
  ],
);

/** Lines with a hint about pauses or length, updated with each take. */
export const hinted_lines = pgTable(
  'hinted_lines',
  {
    ...lineKey(),
    last_take_at: instant().notNull(),
    last_hint_at: instant(),
    /** The previous take with a hint. */
    prior_hint_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] }),
    index('hinted_lines_again')
      .on(table.user_id, table.prior_hint_at)
      .where(sql`${table.last_hint_at} = ${table.last_take_at} and ${table.prior_hint_at} is not null`),
  ],
);
