import { accounts } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import {
  type OpenIdProvider,
  providerSettings,
  startOpenIdProvider,
} from '../../../testing/doubles/openid-provider.ts';
import { signInAtProvider } from '../../../testing/doubles/sign-in-at-provider.ts';
import { openApp, startApp, type TestApp } from '../../../testing/start-app.ts';

const PEOPLE = {
  ana: { email: 'ana@school.example', email_verified: true, preferred_username: 'ana lópez' },
  ben: { email: 'ben@school.example', email_verified: false, preferred_username: 'ben' },
  eva: { email: 'eva@school.example', email_verified: true, preferred_username: 'eva' },
};

let provider: OpenIdProvider;
let server: TestApp;
const settings = () => providerSettings(provider.issuer);
beforeAll(async () => {
  provider = await startOpenIdProvider(PEOPLE);
  provider.serve('http://sayback.test');
  server = await startApp(settings());
});
afterAll(async () => {
  await server.close();
  provider.close();
});

/** Opens another server with these settings on the same database. It is closed when the test ends. */
async function openWith(change: Record<string, string>, adapters = {}) {
  const { databaseUrl, dataDir } = server;
  const other = await openApp({ databaseUrl, dataDir, settings: { ...settings(), ...change }, adapters });
  onTestFinished(other.close);
  return other;
}
type App = Pick<TestApp, 'app'>;

/** Returns the login URL that the browser is redirected to, and the cookie that binds the sign-in to it. */
async function startLogin({ app }: App = server, query = '') {
  const response = await app.inject({ url: `/accounts/school/login/${query}` });
  return {
    location: String(response.headers.location),
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  };
}
async function finish(callback: URL, cookie: string, { app }: App = server) {
  const response = await app.inject({ url: callback.pathname + callback.search, headers: { cookie } });
  return new URL(String(response.headers.location));
}
async function signInAs(sub: string, app: App = server, query = ''): Promise<URL> {
  const { location, cookie } = await startLogin(app, query);
  return finish(await signInAtProvider(location, sub), cookie, app);
}
/** Gets the profile with the token in the URL of the callback screen. */
const getProfile = (callback: URL, { app }: App = server) => {
  const token = new URLSearchParams(callback.hash.slice(1)).get('access_token') ?? '';
  return clientFor(app, token).call(accounts.getProfile);
};

/** Removes the people of the provider, and every verified email. */
async function removePeople(): Promise<void> {
  const { db } = server.context;
  await db.execute('delete from identities');
  await db.execute(
    "delete from users where username like 'ana%' or username like 'ben%' or username like 'eva%'",
  );
  await db.execute("update users set email = '', email_verified_at = null");
}

