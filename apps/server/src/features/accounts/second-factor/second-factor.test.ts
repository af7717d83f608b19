import { accounts } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { addPasskey, addTotp } from '../../../testing/second-factors.ts';
import { currentCode } from '../../../testing/totp-code.ts';
import { withServer } from '../../../testing/with-server.ts';

const PUBLIC_URL = 'http://sayback.test';

const { server } = await withServer();
// Stops the clock, so that the code doesn't change during a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => vi.useRealTimers());

type LoginError = { detail: string; second_factor?: accounts.SecondFactorChallenge };

const logIn = (username: string, password = PASSWORD) =>
  clientFor(server.app).try(accounts.login, { body: { username, password } });

/** Logs in by password, and returns the second-factor challenge. */
async function startLogin(username: string) {
  const response = await logIn(username);
  expect(response.statusCode).toBe(401);
  const { second_factor } = response.json<LoginError>();
  if (!second_factor) throw new Error(response.body);
  return second_factor;
}

const finish = (body: accounts.SecondFactorAnswer) =>
  clientFor(server.app).try(accounts.finishLogin, { body });
const clientWith = (response: { json: () => unknown }) =>
  clientFor(server.app, (response.json() as { access: string }).access);

describe('a login', () => {
  it('is unchanged for an account without a second factor', async () => {
    const { username } = await signIn(server);
    const response = await logIn(username);
    expect(response.statusCode).toBe(200);
    expect(Object.keys(response.json()).sort()).toEqual(['access', 'refresh']);
  });

  it('requires the second step once an app is set up, and returns no token before it', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const response = await logIn(user.username);
    expect(response.statusCode).toBe(401);
    expect(response.body).not.toMatch(/access|refresh/);
    const { second_factor } = response.json<LoginError>();
    expect(second_factor?.methods).toEqual(['totp', 'recovery']);
    const done = await finish({ ticket: second_factor?.ticket ?? '', code: currentCode(secret) });
    expect(done.statusCode).toBe(200);
    expect(await clientWith(done).call(accounts.getSecondFactor)).toMatchObject({ is_confirmed: true });
  });

  it('requires no second step before a code has confirmed the app', async () => {
    const user = await signIn(server);
    await user.call(accounts.startTotp, { body: { current_password: PASSWORD } });
    const refused = await user.try(accounts.confirmTotp, { body: { code: '000000' } });
    expect(refused.statusCode).toBe(400);
    expect((await logIn(user.username)).statusCode).toBe(200);
  });

  it('doesn’t reveal a second factor while the password is wrong', async () => {
    const user = await signIn(server);
    await addTotp(user);
    const response = await logIn(user.username, 'guess');
    expect(response.json()).toEqual({ detail: 'Wrong username or password.' });
  });

  it('still requires the second step after a reset email was requested', async () => {
    const user = await signIn(server);
    await addTotp(user);
    await server.context.db.execute(`update users set email = 'x@example.org' where id = ${user.id}`);
    await clientFor(server.app).call(accounts.requestPasswordReset, { body: { email: 'x@example.org' } });
    expect(await startLogin(user.username)).toBeTruthy();
  });
});

describe('a code of an authenticator app', () => {
  it('is accepted once, even with another ticket', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const code = currentCode(secret);
    const first = await startLogin(user.username);
    const second = await startLogin(user.username);
    expect((await finish({ ticket: first.ticket, code })).statusCode).toBe(200);
    const repeated = await finish({ ticket: second.ticket, code });
    expect(repeated.statusCode).toBe(401);
    expect(repeated.json<LoginError>().detail).toBe(
      'That code is wrong or was already used. Wait for the next one.',
    );
  });

  it('is accepted once when sent concurrently', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    const code = currentCode(secret);
    const responses = await Promise.all(Array.from({ length: 6 }, () => finish({ ticket, code })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('is refused after a later code was used', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const first = await startLogin(user.username);
    expect((await finish({ ticket: first.ticket, code: currentCode(secret, 1) })).statusCode).toBe(200);
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket, code: currentCode(secret) })).statusCode).toBe(401);
  });

  it('is refused if it is two time steps away from now', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket, code: currentCode(secret, 2) })).statusCode).toBe(401);
    expect((await finish({ ticket, code: currentCode(secret, 1) })).statusCode).toBe(200);
  });

  it('can be attempted ten times in 15 minutes, from any address', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    const tryFrom = (n: number, code: string) =>
      server.app.inject({
        method: 'POST',
        url: accounts.finishLogin.path,
        payload: { ticket, code },
        remoteAddress: `10.2.0.${n}`,
      });
    const wrongCode = currentCode(secret) === '000000' ? '000001' : '000000';
    for (let n = 0; n < 10; n += 1) expect((await tryFrom(n, wrongCode)).statusCode).toBe(401);
    const refused = await tryFrom(10, currentCode(secret));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
  });
});

