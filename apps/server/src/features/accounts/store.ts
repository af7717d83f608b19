import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { practice_languages, sessions, users } from './tables.ts';
import { usernameKey } from './username.ts';

export type User = typeof users.$inferSelect;
type UserChanges = Partial<Pick<User, 'native_language' | 'email'>>;

/** People, their practice languages and their sessions. */
export function accountStore(db: Database) {
  return {
    async addUser(user: {
      username: string;
      password_hash: string;
      email: string;
      is_admin: boolean;
    }): Promise<User> {
      const [added] = await db
        .insert(users)
        .values({ ...user, username_key: usernameKey(user.username) })
        .returning();
      return added as User;
    },

    async findByUsername(username: string): Promise<User | null> {
      const [user] = await db
        .select()
        .from(users)
        .where(eq(users.username_key, usernameKey(username)));
      return user ?? null;
    },

    async findUser(id: number): Promise<User | null> {
      const [user] = await db.select().from(users).where(eq(users.id, id));
      return user ?? null;
    },

    async updateUser(id: number, changes: UserChanges): Promise<void> {
      if (Object.keys(changes).length === 0) return;
      await db.update(users).set(changes).where(eq(users.id, id));
    },

    /** Changes the preferences by what is kept now, so that two changes at once are both kept. */
    changePreferences<Preferences>(id: number, change: (kept: unknown) => Preferences): Promise<Preferences> {
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .select({ kept: users.preferences })
          .from(users)
          .where(eq(users.id, id))
          .for('update');
        const preferences = change(row?.kept);
        await transaction.update(users).set({ preferences }).where(eq(users.id, id));
        return preferences;
      });
    },

    async countAdmins(): Promise<number> {
      const [row] = await db.select({ admins: count() }).from(users).where(eq(users.is_admin, true));
      return row?.admins ?? 0;
    },

    async practiceLanguages(userId: number): Promise<string[]> {
      const rows = await db
        .select({ language: practice_languages.language })
        .from(practice_languages)
        .where(eq(practice_languages.user_id, userId))
        .orderBy(asc(practice_languages.added_at), asc(practice_languages.language));
      return rows.map(({ language }) => language);
    },

    /** Answers false when it was there already. */
    async addPracticeLanguage(userId: number, language: string): Promise<boolean> {
      const added = await db
        .insert(practice_languages)
        .values({ user_id: userId, language })
        .onConflictDoNothing()
        .returning({ language: practice_languages.language });
      return added.length > 0;
    },

    /** Answers false when it wasn't there. */
    async removePracticeLanguage(userId: number, language: string): Promise<boolean> {
      const removed = await db
        .delete(practice_languages)
        .where(and(eq(practice_languages.user_id, userId), eq(practice_languages.language, language)))
        .returning({ language: practice_languages.language });
      return removed.length > 0;
    },

    async addSession(session: {
      user_id: number;
      token_hash: string;
      user_agent: string;
      expires_at: Date;
    }): Promise<{ id: number }> {
      const [added] = await db.insert(sessions).values(session).returning({ id: sessions.id });
      return added as { id: number };
    },

    /** The session and its person, while neither is ended, expired or disabled. */
    async findLiveSession(by: { id: number } | { token_hash: string }) {
      const [found] = await db
        .select({ id: sessions.id, user_id: users.id, is_admin: users.is_admin })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.user_id))
        .where(
          and(
            'id' in by ? eq(sessions.id, by.id) : eq(sessions.token_hash, by.token_hash),
            gt(sessions.expires_at, sql`now()`),
            isNull(users.disabled_at),
          ),
        );
      return found ?? null;
    },

    async touchSession(id: number): Promise<void> {
      await db.update(sessions).set({ last_used_at: sql`now()` }).where(eq(sessions.id, id));
    },

    /** Ends a session, and tells every server by its person's id. */
    async endSession(tokenHash: string): Promise<void> {
      const ended = db
        .$with('ended')
        .as(
          db
            .delete(sessions)
            .where(eq(sessions.token_hash, tokenHash))
            .returning({ user_id: sessions.user_id }),
        );
      await db
        .with(ended)
        .select({ told: sql`pg_notify(${SESSIONS_CHANNEL}, ${ended.user_id}::text)` })
        .from(ended);
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;

/** On it goes the id of each person whose sessions or role changed. */
export const SESSIONS_CHANNEL = 'sessions_changed';
