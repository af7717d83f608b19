import { practice } from '@sayback/contract';
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
  (table) => [primaryKey({ columns: [table.user_id, table.video_id, table.text_hash, table.start_ms] })],
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
    index('cards_due').on(table.user_id, table.due_day),
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
