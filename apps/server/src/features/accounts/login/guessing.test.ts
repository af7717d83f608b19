import { accounts } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startApp, startSecondApp, type TestApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { loginNetworks } from '../rate-limits.ts';
import { hashToken } from './tokens.ts';

const { server } = await withServer({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '10.98.0.0/16' });

type Options = { from?: string; cookie?: string; app?: TestApp['app'] };
const logIn = (username: string, password: string, { from, cookie, app = server.app }: Options = {}) =>
  app.inject({
    method: 'POST',
    url: accounts.login.path,
    payload: { username, password },
    ...(from && { remoteAddress: from }),
    ...(cookie && { headers: { cookie } }),
  });
const getCookie = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie']).split(';')[0] ?? '';
const countStatus = (responses: { statusCode: number }[], status: number) =>
  responses.filter(({ statusCode }) => statusCode === status).length;

/** Fails to sign in from several networks, until the account delays unknown browsers. */
async function attack(username: string, network: number): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    expect((await logIn(username, 'guess', { from: `10.${network}.0.${n}` })).statusCode).toBe(401);
  }
}

// With this factor the limits are 5 failures per address, 10 per /56 and 20 per /48, and 5 an hour in unknown browsers.
describe('failed logins', () => {
  it.each([
    ['/64', 5, (n: number) => `2001:db8:1:1::${n}`],
    ['/56', 10, (n: number) => `2001:db8:2:10${n % 10}::${n}`],
    ['/48', 20, (n: number) => `2001:db8:3:${n}00::1`],
  ])('are counted for the %s of an IPv6 address', async (_, max, address) => {
    const { limits } = server.context;
    for (let n = 0; n < max; n += 1) await limits.takeAll(loginNetworks(address(n)));
    await expect(limits.takeAll(loginNetworks(address(max)))).rejects.toMatchObject({ code: 'too_many' });
    const response = await logIn('nobody', 'x', { from: address(max + 1) });
    expect(response.statusCode).toBe(429);
    // Neighbouring networks aren't affected.
    await limits.takeAll(loginNetworks('2001:db8:4::1'));
  });

  it('aren’t stored once a limit is reached', async () => {
    for (let n = 0; n < 5; n += 1) await logIn(`first${n}`, 'x', { from: '10.1.0.1' });
    const readLimits = async () =>
      (await server.context.db.execute('select key, points, xmin from rate_limits order by key')).rows;
    const before = await readLimits();
    for (let n = 0; n < 3; n += 1) {
      expect((await logIn(`second${n}`, 'x', { from: '10.1.0.1' })).statusCode).toBe(429);
    }
    expect(await readLimits()).toEqual(before);
  });
});

describe('failed logins from one address', () => {
  it('against one account don’t use up the address’s limit for a school', async () => {
    const { username } = await signIn(server);
    for (let n = 0; n < 15; n += 1) await logIn(username, 'x', { from: '10.97.0.1' });
    const other = await signIn(server);
    expect((await logIn(other.username, PASSWORD, { from: '10.97.0.1' })).statusCode).toBe(200);
  });

  it('are counted for the address in the proxy’s header only from trusted proxies', async () => {
    await server.context.db.execute('delete from rate_limits');
    const logInThrough = async (client: string, proxy: string) => {
      const response = await server.app.inject({
        method: 'POST',
        url: accounts.login.path,
        payload: { username: 'nobody', password: 'x' },
        remoteAddress: proxy,
        headers: { 'x-forwarded-for': client },
      });
      return response.statusCode;
    };
    expect(await logInThrough('1.1.1.1', '10.98.0.1')).toBe(401);
    expect(await logInThrough('1.1.1.1', '10.98.0.1')).toBe(429);
    expect(await logInThrough('2.2.2.2', '10.98.0.1')).toBe(401);
    expect(await logInThrough('3.3.3.3', '10.96.0.1')).toBe(401);
    expect(await logInThrough('4.4.4.4', '10.96.0.1')).toBe(429);
  });
});