describe('social login', () => {
  it('is offered if it is configured', async () => {
    const { providers } = await clientFor(server.app).call(accounts.listProviders);
    expect(providers).toEqual([{ id: 'school', name: 'School', login_url: '/accounts/school/login/' }]);
  });

  it('creates an account, finds it at the next sign-in, and sends tokens only in the URL’s fragment', async () => {
    const first = await signInAs('ana');
    expect(first.origin + first.pathname + first.search).toBe('http://sayback.test/login/callback');
    expect(await getProfile(first)).toMatchObject({
      username: 'ana.lópez',
      email: 'ana@school.example',
      is_admin: false,
    });
    expect((await getProfile(await signInAs('ana'))).username).toBe('ana.lópez');
  });

  it('binds the tokens to the browser that receives them', async () => {
    const { location, cookie } = await startLogin();
    const callback = await signInAtProvider(location, 'ana');
    const response = await server.app.inject({
      url: callback.pathname + callback.search,
      headers: { cookie },
    });
    const fragment = new URL(String(response.headers.location)).hash;
    const mark = new URLSearchParams(fragment.slice(1)).get('mark') ?? '';
    expect(Buffer.from(mark, 'base64url')).toHaveLength(24);
    expect(response.headers['set-cookie']).toContainEqual(
      `sayback_arrival=${mark}; Path=/; Max-Age=300; SameSite=Lax`,
    );
  });

  it('can’t be started by another site, and accepts no tokens from one', async () => {
    const redirectFrom = async (site: string, url: string) =>
      (await server.app.inject({ url, headers: { 'sec-fetch-site': site } })).headers.location;
    const refused = 'http://sayback.test/login?fault=foreign';
    expect(await redirectFrom('cross-site', '/accounts/school/login/')).toBe(refused);
    expect(await redirectFrom('none', '/accounts/school/login/')).toContain(provider.issuer);
    expect(await redirectFrom('same-origin', '/accounts/school/login/')).toContain(provider.issuer);
    const tokens = '/login/callback?access_token=a&refresh_token=r';
    expect(await redirectFrom('cross-site', tokens)).toBe(refused);
    expect(await redirectFrom('cross-site', tokens.replace('?', '/?'))).toBe(refused);
    for (const [site, url] of [
      ['none', tokens],
      ['cross-site', '/login/callback'],
    ] as const)
      expect(await redirectFrom(site, url)).toBeUndefined();
  });

  it('chooses another username if the name is taken', async () => {
    const body = { username: 'ben', password: 'correct horse 9' };
    await removePeople();
    await clientFor(server.app).call(accounts.register, { body });
    expect((await getProfile(await signInAs('ben'))).username).toMatch(/^ben-\d+$/);
  });

  it('links an account by email only if both sides have verified the address', async () => {
    const { db } = server.context;
    await removePeople();
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const setVerifiedEmail = (id: number, email: string) =>
      db.execute(`update users set email = '${email}', email_verified_at = now() where id = ${id}`);
    await ana.call(accounts.updateProfile, {
      body: { email: 'ana@school.example', current_password: PASSWORD },
    });
    expect((await getProfile(await signInAs('ana'))).username).not.toBe(ana.username);

    await removePeople();
    await setVerifiedEmail(ana.id, 'ANA@school.example');
    expect((await getProfile(await signInAs('ana'))).username).toBe(ana.username);

    await setVerifiedEmail(ben.id, 'ben@school.example');
    expect((await getProfile(await signInAs('ben'))).username).not.toBe(ben.username);
  });

  it('shows a message on the login page when the provider is down', async () => {
    const unreachable = await openWith({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    expect((await startLogin(unreachable)).location).toBe('http://sayback.test/login?fault=unreachable');
  });

  it('responds 503 while the database is down', async () => {
    const health = {
      isUsable: async () => false,
      isDown: () => true,
      onDown: () => undefined,
      close: () => undefined,
    };
    const down = await openWith({}, { health });
    const callback = '/accounts/school/login/callback/?code=any&state=any';
    for (const url of ['/accounts/school/login/', callback]) {
      expect((await down.app.inject({ url })).statusCode).toBe(503);
    }
  });

  it('shows a message when the user denies consent', async () => {
    const { location, cookie } = await startLogin();
    const callback = await signInAtProvider(location, 'ana', false);
    expect((await finish(callback, cookie)).search).toBe('?fault=refused');
  });

  it('accepts a callback once, from the browser that started it, and with its own state', async () => {
    const { location, cookie } = await startLogin();
    const callback = await signInAtProvider(location, 'ana');
    expect((await finish(callback, 'sayback_login=another')).search).toBe('?fault=outdated');
    const replayed = new URL(callback);
    replayed.searchParams.set('state', 'another');
    expect((await finish(replayed, cookie)).search).toBe('?fault=outdated');
    expect((await finish(callback, cookie)).hash).toContain('access_token=');
    expect((await finish(callback, cookie)).search).toBe('?fault=outdated');
  });

  it('creates no account if registration is closed, or without a required invitation', async () => {
    await removePeople();
    const closed = await openWith({ REGISTRATION: 'closed' });
    expect((await signInAs('eva', closed)).search).toBe('?fault=not-admitted');
    const invited = await openWith({ REGISTRATION: 'invite' });
    const admin = await signIn(invited, 'admin');
    const { url } = await admin.call(accounts.createInvitation, { body: { group_name: '7b' } });
    expect((await signInAs('eva', invited)).search).toBe('?fault=not-admitted');
    const callback = await signInAs('eva', invited, `?${new URL(url).searchParams}`);
    expect(await getProfile(callback, invited)).toMatchObject({ email: 'eva@school.example' });
  });

  it('doesn’t admit a disabled account', async () => {
    await signInAs('ana');
    await server.context.db.execute('update users set disabled_at = now()');
    expect((await signInAs('ana')).search).toBe('?fault=disabled');
  });
});
