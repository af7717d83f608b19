import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/index.ts';

const instant = () => timestamp({ withTimezone: true });

/** Long work and how far it is. The queue itself is the platform's; this is what people see of it. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** What it is about: `alignment:12`. */
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
    created_by: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [index('jobs_subject').on(table.subject, table.id)],
);
