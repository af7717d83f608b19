import { accounts } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { startMailServer } from '../../../testing/doubles/mail-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { addTotp } from '../../../testing/second-factors.ts';
import { currentCode } from '../../../testing/totp-code.ts';
import { withServer } from '../../../testing/with-server.ts';

const mail = await startMailServer();
const { server } = await withServer({ SMTP_URL: mail.url, MAIL_FROM: 'Sayback <sayback@example.org>' });
// Stops the clock, so that the code doesn't change during a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => vi.useRealTimers());

const RESTART = { detail: 'Start setting up the app again.' };
const startTotp = (user: Awaited<ReturnType<typeof signIn>>) =>
  user.call(accounts.startTotp, { body: { current_password: PASSWORD } });

async function signInWithEmail() {
  const user = await signIn(server);
  const email = `${user.username}@example.org`;
  await server.context.db.execute(
    `update users set email = '${email}', email_verified_at = now() where id = ${user.id}`,
  );
  const countEmails = () => mail.messages.filter(({ to }) => to?.[0]?.address === email).length;
  return { user, countEmails };
}

const OFF = { totp_added_at: null, recovery_codes_left: 0, is_confirmed: false };

describe('an authenticator app set up in two tabs', () => {
  it('must be set up again in the first tab, and is confirmed in the second one', async () => {
    const { user, countEmails } = await signInWithEmail();
    const first = await startTotp(user);
    const second = await startTotp(user);
    const confirm = ({ secret }: { secret: string }) =>
      user.try(accounts.confirmTotp, { body: { code: currentCode(secret), secret } });
    const refused = await confirm(first);
    expect([refused.statusCode, refused.json()]).toEqual([409, RESTART]);
    expect(await user.call(accounts.getSecondFactor)).toMatchObject(OFF);
    expect((await confirm(second)).statusCode).toBe(200);
    await eventually(() => expect(countEmails()).toBe(1));
  });

  it('isn’t confirmed if its key is replaced while the code is verified', async () => {
    const { user, countEmails } = await signInWithEmail();
    const { secret } = await startTotp(user);
    const { secret: other } = await startTotp(await signIn(server));
    const client = await openTransaction(server.databaseUrl);
    // Simulates the other tab's uncommitted start.
    await client.query('update totp_secrets set secret = $2 where user_id = $1', [
      user.id,
      server.context.secretBox.encrypt(other, `totp of ${user.id}`),
    ]);
    const attempt = user.try(accounts.confirmTotp, { body: { code: currentCode(secret) } });
    await Promise.race([waitForLockWait(client), attempt]);
    await client.query('commit');
    const refused = await attempt;
    expect([refused.statusCode, refused.json()]).toEqual([409, RESTART]);
    expect(await user.call(accounts.getSecondFactor)).toMatchObject(OFF);
    const confirmed = await user.try(accounts.confirmTotp, { body: { code: currentCode(other) } });
    expect(confirmed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    await eventually(() => expect(countEmails()).toBe(1));
  });
});

describe('two-step sign-in', () => {
  it('can’t be turned off with the old password while it is being changed', async () => {
    const { user, countEmails } = await signInWithEmail();
    const { secret } = await addTotp(user);
    await eventually(() => expect(countEmails()).toBe(1));
    const client = await openTransaction(server.databaseUrl);
    const changed = await server.context.passwords.admit('new-password', ({ hash }) => hash('a new one 42'));
    await client.query('update users set password_hash = $2 where id = $1', [user.id, changed]);
    const body = { current_password: PASSWORD };
    const attempt = user.try(accounts.turnOffSecondFactor, { body });
    await Promise.race([waitForLockWait(client), attempt]);
    await client.query('commit');
    expect((await attempt).statusCode).toBe(400);
    const credentials = { username: user.username, password: 'a new one 42' };
    const firstStep = await clientFor(server.app).try(accounts.login, { body: credentials });
    expect(firstStep.json()).toMatchObject({ second_factor: { methods: ['totp', 'recovery'] } });
    const { ticket } = firstStep.json<{ second_factor: { ticket: string } }>().second_factor;
    const login = await clientFor(server.app).try(accounts.finishLogin, {
      body: { ticket, code: currentCode(secret) },
    });
    expect(login.statusCode).toBe(200);
    expect(countEmails()).toBe(1);
  });
});

describe('an email about second factors', () => {
  it('is sent after each change, to a verified address', async () => {
    const { user, countEmails } = await signInWithEmail();
    const { user: unverified, countEmails: countUnverified } = await signInWithEmail();
    await server.context.db.execute(`update users set email_verified_at = null where id = ${unverified.id}`);
    await addTotp(unverified);
    await addTotp(user);
    await user.call(accounts.turnOffSecondFactor, { body: { current_password: PASSWORD } });
    await eventually(() => expect(countEmails()).toBe(2));
    expect(countUnverified()).toBe(0);
    const texts = mail.messages
      .filter(({ to }) => to?.[0]?.address === `${user.username}@example.org`)
      .map(({ text }) => text)
      .join();
    expect(texts).toContain('An authenticator app was added');
    expect(texts).toContain('Two-step sign-in was turned off');
  });
});
