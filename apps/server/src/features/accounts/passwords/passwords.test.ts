import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { accounts } from '@sayback/contract';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startMailServer } from '../../../testing/doubles/mail-server.ts';
import { startApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

const mail = await startMailServer();
afterAll(mail.close);
const { server } = await withServer({ SMTP_URL: mail.url, MAIL_FROM: 'Sayback <sayback@example.org>' });

let addresses = 0;
/** Creates a user with an email address, verified by default. */
async function createUserWithEmail(isVerified = true) {
  addresses += 1;
  const user = await signIn(server);
  const email = `person${addresses}@example.org`;
  const verifiedAt = isVerified ? 'now()' : 'null';
  await server.context.db.execute(
    `update users set email = '${email}', email_verified_at = ${verifiedAt} where id = ${user.id}`,
  );
  return { ...user, email };
}

const requestReset = (email: string, headers = {}) =>
  clientFor(server.app).try(accounts.requestPasswordReset, { body: { email }, headers });
const messagesTo = (email: string) => mail.messages.filter(({ to }) => to?.[0]?.address === email);
async function waitForMessage(email: string, number = 1): Promise<Email> {
  await expect.poll(() => messagesTo(email).length).toBeGreaterThanOrEqual(number);
  return messagesTo(email)[number - 1] as Email;
}
function parseLink(message: Email): { uid: string; token: string } {
  const link = new URL(/https?:\S+/.exec(message.text ?? '')?.[0] ?? '');
  return { uid: link.searchParams.get('uid') ?? '', token: link.searchParams.get('token') ?? '' };
}
const confirmReset = (
  link: { uid: string; token: string },
  new_password1 = 'a new one 42',
  new_password2 = new_password1,
) =>
  clientFor(server.app).try(accounts.confirmPasswordReset, {
    body: { ...link, new_password1, new_password2 },
  });
const canLogIn = async (username: string, password: string) =>
  (await clientFor(server.app).try(accounts.login, { body: { username, password } })).statusCode === 200;

describe('a forgotten password', () => {
  it('is reset by the emailed link, which ends every session', async () => {
    const user = await createUserWithEmail();
    expect((await requestReset(user.email.toUpperCase())).statusCode).toBe(200);
    const message = await waitForMessage(user.email);
    expect(message.subject).toBe('Reset your Sayback password');
    expect(message.html).toContain('http://sayback.test/reset-password?uid=');
    expect((await confirmReset(parseLink(message))).statusCode).toBe(200);
    expect(await canLogIn(user.username, 'a new one 42')).toBe(true);
    expect(await canLogIn(user.username, PASSWORD)).toBe(false);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
  });

  it('has a link that works once', async () => {
    const user = await createUserWithEmail();
    await requestReset(user.email);
    const link = parseLink(await waitForMessage(user.email));
    const [first, second] = await Promise.all([confirmReset(link), confirmReset(link)]);
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 400]);
    expect((await confirmReset(link)).json()).toEqual({ detail: 'Invalid or expired password reset link.' });
  });

  it('has a link that is valid for thirty minutes', async () => {
    const user = await createUserWithEmail();
    await requestReset(user.email);
    const link = parseLink(await waitForMessage(user.email));
    const { rows } = await server.context.db.execute<{ minutes: number }>(
      `select extract(epoch from expires_at - now()) / 60 as minutes from password_resets where user_id = ${user.id}`,
    );
    expect(Math.round(rows[0]?.minutes ?? 0)).toBe(30);
    await server.context.db.execute(
      `update password_resets set expires_at = now() where user_id = ${user.id}`,
    );
    expect((await confirmReset(link)).statusCode).toBe(400);
  });

  it('can’t be reset for another account, or with a made-up token', async () => {
    const [ana, ben] = [await createUserWithEmail(), await createUserWithEmail()];
    await requestReset(ana.email);
    const { token } = parseLink(await waitForMessage(ana.email));
    expect((await confirmReset({ uid: String(ben.id), token })).statusCode).toBe(400);
    expect((await confirmReset({ uid: String(ana.id), token: 'made up' })).statusCode).toBe(400);
    expect((await confirmReset({ uid: 'x', token })).statusCode).toBe(400);
  });

  it('has links that expire when the address or the password changes', async () => {
    const [ana, ben] = [await createUserWithEmail(), await createUserWithEmail()];
    await requestReset(ana.email);
    await requestReset(ben.email);
    const links = [parseLink(await waitForMessage(ana.email)), parseLink(await waitForMessage(ben.email))];
    await ana.call(accounts.updateProfile, {
      body: { email: 'elsewhere@example.org', current_password: PASSWORD },
    });
    const passwords = {
      current_password: PASSWORD,
      new_password1: 'a new one 42',
      new_password2: 'a new one 42',
    };
    await ben.call(accounts.changePassword, { body: passwords });
    for (const link of links) expect((await confirmReset(link, 'yet another 42')).statusCode).toBe(400);
  });

  it('when reset, verifies the address that the email was sent to, but no other', async () => {
    const [ana, ben] = [await createUserWithEmail(false), await createUserWithEmail(false)];
    const readVerifiedAt = async (id: number) => {
      const { rows } = await server.context.db.execute(
        `select email_verified_at from users where id = ${id}`,
      );
      return rows[0]?.email_verified_at;
    };
    await requestReset(ana.email);
    await requestReset(ben.email);
    const [anasLink, bensLink] = [
      parseLink(await waitForMessage(ana.email)),
      parseLink(await waitForMessage(ben.email)),
    ];
    await server.context.db.execute(`update users set email = 'victim@example.org' where id = ${ben.id}`);
    expect((await confirmReset(anasLink)).statusCode).toBe(200);
    expect((await confirmReset(bensLink)).statusCode).toBe(200);
    expect(await readVerifiedAt(ana.id)).not.toBeNull();
    expect(await readVerifiedAt(ben.id)).toBeNull();
  });

  it('has a reset link that stays valid after a 400 for an invalid new password', async () => {
    const user = await createUserWithEmail();
    await requestReset(user.email);
    const link = parseLink(await waitForMessage(user.email));
    expect((await confirmReset(link, 'short')).json()).toHaveProperty('new_password1');
    expect((await confirmReset(link, 'password1234')).json()).toHaveProperty('new_password1');
    expect((await confirmReset(link, user.username)).json()).toHaveProperty('new_password1');
    expect((await confirmReset(link, 'a new one 42', 'another one 42')).json()).toHaveProperty(
      'new_password2',
    );
    expect((await confirmReset(link)).statusCode).toBe(200);
  });

  it('when reset, gives the same response for a known and an unknown address', async () => {
    const user = await createUserWithEmail();
    const [known, unknown] = [await requestReset(user.email), await requestReset('nobody@example.org')];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect((await requestReset('no address')).statusCode).toBe(400);
  });

  it('has a reset email in the user’s language, or else the browser’s', async () => {
    const [ana, ben] = [await createUserWithEmail(), await createUserWithEmail()];
    await ana.call(accounts.updatePreferences, { body: { interface_language: 'en' } });
    const headers = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };
    await requestReset(ana.email, headers);
    await requestReset(ben.email, headers);
    expect((await waitForMessage(ana.email)).subject).toBe('Reset your Sayback password');
    expect((await waitForMessage(ben.email)).subject).toBe('Restablece tu contraseña de Sayback');
  });

  it.each([
    [{ interface_language: 'es' }, 'en', 'en', 'Restablece tu contraseña de Sayback'],
    [{}, 'es', 'en', 'Restablece tu contraseña de Sayback'],
    [{}, 'en', 'es', 'Reset your Sayback password'],
    [{}, 'fr', 'es', 'Restablece tu contraseña de Sayback'],
  ])(
    'has a reset email in the user’s language if an administrator requests it: %j, native language %s, requested in %s',
    async (preferences, native_language, acceptLanguage, subject) => {
      const [user, admin] = [await createUserWithEmail(), await signIn(server, 'admin')];
      await user.call(accounts.updatePreferences, { body: preferences });
      await user.call(accounts.updateProfile, { body: { native_language } });
      const headers = { 'accept-language': acceptLanguage };
      await admin.try(accounts.sendResetMail, { params: { id: user.id }, headers });
      expect((await waitForMessage(user.email)).subject).toBe(subject);
    },
  );

  it('has a reset email that is sent again if the mail server fails', async () => {
    const user = await createUserWithEmail();
    mail.faults.rejections = 2;
    await requestReset(user.email);
    // The queue waits e¹ and e² seconds before a retry, which is shortened here.
    await expect
      .poll(
        async () => {
          await server.context.db.execute(
            'update graphile_worker._private_jobs set run_at = now() where attempts > 0',
          );
          return mail.faults.rejections;
        },
        { interval: 300 },
      )
      .toBe(0);
    expect((await confirmReset(parseLink(await waitForMessage(user.email)))).statusCode).toBe(200);
  });

  it('has a reset token that is stored only as a hash', async () => {
    const user = await createUserWithEmail();
    await requestReset(user.email);
    const { token } = parseLink(await waitForMessage(user.email));
    const { rows } = await server.context.db.execute(
      `select token_hash from password_resets where user_id = ${user.id}`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('has at most five reset emails an hour', async () => {
    const user = await createUserWithEmail();
    for (let n = 0; n < 7; n += 1) await requestReset(user.email);
    await waitForMessage(user.email, 5);
    const other = await createUserWithEmail();
    await requestReset(other.email);
    await waitForMessage(other.email);
    expect(messagesTo(user.email)).toHaveLength(5);
  });

  it('has no reset email for a disabled account', async () => {
    const user = await createUserWithEmail();
    await server.context.db.execute(`update users set disabled_at = now() where id = ${user.id}`);
    await requestReset(user.email);
    const other = await createUserWithEmail();
    await requestReset(other.email);
    await waitForMessage(other.email);
    expect(messagesTo(user.email)).toHaveLength(0);
  });
});

describe('without a mail server', () => {
  it('an email is written to a file', async () => {
    const plain = await startApp();
    const user = await signIn(plain);
    await plain.context.db.execute(
      `update users set email = 'x@example.org', email_verified_at = now() where id = ${user.id}`,
    );
    await clientFor(plain.app).try(accounts.requestPasswordReset, { body: { email: 'x@example.org' } });
    const outbox = path.join(plain.dataDir, 'outbox');
    const listEmails = async () =>
      (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    await expect.poll(async () => (await listEmails()).length).toBe(1);
    const message = await PostalMime.parse(
      await readFile(path.join(outbox, (await listEmails())[0] as string)),
    );
    expect(message.text).toContain('http://sayback.test/reset-password?uid=');
    await plain.close();
  });
});

describe('changing the password', () => {
  const change = (user: Client, current_password: string, new_password1 = 'a new one 42') =>
    user.try(accounts.changePassword, {
      body: { current_password, new_password1, new_password2: new_password1 },
    });

  it('requires the current password, and ends every session', async () => {
    const user = await signIn(server);
    expect((await change(user, 'not this one')).json()).toHaveProperty('current_password');
    expect((await change(user, PASSWORD, user.username)).json()).toHaveProperty('new_password1');
    expect((await change(user, PASSWORD)).statusCode).toBe(204);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
    expect(await canLogIn(user.username, 'a new one 42')).toBe(true);
  });

  it('is refused after ten wrong attempts', async () => {
    const user = await signIn(server);
    for (let n = 0; n < 10; n += 1) expect((await change(user, 'guess')).statusCode).toBe(400);
    const refused = await change(user, PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('deleting an account', () => {
  it('requires the password, and deletes all of its data', async () => {
    const user = await signIn(server);
    expect((await user.try(accounts.deleteAccount, { body: { password: 'wrong' } })).json()).toHaveProperty(
      'password',
    );
    expect((await user.try(accounts.deleteAccount, { body: { password: PASSWORD } })).statusCode).toBe(204);
    await expect.poll(async () => (await user.try(accounts.getProfile)).statusCode).toBe(401);
    expect(await canLogIn(user.username, PASSWORD)).toBe(false);
  });

  it('is possible after exporting all the user’s data', async () => {
    const user = await createUserWithEmail();
    await user.call(accounts.addPracticeLanguage, { body: { language: 'fr' } });
    const data = await user.call(accounts.exportAccount);
    expect(data).toMatchObject({
      account: { username: user.username, email: user.email },
      practice_languages: ['fr'],
      sessions: [{ user_agent: 'a test' }],
      identities: [],
      progress: [],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|token_hash|password_hash/);
  });
});
