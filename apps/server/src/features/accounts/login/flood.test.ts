import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signIn } from '../../../testing/client.ts';
import { startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { limitGuess } from './guessing.ts';

const { server } = await withServer();

const logIn = (username: string, password: string, from: string, cookie?: string) =>
  server.app.inject({
    method: 'POST',
    url: accounts.login.path,
    payload: { username, password },
    remoteAddress: from,
    ...(cookie && { headers: { cookie } }),
  });
let attempts = 0;
/** Tries a common password on one account after another, like an attacker. */
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

  it('over 3,000 an hour limit networks without a recent sign-in to one attempt in 30 seconds', async () => {
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
