import { accounts } from '@sayback/contract';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../../../platform/database/database.ts';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { startSession } from './sessions.ts';
import { hashToken } from './tokens.ts';

const { server } = await withServer();

/** Commits once `attempt` waits for the transaction's locks, and returns its outcome. */
async function commitDuring<Value>(client: pg.Client, attempt: Promise<Value>): Promise<Value> {
  await Promise.race([waitForLockWait(client), attempt]);
  await client.query('commit');
  return attempt;
}

const countSessions = async (id: number) => (await sessionStore(server.context.db).listForUser(id)).length;
const hashPassword = (password: string) =>
  server.context.passwords.admit('new-password', ({ hash }) => hash(password));

/** Changes that another request commits while a login's password is being verified. */
const CHANGES: [string, (client: pg.Client, id: number) => Promise<unknown>][] = [
  [
    'password changes',
    async (client, id) =>
      client.query('update users set password_hash = $2 where id = $1', [
        id,
        await hashPassword('a new one 42'),
      ]),
  ],
  [
    'account is disabled',
    (client, id) => client.query('update users set disabled_at = now() where id = $1', [id]),
  ],
  ['account is deleted', (client, id) => client.query('delete from users where id = $1', [id])],
];

describe('a login whose password was verified', () => {
  it.each(CHANGES)('gets no session if the %s concurrently', async (_, change) => {
    const { id, username } = await signIn(server);
    const client = await openTransaction(server.databaseUrl);
    await change(client, id);
    await client.query('delete from sessions where user_id = $1', [id]);
    const login = clientFor(server.app).try(accounts.login, { body: { username, password: PASSWORD } });
    expect((await commitDuring(client, login)).statusCode).toBe(401);
    expect(await countSessions(id)).toBe(0);
  });
});

describe('a password change', () => {
  it('also ends a session that is being created', async () => {
    const user = await signIn(server);
    const client = await openTransaction(server.databaseUrl);
    // Simulates a login whose session isn't committed yet.
    await client.query('update users set last_used_at = now() where id = $1', [user.id]);
    await client.query(
      `insert into sessions (user_id, token_hash, expires_at) values ($1, 'late', now() + interval '1 day')`,
      [user.id],
    );
    const changed = user.try(accounts.changePassword, {
      body: { current_password: PASSWORD, new_password1: 'a new one 42', new_password2: 'a new one 42' },
    });
    expect((await commitDuring(client, changed)).statusCode).toBe(204);
    expect(await countSessions(user.id)).toBe(0);
  });
});

describe('a call with the previous password', () => {
  it.each([
    [
      'changing the password',
      accounts.changePassword,
      { current_password: PASSWORD, new_password1: 'taken over 42', new_password2: 'taken over 42' },
    ],
    [
      'changing the e-mail address',
      accounts.updateProfile,
      { email: 'eve@example.org', current_password: PASSWORD },
    ],
    ['deleting the account', accounts.deleteAccount, { password: PASSWORD }],
  ])('%s is refused if the owner changes the password concurrently', async (_, endpoint, body) => {
    const user = await signIn(server);
    const client = await openTransaction(server.databaseUrl);
    await client.query('update users set password_hash = $2 where id = $1', [
      user.id,
      await hashPassword('a new one 42'),
    ]);
    const attempt = user.try(endpoint, { body });
    expect((await commitDuring(client, attempt)).statusCode).toBe(400);
    const login = { username: user.username, password: 'a new one 42' };
    expect((await clientFor(server.app).try(accounts.login, { body: login })).statusCode).toBe(200);
  });
});

describe('a sign-in through an identity provider', () => {
  it('gets no session if its identity is unlinked concurrently', async () => {
    const { id } = await signIn(server);
    const identity = { issuer: 'https://school.example', subject: 'eve' };
    await server.context.db.execute(
      `insert into identities (user_id, issuer, subject) values (${id}, '${identity.issuer}', '${identity.subject}')`,
    );
    const client = await openTransaction(server.databaseUrl);
    await client.query('update users set email_verified_at = now() where id = $1', [id]);
    await client.query('delete from identities where user_id = $1', [id]);
    await client.query('delete from sessions where user_id = $1', [id]);
    const deps = { sessions: sessionStore(server.context.db), tokens: server.context.tokens };
    const attempt = startSession(deps, { user_id: id, identity }, 'a test').catch((error: unknown) => error);
    expect(await commitDuring(client, attempt)).toMatchObject({ code: 'unauthorized' });
    expect(await countSessions(id)).toBe(0);
  });
});

