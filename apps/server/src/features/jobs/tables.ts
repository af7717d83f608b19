import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/database/columns.ts';
import { createdBy } from '../accounts/index.ts';

/** Jobs and their progress, as users see them. The queue itself belongs to the platform. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    /** The job's subject, such as `alignment:12`. */
    subject: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    status: text({ enum: ['queued', 'running', 'completed', 'failed', 'stopped'] })
      .notNull()
      .default('queued'),
    done: integer().notNull().default(0),
    total: integer(),
    message: text().notNull().default(''),
    result: jsonb().$type<unknown>(),
    stop_requested: boolean().notNull().default(false),
    created_by: createdBy(),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [index('jobs_subject').on(table.subject, table.id)],
);