describe('an account under attack', () => {
  it('allows unknown browsers one attempt in 30 seconds, from any address', async () => {
    const { username } = await signIn(server);
    await attack(username, 2);
    expect((await logIn(username, 'guess', { from: '10.2.1.1' })).statusCode).toBe(401);
    const refused = await logIn(username, PASSWORD, { from: '10.2.1.2' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
    // Only this account has to wait: others can sign in from that address.
    const other = await signIn(server);
    expect((await logIn(other.username, PASSWORD, { from: '10.2.1.2' })).statusCode).toBe(200);
  });

  it('counts unknown usernames too', async () => {
    await attack('nobody-has-it', 3);
    await logIn('nobody-has-it', 'guess', { from: '10.3.1.1' });
    expect((await logIn('nobody-has-it', 'guess', { from: '10.3.1.2' })).statusCode).toBe(429);
  });

  it('admits an unknown browser with the right password, without counting that as an attempt', async () => {
    const { username } = await signIn(server);
    await attack(username, 4);
    // This server's factor allows two successful sign-ins an hour.
    for (let n = 0; n < 2; n += 1) {
      expect((await logIn(username, PASSWORD, { from: '10.4.1.1' })).statusCode).toBe(200);
    }
  });

  it('admits a known browser on any server, even from a rate-limited address', async () => {
    const { username } = await signIn(server);
    const cookie = getCookie(await logIn(username, PASSWORD, { from: '10.5.1.1' }));
    await attack(username, 5);
    await logIn(username, 'guess', { from: '10.5.1.2' });
    for (let n = 0; n < 5; n += 1) await logIn(`pupil${n}`, 'x', { from: '10.5.1.3' });
    expect((await logIn(username, PASSWORD, { from: '10.5.1.3' })).statusCode).toBe(429);
    expect((await logIn(username, PASSWORD, { from: '10.5.1.3', cookie })).statusCode).toBe(200);
    const second = await startSecondApp(server);
    const response = await logIn(username, PASSWORD, { from: '10.5.1.3', cookie, app: second.app });
    expect(response.statusCode).toBe(200);
  });

  it('limits the attempts of a known browser too', async () => {
    const lenient = await startApp();
    const { username } = await signIn(lenient);
    const cookie = getCookie(await logIn(username, PASSWORD, { app: lenient.app }));
    const responses = [];
    for (let n = 0; n < 12; n += 1) {
      responses.push(await logIn(username, 'guess', { from: `10.6.0.${n}`, cookie, app: lenient.app }));
    }
    expect(countStatus(responses, 401)).toBe(10);
    await lenient.close();
  });
});

describe('the known-browser cookie', () => {
  it('is sent only with sign-ins, and not readable by scripts', async () => {
    const { username } = await signIn(server);
    const readAttributes = (response: { headers: Record<string, unknown> }) =>
      String(response.headers['set-cookie']).replace(/=[^;]*/, '=');
    const plain = await logIn(username, PASSWORD, { from: '10.7.0.1' });
    expect(readAttributes(plain)).toBe(
      'sayback_known=; Path=/api/token; Max-Age=15552000; HttpOnly; SameSite=Strict',
    );
    const secure = await startApp({ PUBLIC_URL: 'https://sayback.test' });
    const user = await signIn(secure);
    const response = await logIn(user.username, PASSWORD, { app: secure.app });
    expect(readAttributes(response)).toBe(
      '__Secure-sayback_known=; Path=/api/token; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure',
    );
    await secure.close();
  });

  it('grants no access', async () => {
    const { username } = await signIn(server);
    const cookie = getCookie(await logIn(username, PASSWORD, { from: '10.8.0.1' }));
    expect((await logIn(username, 'guess', { from: '10.8.0.1', cookie })).statusCode).toBe(401);
    const profile = await clientFor(server.app).try(accounts.getProfile, { headers: { cookie } });
    expect(profile.statusCode).toBe(401);
  });

  it('isn’t set by a failed login', async () => {
    expect((await logIn('nobody', 'x', { from: '10.8.0.2' })).headers).not.toHaveProperty('set-cookie');
  });

  it('identifies several accounts, but no other accounts', async () => {
    const [first, second, third] = [await signIn(server), await signIn(server), await signIn(server)];
    const firstCookie = getCookie(await logIn(first.username, PASSWORD, { from: '10.9.0.1' }));
    const cookie = getCookie(
      await logIn(second.username, PASSWORD, { from: '10.9.0.1', cookie: firstCookie }),
    );
    for (const [n, { username }] of [first, second, third].entries()) {
      await attack(username, 20 + n);
      await logIn(username, 'guess', { from: `10.${20 + n}.1.1` });
    }
    const statuses = [];
    for (const { username } of [first, second, third]) {
      statuses.push((await logIn(username, PASSWORD, { from: '10.9.0.2', cookie })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each([
    ['forged', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['of another account', (cookie: string) => cookie.replace(/=\d+/, (id) => `=${Number(id.slice(1)) + 1}`)],
    ['expired', (cookie: string) => cookie.replace(/\.(\d{10})\./, '.1000000000.')],
    ['nonsense', () => 'sayback_known=%00~~..~1.2.3.4'],
  ])('is ignored when it is %s', async (reason, change) => {
    const { username } = await signIn(server);
    await signIn(server);
    // Each case uses a different network.
    const network = 30 + reason.length;
    const cookie = getCookie(await logIn(username, PASSWORD, { from: `10.${network}.2.1` }));
    await attack(username, network);
    await logIn(username, 'guess', { from: `10.${network}.1.1` });
    const response = await logIn(username, PASSWORD, { from: `10.${network}.1.2`, cookie: change(cookie) });
    expect(response.statusCode).toBe(429);
  });

  it('is set by a password reset, so that an attack doesn’t delay the account’s owner', async () => {
    const { id, username } = await signIn(server);
    await attack(username, 61);
    await logIn(username, 'guess', { from: '10.61.1.1' });
    await server.context.db.execute(
      sql`insert into password_resets (token_hash, user_id, email, expires_at)
        values (${hashToken('sent')}, ${id}, '', now() + interval '1 minute')`,
    );
    const newPassword = 'another horse 42';
    const reset = await clientFor(server.app).try(accounts.confirmPasswordReset, {
      body: { uid: String(id), token: 'sent', new_password1: newPassword, new_password2: newPassword },
    });
    expect((await logIn(username, newPassword, { from: '10.61.1.2' })).statusCode).toBe(429);
    const cookie = getCookie(reset);
    expect((await logIn(username, newPassword, { from: '10.61.1.2', cookie })).statusCode).toBe(200);
  });

  it('is invalid after the password changes', async () => {
    const user = await signIn(server);
    const cookie = getCookie(await logIn(user.username, PASSWORD, { from: '10.60.2.1' }));
    const newPassword = 'another horse 42';
    await user.call(accounts.changePassword, {
      body: { current_password: PASSWORD, new_password1: newPassword, new_password2: newPassword },
    });
    await attack(user.username, 60);
    await logIn(user.username, 'guess', { from: '10.60.1.1' });
    expect((await logIn(user.username, newPassword, { from: '10.60.1.2', cookie })).statusCode).toBe(429);
  });
});
