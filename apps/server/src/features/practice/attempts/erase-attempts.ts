import { asc, eq, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { erased_accounts } from '../tables.ts';

const BATCH = 5000;

/** Erases the remaining attempts of deleted accounts, so that no request waits for many rows. */
export async function eraseAttempts(db: Database): Promise<void> {
  for (;;) {
    const account = await firstRow(
      db.select().from(erased_accounts).orderBy(asc(erased_accounts.user_id)).limit(1),
    );
    if (!account) return;
    const { rows } = await db.execute<{ is_more: boolean }>(
      sql`select erase_attempts(${account.user_id}, ${BATCH}) as is_more`,
    );
    if (rows[0]?.is_more === false) {
      await db.delete(erased_accounts).where(eq(erased_accounts.user_id, account.user_id));
    }
  }
}
