import { AT_ONCE, accounts, type Endpoint, HOUR, languages, practice } from '@sayback/contract';
import { describe, expect, it, vi } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../testing/client.ts';
import { withServer } from '../testing/with-server.ts';

/** The factor gives a hundredth of each limit: 12 calls a minute, 60 changes an hour. */
const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '0.01' });

type Response = Awaited<ReturnType<typeof admin.try>>;

function expectTooMany(response: Response, maxSeconds: number): void {
  expect(response.statusCode).toBe(429);
  const seconds = Number(response.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(maxSeconds);
  expect(response.json()).toEqual({ detail: expect.stringMatching(/^Too many attempts\. .* seconds\.$/) });
}

describe('an account’s calls', () => {
  it('are refused over the limit per minute, in all its sessions, but not those of other accounts', async () => {
    const learner = await signIn(server);
    const body = { username: learner.username, password: PASSWORD };
    const other = clientFor(server.app, (await clientFor(server.app).call(accounts.login, { body })).access);
    for (let n = 0; n < 12; n += 1) {
      expect((await (n % 2 ? learner : other).try(accounts.getProfile)).statusCode).toBe(200);
    }
    expectTooMany(await learner.try(accounts.listSessions), 60);
    expectTooMany(await other.try(accounts.getProfile), 60);
    expect((await (await signIn(server)).try(accounts.getProfile)).statusCode).toBe(200);
  });

  it('are refused after a second’s delay, without using a slot meanwhile', async () => {
    const learner = await signIn(server);
    for (let n = 0; n < 12; n += 1) await learner.call(accounts.getProfile);
    const started = performance.now();
    const all = await Promise.all(
      Array.from({ length: AT_ONCE.account + 5 }, () => learner.try(accounts.getProfile)),
    );
    for (const refused of all) expectTooMany(refused, 60);
    expect(performance.now() - started).toBeGreaterThan(900);
    // The same delay applies to limits counted in the database.
    const restarted = performance.now();
    const exporting = await signIn(server);
    await exporting.call(accounts.exportAccount);
    expectTooMany(await exporting.try(accounts.exportAccount), HOUR);
    expect(performance.now() - restarted).toBeGreaterThan(900);
  });

  it('have an endpoint’s own limit if the contract declares one', async () => {
    const learner = await signIn(server);
    const save = () => learner.try(practice.saveAttempts, { body: { attempts: [] } });
    expect((await save()).statusCode).toBe(400);
    expectTooMany(await save(), 60);
    expect((await learner.try(accounts.getProfile)).statusCode).toBe(200);
  });
});

describe('an administrator’s changes', () => {
  it('are refused over the hourly limit, without an audit entry', async () => {
    const create = () => admin.try(accounts.createInvitation, { body: { group_name: '7b' } });
    expect((await create()).statusCode).toBe(201);
    const changes = { name: 'changes_hour', max: 6000, seconds: HOUR };
    await server.context.limits.take(changes, String(admin.id), 59);
    expectTooMany(await create(), HOUR);
    const { count } = await admin.call(accounts.listAudit);
    expect(count).toBe(1);
    expect(
      (await (await signIn(server, 'admin')).try(accounts.createInvitation, { body: { group_name: '7c' } }))
        .statusCode,
    ).toBe(201);
  });
});

describe('public calls of an address', () => {
  it('are refused over the limit per minute, but not those of other addresses', async () => {
    const from = (remoteAddress: string) =>
      server.app.inject({ url: languages.listLanguages.path, remoteAddress });
    for (let n = 0; n < 30; n += 1) expect((await from(`2001:db8::${n}`)).statusCode).toBe(200);
    expectTooMany((await from('2001:db8::ffff')) as Response, 60);
    expect((await from('2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('don’t use up the address’s sign-ins, or the calls of accounts there, even with an expired token', async () => {
    const learner = await signIn(server);
    const remoteAddress = '203.0.113.7';
    const send = (declared: Endpoint, payload?: object, token?: string) =>
      server.app.inject({
        method: declared.method,
        url: declared.path,
        remoteAddress,
        ...(payload && { payload }),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      });
    const claims = { user_id: learner.id, session_id: 1 };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR * 1000 });
    const expired = await server.context.tokens.sign(claims).finally(() => vi.useRealTimers());
    for (let n = 0; n < 30; n += 1) expect((await send(languages.listLanguages)).statusCode).toBe(200);
    expectTooMany((await send(languages.listLanguages)) as Response, 60);
    const body = { refresh: learner.refresh };
    expect((await send(accounts.refreshToken, body, expired)).statusCode).toBe(200);
    expectTooMany((await send(accounts.refreshToken, body, `${expired}x`)) as Response, 60);
    expect((await send(accounts.listSessions, undefined, expired)).statusCode).toBe(401);
    const { username } = learner;
    expect((await send(accounts.login, { username, password: PASSWORD })).statusCode).toBe(200);
  });
});