describe('a ticket', () => {
  it('is valid for one login', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket, code: currentCode(secret) })).statusCode).toBe(200);
    const repeated = await finish({ ticket, code: currentCode(secret, 1) });
    expect(repeated.statusCode).toBe(401);
    expect(repeated.json()).toEqual({ detail: 'This took too long. Start again.' });
  });

  it('can be answered again after a wrong answer', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    const refused = await finish({ ticket, code: 'abc' });
    expect(refused.json<LoginError>().second_factor?.ticket).toBe(ticket);
    expect((await finish({ ticket, code: currentCode(secret) })).statusCode).toBe(200);
  });

  it.each([
    ['the password was changed', "password_hash = 'another'"],
    ['the account was disabled', 'disabled_at = now()'],
  ])('expires when %s', async (_, change) => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    await server.context.db.execute(`update users set ${change} where id = ${user.id}`);
    const response = await finish({ ticket, code: currentCode(secret) });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ detail: 'This took too long. Start again.' });
  });

  it('expires after five minutes', async () => {
    const user = await signIn(server);
    const { secret } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    await server.context.db.execute(
      "update second_factor_tickets set expires_at = expires_at - interval '5 minutes'",
    );
    expect((await finish({ ticket, code: currentCode(secret) })).statusCode).toBe(401);
  });

  it('created to confirm a session, is invalid for a login and for other users', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    const { secret } = await addTotp(user);
    const { secret: otherSecret } = await addTotp(other);
    const { ticket } = await user.call(accounts.challengeSecondFactor);
    expect((await finish({ ticket, code: currentCode(secret) })).statusCode).toBe(401);
    const refused = await other.try(accounts.confirmSecondFactor, {
      body: { ticket, code: currentCode(otherSecret) },
    });
    expect(refused.statusCode).toBe(400);
    const confirmed = await user.try(accounts.confirmSecondFactor, {
      body: { ticket, code: currentCode(secret) },
    });
    expect(confirmed.statusCode).toBe(204);
  });

  it('accepts exactly one kind of answer', async () => {
    const user = await signIn(server);
    const { secret, codes } = await addTotp(user);
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket })).statusCode).toBe(400);
    const response = await finish({ ticket, code: currentCode(secret), recovery_code: codes?.[0] });
    expect(response.statusCode).toBe(400);
  });
});

