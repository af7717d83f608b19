import { count, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { audit_log } from './tables.ts';

export type Deed = { username: string; action: string; summary: string; target: string };

/** What administrators did, or tried where it isn't known how that ended. */
export function auditStore(db: Database) {
  return {
    /** Answers the entry's id. */
    async add(deed: Deed): Promise<number> {
      const [added] = await db.insert(audit_log).values(deed).returning({ id: audit_log.id });
      return (added as { id: number }).id;
    },

    async remove(id: number): Promise<void> {
      await db.delete(audit_log).where(eq(audit_log.id, id));
    },

    async count(): Promise<number> {
      const [row] = await db.select({ entries: count() }).from(audit_log);
      return row?.entries ?? 0;
    },

    page: (offset: number, size: number) =>
      db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(size).offset(offset),
  };
}
