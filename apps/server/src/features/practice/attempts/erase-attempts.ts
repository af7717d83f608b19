import { asc, eq, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { erased_accounts } from '../tables.ts';

const BATCH_SIZE = 5000;

/** Erases the remaining attempts of deleted accounts in batches. Deleting an account doesn't wait for this. */
export async function eraseAttempts(db: Database): Promise<void> {
  for (;;) {
    const account = await firstRow(
      db.select().from(erased_accounts).orderBy(asc(erased_accounts.user_id)).limit(1),
    );
    if (!account) return;
    const { rows } = await db.execute<{ has_more: boolean }>(
      sql`select erase_attempts(${account.user_id}, ${BATCH_SIZE}) as has_more`,
    );
    if (rows[0]?.has_more === false) {
      await db.delete(erased_accounts).where(eq(erased_accounts.user_id, account.user_id));
    }
  }
}
