import type { RowLimit } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';
import type { Database } from '../platform/database/database.ts';

type Rows = {
  table: PgTable;
  /** Condition for the rows that count; by default all. */
  where?: SQL | undefined;
  /** Owner whose rows are counted, such as a user id. */
  key?: number | string;
};

/** Throws a 409 if there are more rows than allowed. */
export function checkRowLimit({ max }: RowLimit, count: number): void {
  if (count > max) throw new AppError('conflict', message('request.tooManyRows', { max }));
}

/**
 * Runs `make` in a transaction, and rolls it back with a 409 if it creates more rows than allowed. Calls with the same key wait
 * for each other, so that concurrent calls don't exceed the limit.
 */
export const withRowLimit = <Value>(
  db: Database,
  limit: RowLimit,
  { table, where, key = '' }: Rows,
  make: (transaction: Database) => Promise<Value>,
): Promise<Value> =>
  db.transaction(async (transaction) => {
    const lock = `rows of ${limit.name} ${key}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    const before = await transaction.$count(table, where);
    const created = await make(transaction);
    const after = await transaction.$count(table, where);
    if (after > before) checkRowLimit(limit, after);
    return created;
  });