describe('recovery codes', () => {
  it('are created only with the first factor; each of the ten works once', async () => {
    const user = await signIn(server);
    const { codes } = await addTotp(user);
    expect(new Set(codes).size).toBe(10);
    const { recovery_codes } = await addPasskey(user, PUBLIC_URL);
    expect(recovery_codes).toBeNull();
    const typed = codes?.[3]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const first = await startLogin(user.username);
    expect((await finish({ ticket: first.ticket, recovery_code: typed })).statusCode).toBe(200);
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket, recovery_code: typed })).statusCode).toBe(401);
    expect(await user.call(accounts.getSecondFactor)).toMatchObject({ recovery_codes_left: 9 });
  });

  it('become invalid once new ones are created', async () => {
    const user = await signIn(server);
    const { codes } = await addTotp(user);
    const body = { current_password: PASSWORD };
    const { recovery_codes } = await user.call(accounts.renewRecoveryCodes, { body });
    const { ticket } = await startLogin(user.username);
    expect((await finish({ ticket, recovery_code: codes?.[0] })).statusCode).toBe(401);
    expect((await finish({ ticket, recovery_code: recovery_codes[0] })).statusCode).toBe(200);
  });

  it('are stored as hashes, and the app’s secret is encrypted', async () => {
    const user = await signIn(server);
    const { secret, codes } = await addTotp(user);
    const { rows } = await server.context.db.execute(
      `select to_jsonb(t)::text || (select string_agg(code_hash, ' ') from recovery_codes) as kept from totp_secrets t`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    for (const code of codes ?? []) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a passkey', () => {
  it('is accepted as the second step', async () => {
    const user = await signIn(server);
    const { key, recovery_codes } = await addPasskey(user, PUBLIC_URL);
    expect(recovery_codes).toHaveLength(10);
    const { ticket, methods, passkey_options } = await startLogin(user.username);
    expect(methods).toEqual(['passkey', 'recovery']);
    expect(JSON.stringify(passkey_options)).toContain(key.id);
    const passkey = key.answer(passkey_options?.challenge ?? '');
    expect((await finish({ ticket, passkey })).statusCode).toBe(200);
    const { passkeys } = await user.call(accounts.getSecondFactor);
    expect(passkeys).toMatchObject([{ name: 'Blue key', last_used_at: expect.any(String) }]);
  });

  it.each([
    ['from another origin', { clientOrigin: 'https://evil.test' }],
    ['with a counter that hasn’t increased', { uses: 0 }],
  ])('%s is refused', async (_, change) => {
    const user = await signIn(server);
    const { key } = await addPasskey(user, PUBLIC_URL);
    const first = await startLogin(user.username);
    const validAnswer = key.answer(first.passkey_options?.challenge ?? '', { uses: 5 });
    expect((await finish({ ticket: first.ticket, passkey: validAnswer })).statusCode).toBe(200);
    const { ticket, passkey_options } = await startLogin(user.username);
    const passkey = key.answer(passkey_options?.challenge ?? '', change);
    expect((await finish({ ticket, passkey })).statusCode).toBe(401);
  });

  it('has to sign a new challenge after a wrong answer', async () => {
    const user = await signIn(server);
    const { key } = await addPasskey(user, PUBLIC_URL);
    const { ticket, passkey_options } = await startLogin(user.username);
    const challenge = passkey_options?.challenge ?? '';
    const refused = await finish({
      ticket,
      passkey: key.answer(challenge, { clientOrigin: 'https://evil.test' }),
    });
    const next = refused.json<LoginError>().second_factor?.passkey_options?.challenge ?? '';
    expect(next).not.toBe(challenge);
    expect((await finish({ ticket, passkey: key.answer(challenge) })).statusCode).toBe(401);
    const last = await finish({ ticket, passkey: key.answer('x') });
    const latest = last.json<LoginError>().second_factor?.passkey_options?.challenge ?? '';
    expect((await finish({ ticket, passkey: key.answer(latest) })).statusCode).toBe(200);
  });

  it('is refused if it belongs to someone else or was removed', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    const { key: otherKey } = await addPasskey(other, PUBLIC_URL);
    const { key, passkey } = await addPasskey(user, PUBLIC_URL);
    await addPasskey(user, PUBLIC_URL, 'Spare key');
    const { ticket, passkey_options } = await startLogin(user.username);
    const foreign = otherKey.answer(passkey_options?.challenge ?? '');
    expect((await finish({ ticket, passkey: foreign })).statusCode).toBe(401);
    await user.call(accounts.removePasskey, {
      params: { id: passkey.id },
      body: { current_password: PASSWORD },
    });
    const nextLogin = await startLogin(user.username);
    const removed = key.answer(nextLogin.passkey_options?.challenge ?? '');
    expect((await finish({ ticket: nextLogin.ticket, passkey: removed })).statusCode).toBe(401);
  });

  it('can only be added once, and for its own challenge and origin', async () => {
    const user = await signIn(server);
    const { key } = await addPasskey(user, PUBLIC_URL);
    const start = () => user.call(accounts.startPasskey, { body: { current_password: PASSWORD } });
    const add = async (make: (challenge: string) => accounts.NewPasskey) => {
      const { ticket, options } = await start();
      const body = { ticket, name: 'x', passkey: make(options.challenge) };
      return [await user.try(accounts.addPasskey, { body }), body] as const;
    };
    expect((await add((challenge) => key.create(challenge)))[0].statusCode).toBe(409);
    expect((await add(() => key.create('another')))[0].statusCode).toBe(400);
    const [foreign, body] = await add((challenge) => key.create(challenge, 'https://evil.test'));
    expect(foreign.statusCode).toBe(400);
    expect((await user.try(accounts.addPasskey, { body })).json()).toEqual({
      detail: 'This took too long. Start again.',
    });
  });

  it('can only be renamed and removed by its owner', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    const { passkey } = await addPasskey(user, PUBLIC_URL);
    const input = { params: { id: passkey.id }, body: { name: 'Phone' } };
    expect((await other.try(accounts.renamePasskey, input)).statusCode).toBe(404);
    expect(await user.call(accounts.renamePasskey, input)).toMatchObject({ name: 'Phone' });
    const removal = { params: { id: passkey.id }, body: { current_password: PASSWORD } };
    expect((await other.try(accounts.removePasskey, removal)).statusCode).toBe(404);
  });
});

