import { accounts } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf, PASSWORD, signIn } from '../../../testing/client.ts';
import { untilSomebodyWaits } from '../../../testing/databases.ts';
import { startMailServer } from '../../../testing/doubles/mail-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { addTotp } from '../../../testing/second-factors.ts';
import { codeOf } from '../../../testing/totp-code.ts';
import { withServer } from '../../../testing/with-server.ts';

const mail = await startMailServer();
const { server } = await withServer({ SMTP_URL: mail.url, MAIL_FROM: 'Sayback <sayback@example.org>' });
// Codes change every 30 seconds: not in the middle of a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => vi.useRealTimers());

const RESTART = { detail: 'Start setting up the app again.' };
const startTotp = (person: Awaited<ReturnType<typeof signIn>>) =>
  person.call(accounts.startTotp, { body: { current_password: PASSWORD } });

async function signInWithAddress() {
  const person = await signIn(server);
  const address = `${person.username}@example.org`;
  await server.context.db.execute(
    `update users set email = '${address}', email_verified_at = now() where id = ${person.id}`,
  );
  const mailed = () => mail.messages.filter(({ to }) => to?.[0]?.address === address).length;
  return { person, mailed };
}

const OFF = { totp_added_at: null, recovery_codes_left: 0, is_confirmed: false };

describe('an authenticator app set up in two tabs', () => {
  it('restarts in the tab whose key was replaced, and is confirmed in the other one', async () => {
    const { person, mailed } = await signInWithAddress();
    const first = await startTotp(person);
    const second = await startTotp(person);
    const confirm = ({ secret }: { secret: string }) =>
      person.try(accounts.confirmTotp, { body: { code: codeOf(secret), secret } });
    const lost = await confirm(first);
    expect([lost.statusCode, lost.json()]).toEqual([409, RESTART]);
    expect(await person.call(accounts.getSecondFactor)).toMatchObject(OFF);
    expect((await confirm(second)).statusCode).toBe(200);
    await eventually(() => expect(mailed()).toBe(1));
  });

  it('isn’t confirmed when the key is replaced while its code is verified', async () => {
    const { person, mailed } = await signInWithAddress();
    const { secret } = await startTotp(person);
    const { secret: other } = await startTotp(await signIn(server));
    const client = await openTransaction(server.databaseUrl);
    // Simulates the other tab's uncommitted start.
    await client.query('update totp_secrets set secret = $2 where user_id = $1', [
      person.id,
      server.context.secretBox.encrypt(other, `totp of ${person.id}`),
    ]);
    const attempt = person.try(accounts.confirmTotp, { body: { code: codeOf(secret) } });
    await Promise.race([untilSomebodyWaits(client), attempt]);
    await client.query('commit');
    const lost = await attempt;
    expect([lost.statusCode, lost.json()]).toEqual([409, RESTART]);
    expect(await person.call(accounts.getSecondFactor)).toMatchObject(OFF);
    const won = await person.try(accounts.confirmTotp, { body: { code: codeOf(other) } });
    expect(won.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    await eventually(() => expect(mailed()).toBe(1));
  });
});

describe('two-step sign-in', () => {
  it('stays enabled when the password changes while it is turned off with the previous one', async () => {
    const { person, mailed } = await signInWithAddress();
    const { secret } = await addTotp(person);
    await eventually(() => expect(mailed()).toBe(1));
    const client = await openTransaction(server.databaseUrl);
    const changed = await server.context.passwords.admit('new-password', ({ hash }) => hash('a new one 42'));
    await client.query('update users set password_hash = $2 where id = $1', [person.id, changed]);
    const body = { current_password: PASSWORD };
    const attempt = person.try(accounts.turnOffSecondFactor, { body });
    await Promise.race([untilSomebodyWaits(client), attempt]);
    await client.query('commit');
    expect((await attempt).statusCode).toBe(400);
    const login = { username: person.username, password: 'a new one 42' };
    const firstStep = await clientOf(server.app).try(accounts.login, { body: login });
    expect(firstStep.json()).toMatchObject({ second_factor: { methods: ['totp', 'recovery'] } });
    const { ticket } = firstStep.json<{ second_factor: { ticket: string } }>().second_factor;
    const done = await clientOf(server.app).try(accounts.finishLogin, {
      body: { ticket, code: codeOf(secret) },
    });
    expect(done.statusCode).toBe(200);
    expect(mailed()).toBe(1);
  });
});
