import { accounts } from '@sayback/contract';
import type { Email } from 'postal-mime';
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startMailServer } from '../../../testing/doubles/mail-server.ts';
import { withServer } from '../../../testing/with-server.ts';

const mail = await startMailServer();
afterAll(mail.close);
const { server } = await withServer({ SMTP_URL: mail.url, MAIL_FROM: 'Sayback <sayback@example.org>' });

const messagesTo = (email: string) => mail.messages.filter(({ to }) => to?.[0]?.address === email);
async function waitForMessage(email: string, number = 1): Promise<Email> {
  await expect.poll(() => messagesTo(email).length).toBe(number);
  return messagesTo(email)[number - 1] as Email;
}
function parseLinks(message: Email): { path: string; uid: string; token: string }[] {
  return [...(message.text ?? '').matchAll(/https?:\S+/g)].map(([link]) => {
    const { pathname, searchParams } = new URL(link);
    return { path: pathname, uid: searchParams.get('uid') ?? '', token: searchParams.get('token') ?? '' };
  });
}
async function waitForLink(email: string, number = 1) {
  const [link] = parseLinks(await waitForMessage(email, number));
  if (!link) throw new Error('there is no link');
  return { uid: link.uid, token: link.token };
}

const setEmail = (user: Client, email: string) =>
  user.call(accounts.updateProfile, { body: { email, current_password: PASSWORD } });
const isVerified = async (user: Client) => (await user.call(accounts.getProfile)).email_verified;
const verify = (user: Client, link: { uid: string; token: string }) =>
  user.try(accounts.verifyEmail, { body: link });
const requestReset = (email: string) =>
  clientFor(server.app).call(accounts.requestPasswordReset, { body: { email } });

/** Waits until all queued emails were sent. */
async function waitForJobs(): Promise<void> {
  const jobs = async () =>
    (await server.context.db.execute('select 1 from graphile_worker._private_jobs')).rows.length;
  await expect.poll(jobs).toBe(0);
}

describe('an email address', () => {
  it('is verified by the link that is emailed at registration, only while signed in to the account', async () => {
    const email = 'reg@example.org';
    await clientFor(server.app).call(accounts.register, {
      body: { username: 'reg', password: PASSWORD, email },
    });
    const { access } = await clientFor(server.app).call(accounts.login, {
      body: { username: 'reg', password: PASSWORD },
    });
    const user = clientFor(server.app, access);
    expect(await isVerified(user)).toBe(false);
    const message = await waitForMessage(email);
    expect(message.subject).toBe('Confirm your address for Sayback');
    expect(parseLinks(message)).toMatchObject([{ path: '/verify-email' }]);
    const link = await waitForLink(email);
    expect((await clientFor(server.app).try(accounts.verifyEmail, { body: link })).statusCode).toBe(401);
    expect((await verify(user, link)).statusCode).toBe(204);
    expect(await isVerified(user)).toBe(true);
    // Opening the link again also succeeds.
    expect((await verify(user, link)).statusCode).toBe(204);
  });

  it('isn’t verified by a link that was sent for another account', async () => {
    const [eve, vic] = [await signIn(server), await signIn(server)];
    await setEmail(eve, 'vic@example.org');
    const link = await waitForLink('vic@example.org');
    const refused = await verify(vic, link);
    expect(refused.statusCode).toBe(409);
    expect((await verify(vic, { ...link, uid: String(vic.id) })).statusCode).toBe(400);
    expect(await isVerified(eve)).toBe(false);
    expect(await isVerified(vic)).toBe(false);
  });

  it('isn’t verified by the link of a previous address', async () => {
    const user = await signIn(server);
    await setEmail(user, 'first@example.org');
    const link = await waitForLink('first@example.org');
    await setEmail(user, 'second@example.org');
    expect((await verify(user, link)).statusCode).toBe(400);
    expect((await verify(user, await waitForLink('second@example.org'))).statusCode).toBe(204);
    await setEmail(user, 'third@example.org');
    expect(await isVerified(user)).toBe(false);
  });

  it('has a link that expires, after which another can be requested', async () => {
    const user = await signIn(server);
    await setEmail(user, 'again@example.org');
    const link = await waitForLink('again@example.org');
    await server.context.db.execute(
      `update email_verifications set expires_at = now() where user_id = ${user.id}`,
    );
    expect((await verify(user, link)).statusCode).toBe(400);
    await user.call(accounts.sendVerification);
    expect((await verify(user, await waitForLink('again@example.org', 2))).statusCode).toBe(204);
    expect((await user.try(accounts.sendVerification)).statusCode).toBe(409);
    expect((await (await signIn(server)).try(accounts.sendVerification)).statusCode).toBe(409);
  });
});

