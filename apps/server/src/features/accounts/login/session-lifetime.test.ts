import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server } = await withServer();

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
    // A second server, since the first one may have cached the session for a minute.
    const second = await startSecondApp(server);
    expect((await clientFor(second.app, user.token).try(accounts.getProfile)).statusCode).toBe(401);
  });

  it('stays ended when its account is disabled and enabled again', async () => {
    const admin = await signIn(server, 'admin');
    const user = await signIn(server);
    for (const is_disabled of [true, false]) {
      await admin.call(accounts.updateUser, { params: { id: user.id }, body: { is_disabled } });
    }
    expect((await refresh(user.refresh)).statusCode).toBe(401);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
  });

  it('gets an access token of 15 minutes and a refresh token of 256 random bits at each login', async () => {
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
