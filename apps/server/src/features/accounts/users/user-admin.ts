import type { accounts } from '@sayback/contract';
import { asc, eq, ilike, max, or } from 'drizzle-orm';
import { mustExist } from '../../../errors/app-error.ts';
import type { ChunkedList } from '../../../http/json-stream.ts';
import { type Database, likePattern } from '../../../platform/database/database.ts';
import { accountStore, type User } from '../account-store.ts';
import { sessionStore } from '../login/session-store.ts';
import { lastAdmin } from '../preferences/own-account.ts';
import { describeFactors, hasSecondFactor } from '../second-factor/factor-store.ts';
import { identities, sessions, users } from '../tables.ts';

const latest = (...instants: (Date | null)[]): Date | null =>
  instants.reduce((a, b) => (a && b && a > b ? a : (b ?? a)), null);

export function userAdmin(db: Database) {
  const matching = (q: string | undefined) =>
    q
      ? or(
          ilike(users.username, likePattern(q)),
          ilike(users.email, likePattern(q)),
          ilike(users.group_name, likePattern(q)),
        )
      : undefined;

  const lastUsed = db
    .select({ user_id: sessions.user_id, at: max(sessions.last_used_at).as('at') })
    .from(sessions)
    .groupBy(sessions.user_id)
    .as('last_used');

  const select = () =>
    db
      // The previous release, if running beside this one, only updates the session.
      .select({ user: users, session_used_at: lastUsed.at, has_second_factor: hasSecondFactor(users.id) })
      .from(users)
      .leftJoin(lastUsed, eq(lastUsed.user_id, users.id));

  type Row = Awaited<ReturnType<typeof select>>[number];
  const describe = ({ user, session_used_at, has_second_factor }: Row): accounts.User => ({
    id: user.id,
    username: user.username,
    email: user.email,
    group_name: user.group_name,
    is_admin: user.is_admin,
    is_disabled: user.disabled_at !== null,
    has_second_factor,
    created_at: user.created_at.toISOString(),
    last_used_at: latest(user.last_used_at, session_used_at)?.toISOString() ?? null,
  });

  return {
    count: (q: string | undefined): Promise<number> => db.$count(users, matching(q)),

    async page(q: string | undefined, offset: number, size: number): Promise<accounts.User[]> {
      const rows = await select()
        .where(matching(q))
        .orderBy(asc(users.username_key), asc(users.id))
        .limit(size)
        .offset(offset);
      return rows.map(describe);
    },

    async find(id: number): Promise<accounts.User | null> {
      const [row] = await select().where(eq(users.id, id));
      return row ? describe(row) : null;
    },

    /**
     * Changes a user's role, or whether they may sign in. Throws a 404, and a 409 for the last administrator. Returns the
     * account's previous state.
     */
    change: (id: number, changes: { is_admin?: boolean; is_disabled?: boolean }): Promise<User> =>
      db.transaction(async (transaction) => {
        const store = accountStore(transaction);
        const admins = await store.countAdmins();
        const user = mustExist(await store.lockUser(id), 'accounts.noUser');
        const isAdmin = changes.is_admin ?? user.is_admin;
        const isDisabled = changes.is_disabled ?? user.disabled_at !== null;
        const countsNow = user.is_admin && !user.disabled_at;
        if (countsNow && !(isAdmin && !isDisabled) && admins <= 1) throw lastAdmin();
        await store.updateUser(id, {
          is_admin: isAdmin,
          disabled_at: isDisabled ? (user.disabled_at ?? new Date()) : null,
        });
        const inForce = sessionStore(transaction);
        await (isDisabled ? inForce.endAll(id) : inForce.tell(id));
        return user;
      }),

    /** Exports all data about a user. Long lists come in chunks; they fail if the account is deleted meanwhile. */
    async export(id: number, more: Record<string, ChunkedList>): Promise<Record<string, unknown>> {
      const find = async () => mustExist(await accountStore(db).findUser(id));
      async function* whole(list: ChunkedList) {
        yield* list;
        await find();
      }
      const { password_hash: _, username_key: __, ...account } = await find();
      return {
        exported_at: new Date().toISOString(),
        account,
        practice_languages: await accountStore(db).practiceLanguages(id),
        sessions: sessionStore(db).readChunks(id),
        second_factor: await describeFactors(db, id),
        identities: await db.select().from(identities).where(eq(identities.user_id, id)),
        ...Object.fromEntries(Object.entries(more).map(([name, pieces]) => [name, whole(pieces)])),
      };
    },
  };
}
