import { count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { audit_log, users } from '../tables.ts';

type Deed = { username: string; action: string; summary: string; target: string };

/** Asked for in the entry's own statement: each change of an administrator's would wait for one more. */
const nameOf = (userId: number): SQL<string> =>
  sql`coalesce((select ${users.username} from ${users} where ${users.id} = ${userId}), '')`;

/** What administrators did, or tried where it isn't known how that ended. */
export function auditStore(db: Database) {
  return {
    async add(deed: Deed): Promise<void> {
      await db.insert(audit_log).values(deed);
    },

    /** Answers the entry's id. */
    async addBy(userId: number, deed: Omit<Deed, 'username'>, details: SQL): Promise<number> {
      const [added] = await db
        .insert(audit_log)
        .values({ ...deed, details, username: nameOf(userId) })
        .returning({ id: audit_log.id });
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
