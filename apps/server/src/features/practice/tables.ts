import { bigint, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
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
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id] })],
);