describe('emails to an address', () => {
  it('are limited to five an hour per address, across accounts and callers', async () => {
    const victim = 'victim@example.org';
    const users: (Client & { id: number })[] = [];
    for (let n = 0; n < 8; n += 1) {
      const user = await signIn(server);
      users.push(user);
      await setEmail(user, n % 2 ? victim : victim.toUpperCase());
    }
    for (let n = 0; n < 4; n += 1) await requestReset(victim);
    const admin = await signIn(server, 'admin');
    const refused = await admin.try(accounts.sendResetMail, { params: { id: users[0]?.id } });
    expect(refused.statusCode).toBe(429);
    expect((await users[1]?.try(accounts.sendVerification))?.statusCode).toBe(429);
    await waitForJobs();
    const messages = mail.messages.filter(({ to }) => to?.[0]?.address?.toLowerCase() === victim);
    expect(messages).toHaveLength(5);
  });

  it('list all accounts with the address, but at most five that haven’t verified it', async () => {
    const email = 'class@example.org';
    const users: { id: number }[] = [];
    for (let n = 0; n < 9; n += 1) users.push(await signIn(server));
    for (const [n, { id }] of users.entries()) {
      const verifiedAt = n >= 7 ? 'now()' : 'null';
      await server.context.db.execute(
        `update users set email = '${email}', email_verified_at = ${verifiedAt} where id = ${id}`,
      );
    }
    await requestReset(email);
    const message = await waitForMessage(email);
    expect(message.subject).toBe('Reset your Sayback password');
    const links = parseLinks(message);
    expect(links.map(({ uid }) => Number(uid))).toEqual([7, 8, 0, 1, 2, 3, 4].map((n) => users[n]?.id));
    const passwords = { new_password1: 'a new one 42', new_password2: 'a new one 42' };
    for (const { uid, token } of links.slice(0, 2)) {
      const body = { uid, token, ...passwords };
      expect((await clientFor(server.app).try(accounts.confirmPasswordReset, { body })).statusCode).toBe(200);
    }
  });

  it('about a password reset verify an unverified address, as their subject says', async () => {
    const user = await signIn(server);
    const email = 'never@example.org';
    await server.context.db.execute(`update users set email = '${email}' where id = ${user.id}`);
    await requestReset(email);
    const message = await waitForMessage(email);
    expect(message.subject).toBe('Confirm your address for Sayback');
    const body = {
      ...(await waitForLink(email)),
      new_password1: 'a new one 42',
      new_password2: 'a new one 42',
    };
    expect((await clientFor(server.app).try(accounts.confirmPasswordReset, { body })).statusCode).toBe(200);
    const { access } = await clientFor(server.app).call(accounts.login, {
      body: { username: user.username, password: 'a new one 42' },
    });
    expect(await isVerified(clientFor(server.app, access))).toBe(true);
  });
});

type SignedIn = Awaited<ReturnType<typeof signIn>>;
const { updateProfile, replaceProfile } = accounts;
const readEmail = async (user: SignedIn) => (await user.call(accounts.getProfile)).email;

describe('a new email address', () => {
  it.each([updateProfile, replaceProfile])('is saved by $method with the password', async (endpoint) => {
    const user = await signIn(server);
    const email = 'new@example.org';
    const missing = await user.try(endpoint, { body: { email } });
    expect([missing.statusCode, Object.keys(missing.json())]).toEqual([400, ['detail', 'current_password']]);
    const wrong = await user.try(endpoint, { body: { email, current_password: 'a guess' } });
    expect(wrong.json()).toMatchObject({ current_password: ["That isn't your password."] });
    expect(await readEmail(user)).toBe('');
    await user.call(endpoint, { body: { email, current_password: PASSWORD } });
    expect(await readEmail(user)).toBe(email);
    expect((await user.try(endpoint, { body: { email: '' } })).statusCode).toBe(400);
    expect(await readEmail(user)).toBe(email);
  });

  it('is refused after ten wrong passwords', async () => {
    const user = await signIn(server);
    const body = { email: 'x@example.org', current_password: 'a guess' };
    for (let n = 0; n < 10; n += 1) expect((await user.try(updateProfile, { body })).statusCode).toBe(400);
    const refused = await user.try(updateProfile, { body: { ...body, current_password: PASSWORD } });
    expect(refused.statusCode).toBe(429);
  });

  it('needs no password if it is unchanged, even with another language', async () => {
    const user = await signIn(server);
    await user.call(updateProfile, { body: { email: 'same@example.org', current_password: PASSWORD } });
    await user.call(replaceProfile, { body: { email: 'same@example.org', native_language: 'fr' } });
    expect(await user.call(accounts.getProfile)).toMatchObject({
      native_language: 'fr',
      has_password: true,
    });
  });

  it('requires a sign-in in the last 15 minutes if there is no password', async () => {
    const user = await signIn(server);
    const { db } = server.context;
    await db.execute(`update users set password_hash = null where id = ${user.id}`);
    const setSessionAge = (ago: string) =>
      db.execute(`update sessions set created_at = now() - interval '${ago}' where user_id = ${user.id}`);
    await setSessionAge('16 minutes');
    const late = await user.try(updateProfile, { body: { email: 'late@example.org' } });
    expect([late.statusCode, Object.keys(late.json())]).toEqual([400, ['detail', 'email']]);
    await setSessionAge('14 minutes');
    await user.call(updateProfile, { body: { email: 'soon@example.org' } });
    expect(await user.call(accounts.getProfile)).toMatchObject({
      email: 'soon@example.org',
      has_password: false,
    });
  });
});
