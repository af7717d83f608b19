import { type candidates, ROWS } from '@sayback/contract';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { changesAny, type Database } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { saved_searches } from '../tables.ts';

type SavedSearchRow = typeof saved_searches.$inferSelect;

/** Runs that are newer count as today's. */
const TODAY = '20 hours';

export function savedSearchStore(db: Database) {
  return {
    list: (): Promise<SavedSearchRow[]> =>
      db.select().from(saved_searches).orderBy(asc(saved_searches.name), asc(saved_searches.id)),

    /** Saves a search. Replaces one with the same name, except its last run's outcome. */
    async save(search: Pick<SavedSearchRow, 'name' | 'settings' | 'is_daily'>): Promise<SavedSearchRow> {
      const [row] = await withRowLimit(db, ROWS.saved_searches, { table: saved_searches }, (transaction) =>
        transaction
          .insert(saved_searches)
          .values(search)
          .onConflictDoUpdate({ target: saved_searches.name, set: search })
          .returning(),
      );
      return row as SavedSearchRow;
    },

    remove: (id: number): Promise<boolean> =>
      changesAny(db.delete(saved_searches).where(eq(saved_searches.id, id))),

    /** Lists daily searches that haven't run today, least recently run first. */
    listDue: (): Promise<SavedSearchRow[]> =>
      db
        .select()
        .from(saved_searches)
        .where(
          and(
            saved_searches.is_daily,
            or(
              isNull(saved_searches.last_run_at),
              lt(saved_searches.last_run_at, sql`now() - ${TODAY}::interval`),
            ),
          ),
        )
        .orderBy(sql`${saved_searches.last_run_at} nulls first`, asc(saved_searches.id)),

    async recordRun(id: number, last_message: string): Promise<void> {
      await db
        .update(saved_searches)
        .set({ last_run_at: sql`now()`, last_message })
        .where(eq(saved_searches.id, id));
    },
  };
}

export const describeSavedSearch = (row: SavedSearchRow): candidates.SavedSearch => ({
  id: row.id,
  name: row.name,
  // Validated by the contract when it was saved.
  settings: row.settings as candidates.SearchSettings,
  is_daily: row.is_daily,
  last_run_at: row.last_run_at?.toISOString() ?? null,
  last_message: row.last_message,
});
