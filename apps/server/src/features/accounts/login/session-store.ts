import { accounts } from '@sayback/contract';
import { and, desc, eq, getTableColumns, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { readPieces } from '../../../platform/database/read-pieces.ts';
import { identities, sessions, users } from '../tables.ts';

/** Sessions per chunk of the export. */
const CHUNK_SIZE = 1000;
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
  const identity = and(
    eq(identities.user_id, userId),
    eq(identities.issuer, issuer),
    eq(identities.subject, subject),
  );
  return (await db.$count(identities, identity)) > 0;
}

export function sessionStore(db: Database) {
  /** Notifies every server once the transaction is committed. */
  const notifyServers = (userId: number) =>
    db.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${String(userId)})`);

  /** Ends one session and notifies the servers in the same transaction, so that they never miss an end. */
  const endWhere = (condition: SQL | undefined): Promise<number | null> =>
    db.transaction(async (transaction) => {
      const [ended] = await transaction
        .delete(sessions)
        .where(condition)
        .returning({ user_id: sessions.user_id });
      if (ended) await sessionStore(transaction).notifyServers(ended.user_id);
      return ended?.user_id ?? null;
    });

  return {
    notifyServers,

    /**
     * Creates a session, and deletes the least recently used ones over the limit. Returns null if the proof is no longer valid
     * or the account is disabled. Locks the user's row first: changing the password, disabling or unlinking updates that row
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
        // A separate statement, because one that waited for the row's lock sees other tables as they were before.
        if ('identity' in proof && !(await isLinked(transaction, user_id, proof.identity))) return null;
        const [added] = await transaction
          .insert(sessions)
          .values({ ...session, user_id })
          .returning({ id: sessions.id });
        const overLimit = transaction
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.user_id, user_id))
          .orderBy(desc(sessions.last_used_at), desc(sessions.id))
          .offset(accounts.LIVE_SESSIONS.max);
        if (await changesAny(transaction.delete(sessions).where(inArray(sessions.id, overLimit)))) {
          await sessionStore(transaction).notifyServers(user_id);
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

    /** Records that a session and its account were used. Returns false if the session has ended. */
    async touch(id: number): Promise<boolean> {
      const [touched] = await db
        .update(sessions)
        .set({ last_used_at: sql`now()` })
        .where(eq(sessions.id, id))
        .returning({ user_id: sessions.user_id });
      if (!touched) return false;
      await db.update(users).set({ last_used_at: sql`now()` }).where(eq(users.id, touched.user_id));
      return true;
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
          .limit(CHUNK_SIZE),
      ),

    /** Ends the session of a refresh token; an unknown one changes nothing. Returns the user's id. */
    endByToken: (tokenHash: string): Promise<number | null> => endWhere(eq(sessions.token_hash, tokenHash)),

    /** Ends one of a user's sessions. Returns false if they have none with that id. */
    end: async (userId: number, id: number): Promise<boolean> =>
      (await endWhere(and(eq(sessions.user_id, userId), eq(sessions.id, id)))) !== null,

    /** Also notifies for a user without sessions: a server may have cached an expired one. */
    async endAll(userId: number, exceptId?: number): Promise<void> {
      const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
      await db.transaction(async (transaction) => {
        await transaction.delete(sessions).where(and(eq(sessions.user_id, userId), isOther));
        await sessionStore(transaction).notifyServers(userId);
      });
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;
