import { accounts } from '@sayback/contract';
import { and, desc, eq, getTableColumns, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { readPieces } from '../../../platform/database/read-pieces.ts';
import { identities, sessions, users } from '../tables.ts';

/** Sessions in one chunk of the export. */
const PIECE = 1000;
const { token_hash: _, ...withoutToken } = getTableColumns(sessions);

/** Channel for the ids of users whose sessions or role changed. */
export const SESSIONS_CHANNEL = 'sessions_changed';

/** The credential that was verified. It must still be valid when the session is created. */
export type Proof = { user_id: number } & (
  | { password_hash: string | null }
  | { identity: { issuer: string; subject: string } }
);

async function isLinked(
  db: Database,
  userId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const ofUser = eq(identities.user_id, userId);
  const named = and(ofUser, eq(identities.issuer, issuer), eq(identities.subject, subject));
  return (await db.$count(identities, named)) > 0;
}

export function sessionStore(db: Database) {
  /** Notifies every server once the transaction is committed. */
  const notifyServers = (userId: number) =>
    db.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${String(userId)})`);

  /** Last use of the account, which outlives its sessions. */
  const seen = (userId: number) =>
    db.update(users).set({ last_used_at: sql`now()` }).where(eq(users.id, userId));

  /** Ends one session and notifies the servers in the same transaction, so that they never miss an end. */
  const endWhere = (which: SQL | undefined): Promise<number | null> =>
    db.transaction(async (transaction) => {
      const [ended] = await transaction
        .delete(sessions)
        .where(which)
        .returning({ user_id: sessions.user_id });
      if (ended) await sessionStore(transaction).tell(ended.user_id);
      return ended?.user_id ?? null;
    });

  return {
    tell: notifyServers,

    /**
     * Creates a session, replacing the least recently used one beyond the limit; null if the proof no longer stands or the
     * account is disabled. The user's row is locked first: changing the password, disabling or unlinking updates that row
     * before ending the sessions, so either order is safe.
     */
    add: (
      proof: Proof,
      session: { token_hash: string; user_agent: string; expires_at: Date; second_factor_at?: Date },
    ): Promise<{ id: number } | null> =>
      db.transaction(async (transaction) => {
        const { user_id } = proof;
        const samePassword =
          'identity' in proof
            ? undefined
            : sql`${users.password_hash} is not distinct from ${proof.password_hash}`;
        const locked = await transaction
          .update(users)
          .set({ last_used_at: sql`now()` })
          .where(and(eq(users.id, user_id), isNull(users.disabled_at), samePassword))
          .returning({ id: users.id });
        if (locked.length === 0) return null;
        // A separate statement, because one that waited for the row would see other tables as they were before.
        if ('identity' in proof && !(await isLinked(transaction, user_id, proof.identity))) return null;
        const [added] = await transaction
          .insert(sessions)
          .values({ ...session, user_id })
          .returning({ id: sessions.id });
        const beyond = transaction
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.user_id, user_id))
          .orderBy(desc(sessions.last_used_at), desc(sessions.id))
          .offset(accounts.LIVE_SESSIONS.max);
        if (await changesAny(transaction.delete(sessions).where(inArray(sessions.id, beyond)))) {
          await sessionStore(transaction).tell(user_id);
        }
        return added ?? null;
      }),

    /** Finds the session and its user, unless it has ended or expired or the user is disabled. */
    findLive: (by: { id: number } | { token_hash: string }) =>
      firstRow(
        db
          .select({
            id: sessions.id,
            user_id: users.id,
            is_admin: users.is_admin,
            second_factor_at: sessions.second_factor_at,
          })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.user_id))
          .where(
            and(
              'id' in by ? eq(sessions.id, by.id) : eq(sessions.token_hash, by.token_hash),
              gt(sessions.expires_at, sql`now()`),
              isNull(users.disabled_at),
            ),
          ),
      ),

    /** Returns false if the session has ended. */
    async touch(id: number): Promise<boolean> {
      const [touched] = await db
        .update(sessions)
        .set({ last_used_at: sql`now()` })
        .where(eq(sessions.id, id))
        .returning({ user_id: sessions.user_id });
      if (touched) await seen(touched.user_id);
      return touched !== undefined;
    },

    listForUser: (userId: number) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, sql`now()`)))
        .orderBy(desc(sessions.last_used_at), desc(sessions.id)),

    readChunks: (userId: number) =>
      readPieces((last?: { id: number }) =>
        db
          .select(withoutToken)
          .from(sessions)
          .where(
            and(
              eq(sessions.user_id, userId),
              gt(sessions.expires_at, sql`now()`),
              gt(sessions.id, last?.id ?? 0),
            ),
          )
          .orderBy(sessions.id)
          .limit(PIECE),
      ),

    /** Ends the session of a refresh token; an unknown one changes nothing. Returns the user's id. */
    endByToken: (tokenHash: string): Promise<number | null> => endWhere(eq(sessions.token_hash, tokenHash)),

    /** Ends one of a user's sessions. Returns false if they have none with that id. */
    end: async (userId: number, id: number): Promise<boolean> =>
      (await endWhere(and(eq(sessions.user_id, userId), eq(sessions.id, id)))) !== null,

    /** Also notifies for a user without sessions: a server may have cached an expired one. */
    async endAll(userId: number, keptId?: number): Promise<void> {
      const isOther = keptId === undefined ? undefined : ne(sessions.id, keptId);
      await db.transaction(async (transaction) => {
        await transaction.delete(sessions).where(and(eq(sessions.user_id, userId), isOther));
        await sessionStore(transaction).tell(userId);
      });
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;