describe('changing second factors', () => {
  it('requires the password', async () => {
    const user = await signIn(server);
    for (const endpoint of [accounts.startTotp, accounts.startPasskey]) {
      const without = await user.try(endpoint, { body: {} });
      expect(without.json()).toHaveProperty('current_password');
      expect((await user.try(endpoint, { body: { current_password: 'guess' } })).statusCode).toBe(400);
    }
    await addTotp(user);
    for (const endpoint of [accounts.removeTotp, accounts.renewRecoveryCodes, accounts.turnOffSecondFactor]) {
      expect((await user.try(endpoint, { body: { current_password: 'guess' } })).statusCode).toBe(400);
    }
  });

  it('requires a session confirmed by the second factor', async () => {
    const user = await signIn(server);
    const before = await clientFor(server.app).call(accounts.login, {
      body: { username: user.username, password: PASSWORD },
    });
    const { secret } = await addTotp(user);
    const older = clientFor(server.app, before.access);
    const body = { current_password: PASSWORD };
    for (const endpoint of [accounts.startPasskey, accounts.removeTotp, accounts.turnOffSecondFactor]) {
      const refused = await older.try(endpoint, { body });
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: accounts.SECOND_FACTOR_REQUIRED });
    }
    const { ticket } = await older.call(accounts.challengeSecondFactor);
    await older.call(accounts.confirmSecondFactor, { body: { ticket, code: currentCode(secret) } });
    expect((await older.try(accounts.turnOffSecondFactor, { body })).statusCode).toBe(204);
  });

  it('can’t be finished in an unconfirmed session after another session added a factor', async () => {
    const user = await signIn(server);
    const { access } = await clientFor(server.app).call(accounts.login, {
      body: { username: user.username, password: PASSWORD },
    });
    const older = clientFor(server.app, access);
    const { secret } = await older.call(accounts.startTotp, { body: { current_password: PASSWORD } });
    await addPasskey(user, PUBLIC_URL);
    const refused = await older.try(accounts.confirmTotp, { body: { code: currentCode(secret) } });
    expect(refused.statusCode).toBe(403);
  });

  it('also deletes recovery codes and confirmations when the last factor is removed', async () => {
    const user = await signIn(server);
    await addTotp(user);
    await user.call(accounts.removeTotp, { body: { current_password: PASSWORD } });
    expect(await user.call(accounts.getSecondFactor)).toEqual({
      totp_added_at: null,
      passkeys: [],
      recovery_codes_left: 0,
      is_confirmed: false,
      is_required: false,
    });
    expect((await logIn(user.username)).statusCode).toBe(200);
  });

  it('doesn’t replace an existing app', async () => {
    const user = await signIn(server);
    await addTotp(user);
    const repeated = await user.try(accounts.startTotp, { body: { current_password: PASSWORD } });
    expect(repeated.statusCode).toBe(409);
  });

  it('asks an account without a password to confirm again after 15 minutes', async () => {
    const user = await signIn(server);
    await addTotp(user);
    await server.context.db.execute(
      `update sessions set second_factor_at = now() - interval '16 minutes' where user_id = ${user.id}`,
    );
    expect(await user.call(accounts.getSecondFactor)).toMatchObject({ is_confirmed: true });
    await server.context.db.execute(`update users set password_hash = null where id = ${user.id}`);
    expect(await user.call(accounts.getSecondFactor)).toMatchObject({ is_confirmed: false });
  });

  it('requires a sign-in in the last 15 minutes for an account without a password', async () => {
    const user = await signIn(server);
    await server.context.db.execute(`update users set password_hash = null where id = ${user.id}`);
    expect((await user.try(accounts.startPasskey, { body: {} })).statusCode).toBe(200);
    await server.context.db.execute(
      `update sessions set created_at = now() - interval '16 minutes' where user_id = ${user.id}`,
    );
    expect((await user.try(accounts.startPasskey, { body: {} })).statusCode).toBe(403);
  });
});

describe('an administrator', () => {
  it('can reset a user’s second factor, which is logged', async () => {
    const [admin, user] = [await signIn(server, 'admin'), await signIn(server)];
    await addTotp(user);
    await addPasskey(user, PUBLIC_URL);
    const isListedWithFactor = async () => {
      const { results } = await admin.call(accounts.listUsers, { query: { q: user.username } });
      return results.find(({ id }) => id === user.id)?.has_second_factor;
    };
    expect(await isListedWithFactor()).toBe(true);
    await admin.call(accounts.resetSecondFactor, { params: { id: user.id } });
    expect(await isListedWithFactor()).toBe(false);
    expect((await logIn(user.username)).statusCode).toBe(200);
    const log = await admin.call(accounts.listAudit, {});
    expect(log.results[0]).toMatchObject({
      action: 'POST /api/users/{id}/reset-second-factor/',
      details: { about: { name: user.username } },
    });
    // Resetting again changes nothing, so nothing is logged.
    await admin.call(accounts.resetSecondFactor, { params: { id: user.id } });
    expect((await admin.call(accounts.listAudit, {})).count).toBe(log.count);
  });
});
