import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { clientFor } from '../../../testing/client.ts';
import { unlimitedHashing } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

// Hash each password, without the cache of other tests.
const { server } = await withServer({}, [], { passwords: unlimitedHashing });

const register = async (username: string, password: string) =>
  (await clientFor(server.app).try(accounts.register, { body: { username, password } })).statusCode;
const logIn = async (username: string, password: string) =>
  (await clientFor(server.app).try(accounts.login, { body: { username, password } })).statusCode;

describe('a password', () => {
  it.each([
    ['of eight characters', 'qv7#kz1p'],
    ['of 128 characters', 'four'.repeat(32)],
    ['of only lower-case letters', 'horsestaplebattery'],
    ['of only digits', '830174629551'],
    ['with leading and trailing spaces', '  between spaces  '],
    ['in another script', 'вечер тихий и ясный'],
    ['of emoji', '🐈🐕🐈🐕🐈🐕🐈🐕'],
  ])('%s is accepted', async (name, password) => {
    const username = name.replaceAll(' ', '-');
    expect(await register(username, password)).toBe(201);
    expect(await logIn(username, password)).toBe(200);
  });

  it.each([
    ['maria', 'mariachi2024'],
    ['zoe', 'my-admin-key'],
    ['ben', 'learnersville'],
    ['leonor', 'leonor1987'],
  ])('can contain the username: %s with %s', async (username, password) => {
    expect(await register(username, password)).toBe(201);
  });

  it.each([
    ['long-username', 'long-username', "Don't use your username as your password."],
    ['Long-Username', 'lONG-uSERNAME', "Don't use your username as your password."],
    ['ｌｏｎｇ-username', 'long-ｕｓｅｒｎａｍｅ', "Don't use your username as your password."],
    ['lena', 'Password1', 'This password is too common. Choose another one.'],
    ['lena', 'administrator', 'This password is too common. Choose another one.'],
    ['lena', 'short 7', 'Use at least 8 characters.'],
    ['lena', 'x'.repeat(129), 'Use at most 128 characters.'],
  ])('is refused: %s with %s', async (username, password, reason) => {
    const response = await clientFor(server.app).try(accounts.register, { body: { username, password } });
    expect(response.statusCode).toBe(400);
    expect(response.json().password).toEqual([reason]);
  });

  it('is compared exactly: case, spaces and all 128 characters', async () => {
    const password = ` Abc ${'x'.repeat(123)}`;
    expect([...password]).toHaveLength(128);
    expect(await register('whole', password)).toBe(201);
    expect(await logIn('whole', password.toLowerCase())).toBe(401);
    expect(await logIn('whole', password.trim())).toBe(401);
    expect(await logIn('whole', `${password.slice(0, -1)}y`)).toBe(401);
    expect(await logIn('whole', password)).toBe(200);
  });

  it('is stored as an argon2id hash with 64 MiB, three passes and a random salt', async () => {
    for (const name of ['salted-one', 'salted-two'])
      expect(await register(name, 'the same for both')).toBe(201);
    const { rows } = await server.context.db.execute<{ password_hash: string }>(
      `select password_hash from users where username like 'salted-%'`,
    );
    const hashes = rows.map((row) => row.password_hash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });
});
