import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signIn } from '../../../testing/client.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server } = await withServer();

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
