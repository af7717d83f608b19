import path from 'node:path';
import { accounts, buildUrl, type Endpoint } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOnce } from '../../../testing/databases.ts';
import { createInstallation } from '../../../testing/installations.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts';
import { hashToken } from '../login/tokens.ts';

type Line = Record<string, unknown> & { event?: string };
type Tokens = { access: string; refresh: string };
type SignedIn = Tokens & { id: number; username: string };

const PASSWORD = 'correct horse 9';
const NEW_PASSWORD = 'the next one 42';
const GUESS = 'a password typed into the wrong field';
const passwords = { new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };

let installation: Awaited<ReturnType<typeof createInstallation>>;
let server: ServerProcess;
let root: SignedIn;
/** Start a separate process, to read the log as operators do. */
beforeAll(async () => {
  installation = await createInstallation('template');
  server = await startServerProcess({
    DATABASE_URL: installation.databaseUrl,
    DATA_DIR: installation.dataDir,
    MEDIA_DIR: path.join(installation.dataDir, 'media'),
    SECRET_KEY: 'a secret of the tests, long enough',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: 'root',
    ADMIN_PASSWORD: PASSWORD,
  });
  root = await logInAs('root');
});
afterAll(async () => {
  await server.stop();
  await installation.remove();
});

async function send(endpoint: Endpoint, body: object, token?: string, params = {}): Promise<Response> {
  return fetch(server.url + buildUrl(endpoint.path, params), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}
const logIn = (username: string, password: string) => send(accounts.login, { username, password });
const sql = (statement: string) => queryOnce(installation.databaseUrl, statement);

async function logInAs(username: string): Promise<SignedIn> {
  const tokens = (await (await logIn(username, PASSWORD)).json()) as Tokens;
  const [row] = (await sql(`select id::int from users where username = '${username}'`)) as { id: number }[];
  return { ...tokens, username, id: row?.id ?? 0 };
}
async function newUser(username: string): Promise<SignedIn> {
  expect((await send(accounts.register, { username, password: PASSWORD })).status).toBe(201);
  return logInAs(username);
}

const parseEvents = (event: string): Line[] =>
  server
    .output()
    .split('\n')
    .flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
    .filter((line) => line.event === event);

/** Waits for the event, since the log arrives through a pipe, slightly after the response. */
const expectLast = (event: string, facts: object) =>
  expect.poll(() => parseEvents(event).at(-1)).toMatchObject(facts);

describe('the security log', () => {
  it('records registrations, logins and failed logins, with the account if it exists', async () => {
    const { id, username } = await newUser('ana');
    await expectLast('auth.account.register', { user_id: id, username });
    await expectLast('auth.login.success', {
      user_id: id,
      username,
      method: 'password',
      remote: '127.0.0.1',
    });
    await logIn('ANA', GUESS);
    await expectLast('auth.login.failure', { user_id: id, username });
    await logIn(GUESS, PASSWORD);
    await expectLast('auth.login.failure', { known_account: false });
    for (let n = 0; n < 10; n += 1) await logIn(username, GUESS);
    await expectLast('auth.login.limited', { user_id: id, username });
  });

  it('warns once about more than 1,000 failed logins an hour in unknown browsers', async () => {
    await sql(
      `insert into rate_limits (key, points, expire)
       values ('login_warning:all', 1000, extract(epoch from now()) * 1000 + 3500000)
       on conflict (key) do update set points = excluded.points`,
    );
    for (const name of ['gus', 'hal', 'ida']) await logIn(name, GUESS);
    await expect.poll(() => parseEvents('auth.login.failure').length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => parseEvents('auth.login.flood')).toMatchObject([{ level: 40 }]);
  });

  it('records logouts and revoked sessions', async () => {
    const user = await newUser('ben');
    await send(accounts.logout, { refresh: user.refresh });
    await expectLast('auth.logout', { user_id: user.id });
    const { access } = await logInAs('ben');
    await send(accounts.endAllSessions, {}, access);
    await expectLast('auth.session.end', { user_id: user.id, session_id: 'all' });
  });

  it('records a changed or wrong password', async () => {
    const { id, username, access } = await newUser('cleo');
    await send(accounts.changePassword, { current_password: GUESS, ...passwords }, access);
    await expectLast('auth.password.failure', { user_id: id, username });
    await send(accounts.changePassword, { current_password: PASSWORD, ...passwords }, access);
    await expectLast('auth.password.change', { user_id: id, username });
  });

  it('records a requested and a completed password reset', async () => {
    const { id, username } = await newUser('dora');
    await sql(`update users set email = 'dora@example.org', email_verified_at = now() where id = ${id}`);
    await send(accounts.requestPasswordReset, { email: 'dora@example.org' });
    await expectLast('auth.password.reset_request', { user_ids: [id] });
    await sql(
      `insert into password_resets (token_hash, user_id, email, expires_at)
       values ('${hashToken('a token of an email')}', ${id}, 'dora@example.org', now() + interval '1 hour')`,
    );
    await send(accounts.confirmPasswordReset, {
      uid: String(id),
      token: 'a token of an email',
      ...passwords,
    });
    await expectLast('auth.password.reset', { user_id: id, username });
  });

  it('records role changes and disabled accounts with the administrator, once for each change', async () => {
    const { id, username } = await newUser('emil');
    const change = (body: object) => send(accounts.updateUser, body, root.access, { id });
    const facts = { user_id: id, username, by: root.id };
    await change({ is_admin: true });
    await change({ is_admin: true });
    await expectLast('auth.role.change', { ...facts, is_admin: true });
    await change({ is_disabled: true });
    await change({ is_disabled: false });
    await expectLast('auth.account.disable', facts);
    await expectLast('auth.account.enable', facts);
    expect(parseEvents('auth.role.change')).toHaveLength(1);
  });

  it('records a changed email address and a deleted account', async () => {
    const { id, username, access } = await newUser('fay');
    await send(accounts.updateProfile, { email: 'fay@example.org', current_password: PASSWORD }, access);
    await expectLast('auth.email.change', { user_id: id, username });
    await send(accounts.deleteAccount, { password: PASSWORD }, access);
    await expectLast('auth.account.delete', { user_id: id, username });
  });

  it('contains no password, token or address', () => {
    const { access, refresh } = root;
    const secrets = [
      PASSWORD,
      GUESS,
      NEW_PASSWORD,
      'a token of an email',
      'example.org',
      access,
      refresh,
      '$argon2',
    ];
    for (const secret of secrets) expect(server.output().includes(secret), secret).toBe(false);
  });
});
