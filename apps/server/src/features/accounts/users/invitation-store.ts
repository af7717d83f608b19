import { ROWS } from '@sayback/contract';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { invitations } from '../tables.ts';

const isUsable = and(gt(invitations.uses_left, 0), gt(invitations.expires_at, sql`now()`));

export function invitationStore(db: Database) {
  return {
    list: () => db.select().from(invitations).where(isUsable).orderBy(desc(invitations.id)),

    async add(invitation: { token_hash: string; group_name: string; uses_left: number; expires_at: Date }) {
      const [added] = await withRowLimit(
        db,
        ROWS.invitations,
        { table: invitations, where: isUsable },
        (transaction) => transaction.insert(invitations).values(invitation).returning(),
      );
      return added as typeof invitations.$inferSelect;
    },

    /** Returns false if the id doesn't exist. */
    remove: (id: number): Promise<boolean> =>
      changesAny(db.delete(invitations).where(eq(invitations.id, id))),

    exists: async (tokenHash: string): Promise<boolean> =>
      (await db.$count(invitations, and(eq(invitations.token_hash, tokenHash), isUsable))) > 0,

    /** Consumes one use of an invitation. Returns null if it isn't valid. */
    use: (tokenHash: string): Promise<{ group_name: string } | null> =>
      firstRow(
        db
          .update(invitations)
          .set({ uses_left: sql`${invitations.uses_left} - 1` })
          .where(and(eq(invitations.token_hash, tokenHash), isUsable))
          .returning({ group_name: invitations.group_name }),
      ),
  };
}
