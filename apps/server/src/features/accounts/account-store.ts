import { and, asc, eq, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../platform/database/database.ts';
import { practice_languages, users } from './tables.ts';
import { usernameKey } from './users/username.ts';

export type User = typeof users.$inferSelect;
type NewUser = Pick<User, 'username' | 'password_hash' | 'email' | 'is_admin'> &
  Partial<Pick<User, 'group_name' | 'email_verified_at'>>;
type UserChanges = Partial<
  Pick<
    User,
    | 'native_language'
    | 'email'
    | 'email_verified_at'
    | 'password_hash'
    | 'is_admin'
    | 'disabled_at'
    | 'preferences'
  >
>;

export function accountStore(db: Database) {
  return {
    async addUser(user: NewUser): Promise<User> {
      const [added] = await db
        .insert(users)
        .values({ ...user, username_key: usernameKey(user.username) })
        .returning();
      return added as User;
    },

    findByUsername: (username: string): Promise<User | null> =>
      firstRow(
        db
          .select()
          .from(users)
          .where(eq(users.username_key, usernameKey(username))),
      ),

    /** Finds users by email address, ignoring case; several may share one. */
    findByEmail: (email: string): Promise<User[]> =>
      db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).orderBy(asc(users.id)),

    findUser: (id: number): Promise<User | null> => firstRow(db.select().from(users).where(eq(users.id, id))),

    /** Locks the row until the transaction ends. */
    lockUser: (id: number): Promise<User | null> =>
      firstRow(db.select().from(users).where(eq(users.id, id)).for('update')),

    async updateUser(id: number, changes: UserChanges): Promise<void> {
      if (Object.keys(changes).length === 0) return;
      await db.update(users).set(changes).where(eq(users.id, id));
    },

    /** Sets a password hash. Returns false if `previous` isn't the stored one any more. */
    replacePasswordHash: (id: number, previous: string | null, password_hash: string): Promise<boolean> =>
      changesAny(
        db
          .update(users)
          .set({ password_hash })
          .where(and(eq(users.id, id), sql`${users.password_hash} is not distinct from ${previous}`)),
      ),

    async deleteUser(id: number): Promise<void> {
      await db.delete(users).where(eq(users.id, id));
    },

    /** Counts enabled administrators. Locks their rows until the transaction ends, so that two can't demote each other. */
    async countAdmins(): Promise<number> {
      const admins = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.is_admin, true), sql`${users.disabled_at} is null`))
        .for('update');
      return admins.length;
    },

    async listPracticeLanguages(userId: number): Promise<string[]> {
      const rows = await db
        .select({ language: practice_languages.language })
        .from(practice_languages)
        .where(eq(practice_languages.user_id, userId))
        .orderBy(asc(practice_languages.added_at), asc(practice_languages.language));
      return rows.map(({ language }) => language);
    },

    /** Returns false if it already exists. */
    addPracticeLanguage: (userId: number, language: string): Promise<boolean> =>
      changesAny(db.insert(practice_languages).values({ user_id: userId, language }).onConflictDoNothing()),

    /** Returns false if it doesn't exist. */
    removePracticeLanguage: (userId: number, language: string): Promise<boolean> =>
      changesAny(
        db
          .delete(practice_languages)
          .where(and(eq(practice_languages.user_id, userId), eq(practice_languages.language, language))),
      ),
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
