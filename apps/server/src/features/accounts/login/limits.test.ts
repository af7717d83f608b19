import { accounts } from '@sayback/contract';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitAddress } from '../../../security/limit-address.ts';
import { PASSWORD, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startSecondApp, type TestApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { accountStore } from '../account-store.ts';
import { loginNetworks } from '../rate-limits.ts';
import { limitGuess } from './guessing.ts';
import { sessionStore } from './session-store.ts';
import { startSession } from './sessions.ts';

const { server } = await withServer();

const post = (url: string, payload: object, from = '127.0.0.1', { app } = server) =>
  app.inject({ method: 'POST', url, payload, remoteAddress: from });
const addSession = async ({ context }: TestApp, user_id: number) => {
  const user = await accountStore(context.db).findUser(user_id);
  const proof = { user_id, password_hash: user?.password_hash ?? null };
  return startSession({ sessions: sessionStore(context.db), tokens: context.tokens }, proof, 'a test');
};
const logIn = (username: string, password: string, from?: string, app?: Pick<TestApp, 'app'>) =>
  post('/api/token/', { username, password }, from, app as TestApp);

describe('rate limits', () => {
  it('refuse ten failed logins to an account from one address, but not other accounts or addresses', async () => {
    const second = await startSecondApp(server);
    const { username } = await signIn(server);
    const attempts = await Promise.all(
      Array.from({ length: 14 }, () => logIn(username, 'guess', '10.0.0.1')),
    );
    expect(attempts.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = await logIn(username.toUpperCase(), PASSWORD, '10.0.0.1', second);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    // The same user at another address isn't limited, nor another user at this address.
    expect((await logIn(username, PASSWORD, '10.0.0.2')).statusCode).toBe(200);
    expect((await logIn((await signIn(server)).username, PASSWORD, '10.0.0.1')).statusCode).toBe(200);
  });

  it('are reset by the right password', async () => {
    const { username } = await signIn(server);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 6; n += 1)
        expect((await logIn(username, 'guess', '10.0.0.3')).statusCode).toBe(401);
      expect((await logIn(username, PASSWORD, '10.0.0.3')).statusCode).toBe(200);
    }
  });

  it('refuse an address after a hundred failures', async () => {
    // Simulates 96 failures, since hashing for each would take long.
    for (let n = 0; n < 96; n += 1) await server.context.limits.take('login_address', '10.0.0.4');
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, n) => logIn(`nobody${n}`, 'x', '10.0.0.4')),
    );
    expect(attempts.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });

  it('allow a hundred registrations from one address in an hour', async () => {
    const statuses: number[] = [];
    // Send three batches, since more than 60 concurrent requests from one address are refused for another reason.
    for (const size of [40, 40, 23]) {
      const responses = await Promise.all(
        Array.from({ length: size }, () =>
          post('/api/accounts/register/', { username: 'x y', password: PASSWORD }, '10.0.0.5'),
        ),
      );
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  it('refuse more than sixty refreshes a minute', async () => {
    const { refresh } = await signIn(server);
    const responses = await Promise.all(
      Array.from({ length: 63 }, () => post('/api/token/refresh/', { refresh }, '10.0.0.6')),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
  });
});

describe('limitAddress', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['203.0.113.5:51034', '203.0.113.5'],
    ['[2001:db8::1]:51034', '2001:db8:0:0'],
    ['[2001:db8::1]', '2001:db8:0:0'],
    ['[::ffff:10.1.2.3]:51034', '10.1.2.3'],
  ])('counts %s as %s', (ip, counted) => {
    expect(limitAddress(ip)).toBe(counted);
  });

  it('applies to the X-Forwarded-For of proxies that append the port', async () => {
    const app = Fastify({ trustProxy: true });
    onTestFinished(() => app.close());
    app.get('/', async ({ ip }) => [limitAddress(ip), loginNetworks(ip)]);
    const count = async (forwarded: string) =>
      (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).json();
    expect(await count('203.0.113.5:51034')).toEqual(await count('203.0.113.5'));
    expect(await count('[2001:db8:1:2::1]:51034')).toEqual(await count('2001:db8:1:2::1'));
  });
});

