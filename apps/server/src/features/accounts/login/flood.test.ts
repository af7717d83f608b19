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
let names = 0;
/** Guesses one password at the next account. */
const spray = async (from: string) => {
  names += 1;
  return (await logIn(`pupil${names}`, 'password1', from)).statusCode;
};
const setPoints = (limit: string, points: number) =>
  server.context.db.execute(`
    insert into rate_limits (key, points, expire)
    values ('${limit}:all', ${points}, extract(epoch from now()) * 1000 + 3500000)
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
const passAnHour = () => server.context.db.execute('update rate_limits set expire = 0');

describe('failed logins of unknown browsers', () => {
  it('are logged once beyond 1,000 an hour, on all servers together', async () => {
    const second = await startSecondApp(server);
    const fail = async (from: string, device: string | null = null) => {
      const limits = [server, second][names % 2]?.context.limits ?? server.context.limits;
      names += 1;
      return (await limitGuess(limits, `name${names}`, { ip: from, device })).fail();
    };
    await setPoints('login_warning', 994);
    const logged = [];
    for (let n = 0; n < 12; n += 1) logged.push(await fail(`10.1.0.${n}`));
    expect(logged.map((isLogged, n) => (isLogged ? n : null)).filter((n) => n !== null)).toEqual([6]);
    await passAnHour();
    expect(await fail('10.1.1.1')).toBe(false);
    // Failures in a browser that the account knows don't count.
    await setPoints('login_warning', 1000);
    const before =
      server.context.limits.failures.fromUnknownDevices + second.context.limits.failures.fromUnknownDevices;
    expect(await fail('10.1.1.2', 'a device')).toBe(false);
    expect(await fail('10.1.1.3')).toBe(true);
    const after =
      server.context.limits.failures.fromUnknownDevices + second.context.limits.failures.fromUnknownDevices;
    expect(after).toBe(before + 1);
    await passAnHour();
  });

  it('beyond 3,000 an hour leave one attempt in 30 seconds to networks that nobody signed in from', async () => {
    const { username } = await signIn(server);
    const success = await logIn(username, PASSWORD, '10.2.0.1');
    expect(success.statusCode).toBe(200);
    await setPoints('login_flood', 2999);
    expect([await spray('10.2.9.9'), await spray('10.2.9.9')]).toEqual([401, 401]);
    expect([await spray('10.2.1.1'), await spray('10.2.1.1')]).toEqual([401, 429]);
    expect([await spray('2001:db8:1:1::1'), await spray('2001:db8:1:2::1')]).toEqual([401, 429]);
    const refused = await logIn(username, 'password1', '10.2.1.1');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
    expect([await spray('10.2.1.2'), await spray('10.2.0.1'), await spray('10.2.0.1')]).toEqual([
      401, 401, 401,
    ]);
    // The right password from a known browser isn't delayed.
    for (let n = 0; n < 3; n += 1) {
      expect((await logIn(username, PASSWORD, '10.2.1.3')).statusCode).toBe(200);
    }
    const cookie = String(success.headers['set-cookie']).split(';')[0] ?? '';
    expect((await logIn(username, PASSWORD, '10.2.1.1', cookie)).statusCode).toBe(200);
    await passAnHour();
    expect([await spray('10.2.1.1'), await spray('10.2.1.1')]).toEqual([401, 401]);
  });
});
