import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Returns the database's time. A server with a wrong clock could otherwise delete rows days too early. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from now())::float8 * 1000 as ms`,
  );
  return new Date((rows[0] as { ms: number }).ms);
}
