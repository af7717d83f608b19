import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startApp, startSecondApp, type TestApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const change = (id: number, body: { is_admin?: boolean; is_disabled?: boolean }, author: Client = admin) =>
  author.try(accounts.updateUser, { params: { id }, body });

describe('user administration', () => {
  it('finds users by name, address and group', async () => {
    const user = await signIn(server);
    await user.call(accounts.updateProfile, {
      body: { email: 'findme@example.org', current_password: PASSWORD },
    });
    const { results, count } = await admin.call(accounts.listUsers, { query: { q: 'FINDME' } });
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({
      id: user.id,
      is_admin: false,
      is_disabled: false,
      last_used_at: expect.any(String),
    });
    expect((await admin.call(accounts.listUsers, { query: { q: '%' } })).count).toBe(0);
  });

  it('adds and removes administrators, immediately on every server', async () => {
    const second = await startSecondApp(server);
    const user = await signIn(server);
    const otherServer = clientFor(second.app, user.token);
    expect((await otherServer.try(accounts.listUsers)).statusCode).toBe(403);
    expect((await change(user.id, { is_admin: true })).json()).toMatchObject({ is_admin: true });
    await expect.poll(async () => (await otherServer.try(accounts.listUsers)).statusCode).toBe(200);
    await change(user.id, { is_admin: false });
    await expect.poll(async () => (await otherServer.try(accounts.listUsers)).statusCode).toBe(403);
  });

  it('disables and enables users, immediately on every server', async () => {
    const second = await startSecondApp(server);
    const user = await signIn(server);
    const otherServer = clientFor(second.app, user.token);
    await otherServer.call(accounts.getProfile);
    await change(user.id, { is_disabled: true });
    await expect.poll(async () => (await otherServer.try(accounts.getProfile)).statusCode).toBe(401);
    const login = () =>
      clientFor(server.app).try(accounts.login, { body: { username: user.username, password: PASSWORD } });
    expect((await login()).statusCode).toBe(401);
    await change(user.id, { is_disabled: false });
    expect((await login()).statusCode).toBe(200);
  });

  it('never removes the last administrator', async () => {
    const fresh = await startApp();
    const [first, second] = [await signIn(fresh, 'admin'), await signIn(fresh, 'admin')];
    const responses = await Promise.all([
      change(second.id, { is_admin: false }, first),
      change(first.id, { is_disabled: true }, second),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toContain(200);
    const { rows } = await fresh.context.db.execute(
      'select id from users where is_admin and disabled_at is null',
    );
    expect(rows).toHaveLength(1);
    const last = [first, second].find(({ id }) => id === Number(rows[0]?.id));
    const deletion = await last?.try(accounts.deleteAccount, { body: { password: PASSWORD } });
    expect(deletion?.statusCode).toBe(409);
    await fresh.close();
  });

  it('shows each user’s last sign-in after the session has ended', async () => {
    const user = await signIn(server);
    const unused = await server.context.db.execute<{ id: number }>(
      `insert into users (username, username_key) values ('never', 'never') returning id::int`,
    );
    const usedAt = async (id: unknown) => {
      const { results } = await admin.call(accounts.listUsers, {
        query: { q: id === user.id ? user.username : 'never' },
      });
      return results[0]?.last_used_at;
    };
    const before = await usedAt(user.id);
    await user.call(accounts.endAllSessions);
    const after = String(await usedAt(user.id));
    expect(Math.abs(Date.parse(after) - Date.parse(String(before)))).toBeLessThan(120_000);
    expect(await usedAt(unused.rows[0]?.id)).toBeNull();
  });
});

describe('invitations', () => {
  const registerWith = ({ app }: TestApp, username: string, invitation?: string) =>
    clientFor(app).try(accounts.register, { body: { username, password: PASSWORD, invitation } });

  it('admit as many users as they allow, until they expire, and set the group', async () => {
    const invited = await startApp({ REGISTRATION: 'invite' });
    const invitingAdmin = await signIn(invited, 'admin');
    const created = await invitingAdmin.call(accounts.createInvitation, {
      body: { group_name: ' 7b ', uses: 2, expires_in_days: 3 },
    });
    const token = new URL(created.url).searchParams.get('invitation') as string;
    expect((await registerWith(invited, 'a')).statusCode).toBe(403);
    expect((await registerWith(invited, 'b', 'made up')).statusCode).toBe(403);
    expect((await registerWith(invited, 'two words', token)).statusCode).toBe(400);
    const responses = await Promise.all(
      ['c', 'd', 'e', 'f'].map((name) => registerWith(invited, `user-${name}`, token)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 403, 403]);
    expect((await invitingAdmin.call(accounts.listUsers, { query: { q: '7b' } })).count).toBe(2);
    expect(await invitingAdmin.call(accounts.listInvitations)).toEqual([]);
    const { url } = await invitingAdmin.call(accounts.createInvitation, { body: {} });
    await invited.context.db.execute('update invitations set expires_at = now()');
    const late = await registerWith(invited, 'late', new URL(url).searchParams.get('invitation') ?? '');
    expect(late.json().detail).toBe('This invitation has expired or is used up. Ask for a new one.');
    await invited.close();
  });

  it('are listed without their token, and can be revoked', async () => {
    const created = await admin.call(accounts.createInvitation, { body: {} });
    const listed = await admin.call(accounts.listInvitations);
    expect(listed.map(({ id }) => id)).toContain(created.id);
    expect(JSON.stringify(listed)).not.toContain(new URL(created.url).searchParams.get('invitation'));
    await admin.call(accounts.deleteInvitation, { params: { id: created.id } });
    expect((await admin.try(accounts.deleteInvitation, { params: { id: created.id } })).statusCode).toBe(404);
  });
});

describe('sessions', () => {
  it('are listed, and can be ended individually or all together', async () => {
    const user = await signIn(server);
    const other = await clientFor(server.app).call(accounts.login, {
      body: { username: user.username, password: PASSWORD },
    });
    const otherSession = clientFor(server.app, other.access);
    const list = await user.call(accounts.listSessions);
    expect(list).toHaveLength(2);
    expect(list.filter(({ is_current }) => is_current)).toMatchObject([{ user_agent: 'a test' }]);

    const stranger = await signIn(server);
    const otherId = list.find(({ is_current }) => !is_current)?.id as number;
    expect((await stranger.try(accounts.endSession, { params: { id: otherId } })).statusCode).toBe(404);
    await user.call(accounts.endSession, { params: { id: otherId } });
    await expect.poll(async () => (await otherSession.try(accounts.getProfile)).statusCode).toBe(401);

    const { access } = await clientFor(server.app).call(accounts.login, {
      body: { username: user.username, password: PASSWORD },
    });
    await user.call(accounts.endAllSessions, { query: { others: true } });
    const elsewhere = clientFor(server.app, access);
    await expect.poll(async () => (await elsewhere.try(accounts.getProfile)).statusCode).toBe(401);
    expect(await user.call(accounts.listSessions)).toMatchObject([{ is_current: true }]);
    expect((await stranger.try(accounts.getProfile)).statusCode).toBe(200);

    await user.call(accounts.endAllSessions);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
  });
});