describe('a token refresh', () => {
  it('is refused if its session ends concurrently', async () => {
    const user = await signIn(server);
    const client = await openTransaction(server.databaseUrl);
    await client.query('delete from sessions where user_id = $1', [user.id]);
    const attempt = clientFor(server.app).try(accounts.refreshToken, { body: { refresh: user.refresh } });
    expect((await commitDuring(client, attempt)).statusCode).toBe(401);
  });
});

const refresh = (token: string) =>
  clientFor(server.app).try(accounts.refreshToken, { body: { refresh: token } });

describe('a session', () => {
  it('ends thirty days after it began, even if it was refreshed', async () => {
    const user = await signIn(server);
    const readLifetimeDays = async () => {
      const { rows } = await server.context.db.execute<{ days: string }>(
        `select extract(epoch from expires_at - created_at) / 86400 as days from sessions where user_id = ${user.id}`,
      );
      return Number(rows[0]?.days);
    };
    expect(await readLifetimeDays()).toBeCloseTo(30, 3);
    expect((await refresh(user.refresh)).statusCode).toBe(200);
    expect(await readLifetimeDays()).toBeCloseTo(30, 3);

    await server.context.db.execute(
      `update sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}`,
    );
    expect((await refresh(user.refresh)).statusCode).toBe(401);
    // Use a second server, since the first one may have cached the session for a minute.
    const second = await startSecondApp(server);
    expect((await clientFor(second.app, user.token).try(accounts.getProfile)).statusCode).toBe(401);
  });

  it('stays invalid after its account is disabled and re-enabled', async () => {
    const admin = await signIn(server, 'admin');
    const user = await signIn(server);
    for (const is_disabled of [true, false]) {
      await admin.call(accounts.updateUser, { params: { id: user.id }, body: { is_disabled } });
    }
    expect((await refresh(user.refresh)).statusCode).toBe(401);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
  });

  it('gets a new 15-minute access token and a new refresh token of 256 random bits at each login', async () => {
    const { username } = await signIn(server);
    const logins = await Promise.all(
      [1, 2, 3].map(() =>
        clientFor(server.app).call(accounts.login, { body: { username, password: PASSWORD } }),
      ),
    );
    expect(new Set(logins.flatMap((login) => [login.access, login.refresh])).size).toBe(6);
    for (const login of logins) {
      expect(Buffer.from(login.refresh, 'base64url')).toHaveLength(32);
      const { iat, exp } = JSON.parse(Buffer.from(login.access.split('.')[1] ?? '', 'base64url').toString());
      expect(exp - iat).toBe(15 * 60);
    }
  });

  it('is stored with only a hash of its refresh token', async () => {
    const user = await signIn(server);
    const { rows } = await server.context.db.execute(`select * from sessions where user_id = ${user.id}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(user.refresh);
  });
});

/** Opens a store on the server's database whose notifications fail. */
async function openStoreWithoutNotify(): Promise<SessionStore> {
  await server.context.db.execute('create schema if not exists no_notify');
  await server.context.db.execute(
    `create or replace function no_notify.pg_notify(text, text) returns void language plpgsql
      as $$ begin raise exception 'no notifications'; end $$`,
  );
  const url = new URL(server.databaseUrl);
  url.searchParams.set('options', '-c search_path=no_notify,pg_catalog,public');
  const { db, close } = connectDatabase(url.href, { size: 1, onError: () => undefined });
  onTestFinished(close);
  return sessionStore(db);
}

describe('ending a session', () => {
  it.each<
    [
      string,
      (store: SessionStore, user: { id: number; refresh: string; session: number }) => Promise<unknown>,
    ]
  >([
    ['by its token', (store, { refresh }) => store.endByToken(hashToken(refresh))],
    ['by its id', (store, { id, session }) => store.end(id, session)],
    ['along with all others', (store, { id }) => store.endAll(id)],
  ])('%s changes nothing if the other servers can’t be notified', async (_, end) => {
    const user = await signIn(server);
    const store = sessionStore(server.context.db);
    const [session] = await store.listForUser(user.id);
    const ids = { id: user.id, refresh: user.refresh, session: session?.id ?? 0 };
    await expect(end(await openStoreWithoutNotify(), ids)).rejects.toThrow();
    expect(await store.listForUser(user.id)).toHaveLength(1);
    await end(store, ids);
    expect(await store.listForUser(user.id)).toEqual([]);
  });
});
