import type { AuditEvent, accounts } from '@sayback/contract';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { audit_log, users } from '../tables.ts';

type CommandName<Event> = Event extends `commands.${infer Name}` ? Name : never;
/** A command of `npm run admin` that changes something. */
export type AuditedCommand = CommandName<AuditEvent>;

type Entry = { event: AuditEvent; action: string; summary: string; target: string };

/** Subquery for a username, to save a round trip. */
const selectUsername = (userId: number): SQL<string> =>
  sql`coalesce((select ${users.username} from ${users} where ${users.id} = ${userId}), '')`;

/** The audit log of administrators' commands, including attempts whose outcome is unknown. */
export function auditStore(db: Database) {
  return {
    async addCommand(command: AuditedCommand, target: string): Promise<void> {
      await db.insert(audit_log).values({
        username: 'command line',
        event: `commands.${command}`,
        action: command,
        summary: `npm run admin -- ${command}`,
        target,
      });
    },

    async addEntry(userId: number, entry: Entry, details: SQL): Promise<number> {
      const [added] = await db
        .insert(audit_log)
        .values({ ...entry, details, username: selectUsername(userId) })
        .returning({ id: audit_log.id });
      return (added as { id: number }).id;
    },

    async addInput(id: number, input: accounts.AuditDetails['asked']): Promise<void> {
      await db
        .update(audit_log)
        .set({
          details: sql`jsonb_set(${audit_log.details}, '{asked}', ${audit_log.details}->'asked' || ${JSON.stringify(input)}::jsonb)`,
        })
        .where(eq(audit_log.id, id));
    },

    async remove(id: number): Promise<void> {
      await db.delete(audit_log).where(eq(audit_log.id, id));
    },

    count: (): Promise<number> => db.$count(audit_log),

    page: (offset: number, size: number) =>
      db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(size).offset(offset),
  };
}
