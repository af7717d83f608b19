import type { accounts } from '@sayback/contract';
import { asc, eq, ilike, max, or } from 'drizzle-orm';
import { mustExist } from '../../../errors/app-error.ts';
import type { ChunkedList } from '../../../http/json-stream.ts';
import { type Database, likePattern } from '../../../platform/database/database.ts';
import { accountStore, type User } from '../account-store.ts';
import { sessionStore } from '../login/session-store.ts';
import { onlyAdminError } from '../preferences/change-account.ts';
import { describeFactors, hasSecondFactor } from '../second-factor/factor-store.ts';
import { identities, sessions, users } from '../tables.ts';

const findLatest = (...instants: (Date | null)[]): Date | null =>
  instants.reduce((a, b) => (a && b && a > b ? a : (b ?? a)), null);

export function userAdmin(db: Database) {
  const matches = (q: string | undefined) =>
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
      // During an upgrade, servers of the previous release only update the session.
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
    last_used_at: findLatest(user.last_used_at, session_used_at)?.toISOString() ?? null,
  });

  return {
    count: (q: string | undefined): Promise<number> => db.$count(users, matches(q)),

    async page(q: string | undefined, offset: number, size: number): Promise<accounts.User[]> {
      const rows = await select()
        .where(matches(q))
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
     * Changes a user's role, or whether they can sign in. Throws a 404, and a 409 for the only administrator. Returns the
     * account's previous state.
     */
    change: (id: number, changes: { is_admin?: boolean; is_disabled?: boolean }): Promise<User> =>
      db.transaction(async (transaction) => {
        const store = accountStore(transaction);
        const admins = await store.countAdmins();
        const user = mustExist(await store.lockUser(id), 'accounts.noUser');
        const isAdmin = changes.is_admin ?? user.is_admin;
        const isDisabled = changes.is_disabled ?? user.disabled_at !== null;
        const wasActiveAdmin = user.is_admin && !user.disabled_at;
        const isActiveAdmin = isAdmin && !isDisabled;
        if (wasActiveAdmin && !isActiveAdmin && admins <= 1) throw onlyAdminError();
        await store.updateUser(id, {
          is_admin: isAdmin,
          disabled_at: isDisabled ? (user.disabled_at ?? new Date()) : null,
        });
        const sessions = sessionStore(transaction);
        await (isDisabled ? sessions.endAll(id) : sessions.notifyServers(id));
        return user;
      }),

    /** Exports all data about a user. Lists in chunks fail if the account is deleted during the export. */
    async export(id: number, lists: Record<string, ChunkedList>): Promise<Record<string, unknown>> {
      const findUser = async () => mustExist(await accountStore(db).findUser(id));
      async function* requireUserAfter(chunks: ChunkedList) {
        yield* chunks;
        await findUser();
      }
      const { password_hash: _, username_key: __, ...account } = await findUser();
      return {
        exported_at: new Date().toISOString(),
        account,
        practice_languages: await accountStore(db).listPracticeLanguages(id),
        sessions: sessionStore(db).readChunks(id),
        second_factor: await describeFactors(db, id),
        identities: await db.select().from(identities).where(eq(identities.user_id, id)),
        ...Object.fromEntries(
          Object.entries(lists).map(([name, chunks]) => [name, requireUserAfter(chunks)]),
        ),
      };
    },
  };
}
