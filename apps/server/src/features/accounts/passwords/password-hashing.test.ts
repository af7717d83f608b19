import { accounts } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startApp, startSecondApp, type TestApp } from '../../../testing/start-app.ts';
import type { HashQueue } from './hash-queues.ts';
import { openPasswordHashing, type PasswordHashing } from './password-hashing.ts';

const busyHashing: PasswordHashing = openPasswordHashing({ login: 0, 'new-password': 0 }, 1);
let server: TestApp;
beforeAll(async () => {
  server = await startApp({ REGISTRATION: 'invite' }, [], { passwords: busyHashing });
});
afterAll(async () => {
  await server.close();
  await busyHashing.close();
});

/** Occupies the only hashing thread during the call. */
async function whileBusy<Value>(queue: HashQueue, work: () => Promise<Value>): Promise<Value> {
  let end: () => void = () => undefined;
  const occupied = busyHashing.admit(queue, () => new Promise<void>((resolve) => (end = resolve)));
  try {
    return await work();
  } finally {
    end();
    await occupied;
  }
}

const countLimits = async () =>
  (await server.context.db.execute('select key from rate_limits order by key')).rows.length;

async function createInvitation(uses: number) {
  const admin = await signIn(server, 'admin');
  const { url, id } = await admin.call(accounts.createInvitation, { body: { group_name: '7b', uses } });
  const countUsesLeft = async () =>
    (await admin.call(accounts.listInvitations)).find((invitation) => invitation.id === id)?.uses_left;
  return { invitation: new URL(url).searchParams.get('invitation') ?? '', countUsesLeft };
}

describe('while the hashing queues are full', () => {
  it('a login is refused immediately with a Retry-After, and doesn’t count as a failure', async () => {
    const { username } = await signIn(server);
    const before = await countLimits();
    const body = { username, password: PASSWORD };
    const refused = await whileBusy('login', () => clientFor(server.app).try(accounts.login, { body }));
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await countLimits()).toBe(before);
    expect((await clientFor(server.app).try(accounts.login, { body })).statusCode).toBe(200);
  });

  it('a registration is refused, and its invitation stays valid', async () => {
    const { invitation, countUsesLeft } = await createInvitation(1);
    const body = { username: 'late', password: PASSWORD, invitation };
    const refused = await whileBusy('new-password', () =>
      clientFor(server.app).try(accounts.register, { body }),
    );
    expect(refused.statusCode).toBe(503);
    expect(await countUsesLeft()).toBe(1);
    expect((await clientFor(server.app).try(accounts.register, { body })).statusCode).toBe(201);
    expect(await countUsesLeft()).toBeUndefined();
  });
});

describe('an invitation', () => {
  it('isn’t used up by a registration with a common password or a username taken concurrently', async () => {
    const { invitation, countUsesLeft } = await createInvitation(5);
    const second = await startSecondApp(server);
    const register = (username: string, password = PASSWORD) =>
      clientFor(second.app).try(accounts.register, { body: { username, password, invitation } });
    expect((await register('common', 'password1234')).statusCode).toBe(400);
    const responses = await Promise.all(Array.from({ length: 4 }, () => register('twin')));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400, 400]);
    expect(await countUsesLeft()).toBe(4);
  });

  it('doesn’t reveal which usernames are registered if it is invalid', async () => {
    const { username } = await signIn(server);
    const register = (name: string) =>
      clientFor(server.app).try(accounts.register, {
        body: { username: name, password: PASSWORD, invitation: 'made up' },
      });
    const [known, unknown] = [await register(username), await register('nobody yet')];
    expect(known.statusCode).toBe(403);
    expect(known.body).toBe((await register('nobody-yet')).body);
    expect(unknown.statusCode).toBe(403);
  });
});

describe('concurrent registrations of a whole class', () => {
  it('all succeed with fewer database connections than pupils', async () => {
    const app = await startApp({ DATABASE_POOL: '2' });
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        clientFor(app.app).try(accounts.register, {
          body: { username: `pupil${n}`, password: PASSWORD },
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201));
    await app.close();
  });
});
