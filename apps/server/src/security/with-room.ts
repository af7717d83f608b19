import type { RowLimit } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';
import type { Database } from '../platform/database/database.ts';

type Rows = {
  table: PgTable;
  /** Condition for the rows that count; all rows without it. */
  where?: SQL | undefined;
  /** Owner of the rows, such as a user id. */
  key?: number | string;
};

/** Throws a 409 for more rows than allowed. */
export function mustHaveRoom({ max }: RowLimit, count: number): void {
  if (count > max) throw new AppError('conflict', message('request.tooManyRows', { max }));
}

/**
 * Creates rows in a transaction, which a 409 rolls back if there are then more than allowed. Existing ones may be changed.
 * Others that create rows of the same key wait for its end, so that concurrent calls don't exceed the limit.
 */
export const withRoom = <Value>(
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
    if (after > before) mustHaveRoom(limit, after);
    return created;
  });
