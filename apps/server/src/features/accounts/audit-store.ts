import { count, desc } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { audit_log } from './tables.ts';

export type Deed = { username: string; action: string; summary: string; target: string };

/** What administrators did. Entries are only ever added. */
export function auditStore(db: Database) {
  return {
    async add(deed: Deed): Promise<void> {
      await db.insert(audit_log).values(deed);
    },

    async count(): Promise<number> {
      const [row] = await db.select({ entries: count() }).from(audit_log);
      return row?.entries ?? 0;
    },

    page: (offset: number, size: number) =>
      db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(size).offset(offset),
  };
}