describe('successful logins', () => {
  it('are limited to thirty per account and hour, from any address, with a Retry-After', async () => {
    const { username, refresh, id } = await signIn(server);
    await server.context.limits.take('sign_ins', String(id), 28);
    for (const from of ['10.0.1.1', '10.0.1.2'])
      expect((await logIn(username, PASSWORD, from)).statusCode).toBe(200);
    const refused = await logIn(username, PASSWORD, '10.0.1.3');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.json().detail).toMatch(/^You have signed in very often .* (59|60) minutes\.$/);
    expect((await post('/api/token/refresh/', { refresh })).statusCode).toBe(200);
    expect((await logIn((await signIn(server)).username, PASSWORD, '10.0.1.3')).statusCode).toBe(200);
    // A wrong password gets the usual 401, which reveals nothing about sign-ins.
    expect((await logIn(username, 'guess', '10.0.1.4')).statusCode).toBe(401);
  });

  it('end the least recently used session when an account has fifty', async () => {
    const user = await signIn(server);
    const first = await addSession(server, user.id);
    await server.context.db.execute(
      `update sessions set last_used_at = now() - interval '1 day' where user_id = ${user.id}`,
    );
    expect((await post('/api/token/refresh/', { refresh: first.refresh })).statusCode).toBe(200);
    for (let n = 0; n < 49; n += 1) await addSession(server, user.id);
    const { rows } = await server.context.db.execute(`select id from sessions where user_id = ${user.id}`);
    expect(rows).toHaveLength(50);
    expect((await post('/api/token/refresh/', { refresh: first.refresh })).statusCode).toBe(200);
    expect((await post('/api/token/refresh/', { refresh: user.refresh })).statusCode).toBe(401);
    await eventually(async () => expect((await user.try(accounts.getProfile)).statusCode).toBe(401));
  });
});

describe('guessing many accounts', () => {
  const logIn = (username: string, password: string, from: string, cookie?: string) =>
    server.app.inject({
      method: 'POST',
      url: accounts.login.path,
      payload: { username, password },
      remoteAddress: from,
      ...(cookie && { headers: { cookie } }),
    });
  let attempts = 0;
  /** Tries a common password on the next account, as an attacker would. */
  const guessNextAccount = async (from: string) => {
    attempts += 1;
    return (await logIn(`pupil${attempts}`, 'password1', from)).statusCode;
  };
  const setPoints = (limit: string, points: number) =>
    server.context.db.execute(`
    insert into rate_limits (key, points, expire)
    values ('${limit}:all', ${points}, extract(epoch from now()) * 1000 + 3500000)
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
  const expireLimits = () => server.context.db.execute('update rate_limits set expire = 0');

  describe('failed logins in unknown browsers', () => {
    it('are logged once when they exceed 1,000 an hour on all servers together', async () => {
      const second = await startSecondApp(server);
      const fail = async (from: string, device: string | null = null) => {
        const limits = [server, second][attempts % 2]?.context.limits ?? server.context.limits;
        attempts += 1;
        return (await limitGuess(limits, `name${attempts}`, { ip: from, device })).fail();
      };
      await setPoints('login_warning', 994);
      const logged = [];
      for (let n = 0; n < 12; n += 1) logged.push(await fail(`10.1.0.${n}`));
      expect(logged.flatMap((isLogged, n) => (isLogged ? [n] : []))).toEqual([6]);
      await expireLimits();
      expect(await fail('10.1.1.1')).toBe(false);
      // Failures in known browsers aren't counted.
      await setPoints('login_warning', 1000);
      const countFailures = () =>
        server.context.limits.failures.fromUnknownDevices + second.context.limits.failures.fromUnknownDevices;
      const before = countFailures();
      expect(await fail('10.1.1.2', 'a device')).toBe(false);
      expect(await fail('10.1.1.3')).toBe(true);
      expect(countFailures()).toBe(before + 1);
      await expireLimits();
    });

    it('limit networks without a recent sign-in to one attempt in 30 seconds, after more than 3,000 an hour', async () => {
      const { username } = await signIn(server);
      const success = await logIn(username, PASSWORD, '10.2.0.1');
      expect(success.statusCode).toBe(200);
      await setPoints('login_flood', 2999);
      expect([await guessNextAccount('10.2.9.9'), await guessNextAccount('10.2.9.9')]).toEqual([401, 401]);
      expect([await guessNextAccount('10.2.1.1'), await guessNextAccount('10.2.1.1')]).toEqual([401, 429]);
      expect([await guessNextAccount('2001:db8:1:1::1'), await guessNextAccount('2001:db8:1:2::1')]).toEqual([
        401, 429,
      ]);
      const refused = await logIn(username, 'password1', '10.2.1.1');
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
      expect([
        await guessNextAccount('10.2.1.2'),
        await guessNextAccount('10.2.0.1'),
        await guessNextAccount('10.2.0.1'),
      ]).toEqual([401, 401, 401]);
      // The right password from a known browser isn't delayed.
      for (let n = 0; n < 3; n += 1) {
        expect((await logIn(username, PASSWORD, '10.2.1.3')).statusCode).toBe(200);
      }
      const cookie = String(success.headers['set-cookie']).split(';')[0] ?? '';
      expect((await logIn(username, PASSWORD, '10.2.1.1', cookie)).statusCode).toBe(200);
      await expireLimits();
      expect([await guessNextAccount('10.2.1.1'), await guessNextAccount('10.2.1.1')]).toEqual([401, 401]);
    });
  });
});
