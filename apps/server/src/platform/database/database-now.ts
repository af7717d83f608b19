import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The time by the database's clock: by a server's own, one that is wrong would delete what is kept for days before its time. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from now())::float8 * 1000 as ms`,
  );
  return new Date((rows[0] as { ms: number }).ms);
}
