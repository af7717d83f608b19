import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signIn } from '../../../testing/client.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server } = await withServer();

type Person = Awaited<ReturnType<typeof signIn>>;
const { updateProfile, replaceProfile } = accounts;
const addressOf = async (person: Person) => (await person.call(accounts.getProfile)).email;

describe('a new email address', () => {
  it.each([updateProfile, replaceProfile])('is saved by $method with the password', async (declared) => {
    const person = await signIn(server);
    const email = 'new@example.org';
    const missing = await person.try(declared, { body: { email } });
    expect([missing.statusCode, Object.keys(missing.json())]).toEqual([400, ['detail', 'current_password']]);
    const wrong = await person.try(declared, { body: { email, current_password: 'a guess' } });
    expect(wrong.json()).toMatchObject({ current_password: ["That isn't your password."] });
    expect(await addressOf(person)).toBe('');
    await person.call(declared, { body: { email, current_password: PASSWORD } });
    expect(await addressOf(person)).toBe(email);
    expect((await person.try(declared, { body: { email: '' } })).statusCode).toBe(400);
    expect(await addressOf(person)).toBe(email);
  });

  it('is refused after ten wrong passwords', async () => {
    const person = await signIn(server);
    const body = { email: 'x@example.org', current_password: 'a guess' };
    for (let n = 0; n < 10; n += 1) expect((await person.try(updateProfile, { body })).statusCode).toBe(400);
    const refused = await person.try(updateProfile, { body: { ...body, current_password: PASSWORD } });
    expect(refused.statusCode).toBe(429);
  });

  it('needs no password if it is unchanged, nor does another language', async () => {
    const person = await signIn(server);
    await person.call(updateProfile, { body: { email: 'same@example.org', current_password: PASSWORD } });
    await person.call(replaceProfile, { body: { email: 'same@example.org', native_language: 'fr' } });
    expect(await person.call(accounts.getProfile)).toMatchObject({
      native_language: 'fr',
      has_password: true,
    });
  });

  it('requires a sign-in of the last 15 minutes if there is no password', async () => {
    const person = await signIn(server);
    const { db } = server.context;
    await db.execute(`update users set password_hash = null where id = ${person.id}`);
    const setSessionAge = (ago: string) =>
      db.execute(`update sessions set created_at = now() - interval '${ago}' where user_id = ${person.id}`);
    await setSessionAge('16 minutes');
    const late = await person.try(updateProfile, { body: { email: 'late@example.org' } });
    expect([late.statusCode, Object.keys(late.json())]).toEqual([400, ['detail', 'email']]);
    await setSessionAge('14 minutes');
    await person.call(updateProfile, { body: { email: 'soon@example.org' } });
    expect(await person.call(accounts.getProfile)).toMatchObject({
      email: 'soon@example.org',
      has_password: false,
    });
  });
});
