import { accounts } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deriveKey } from '../../../secret.ts';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { PROGRAMS, runProgram } from '../../../testing/processes/server-process.ts';
import { addTotp } from '../../../testing/second-factors.ts';
import { openApp, SECRET, startApp } from '../../../testing/start-app.ts';
import { currentCode } from '../../../testing/totp-code.ts';
import { withServer } from '../../../testing/with-server.ts';
import { secretBox } from './secret-box.ts';

const { server } = await withServer({ ADMIN_SECOND_FACTOR: 'required' });
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => vi.useRealTimers());

describe('with a required second factor', () => {
  it('an administrator without one can practise and set one up, but not make admin calls', async () => {
    const admin = await signIn(server, 'admin');
    const refused = await admin.try(accounts.listUsers);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toEqual({
      detail: 'Administrators need two-step sign-in here. Confirm your second step.',
      code: accounts.SECOND_FACTOR_REQUIRED,
    });
    expect(await admin.call(accounts.getProfile)).toMatchObject({ is_admin: true });
    expect(await admin.call(accounts.getSecondFactor)).toMatchObject({
      is_required: true,
      is_confirmed: false,
    });
    await addTotp(admin);
    expect((await admin.try(accounts.listUsers)).statusCode).toBe(200);
  });

  it('an older session must be confirmed, and loses admin rights when the second factor is removed', async () => {
    const admin = await signIn(server, 'admin');
    const body = { username: admin.username, password: PASSWORD };
    const older = clientFor(server.app, (await clientFor(server.app).call(accounts.login, { body })).access);
    const { secret } = await addTotp(admin);
    expect((await older.try(accounts.listUsers)).statusCode).toBe(403);
    const { ticket } = await older.call(accounts.challengeSecondFactor);
    await older.call(accounts.confirmSecondFactor, { body: { ticket, code: currentCode(secret) } });
    expect((await older.try(accounts.listUsers)).statusCode).toBe(200);
    await older.call(accounts.removeTotp, { body: { current_password: PASSWORD } });
    for (const session of [older, admin]) {
      await eventually(async () => expect((await session.try(accounts.listUsers)).statusCode).toBe(403));
    }
  });

  it('a learner doesn’t need a second factor', async () => {
    const learner = await signIn(server);
    expect(await learner.call(accounts.getSecondFactor)).toMatchObject({ is_required: false });
    expect((await learner.try(accounts.listUsers)).json()).not.toHaveProperty('code');
  });
});

describe('an authenticator app’s secret', () => {
  it('if it can’t be decrypted, causes an error with instructions, and recovery codes still work', async () => {
    const first = await startApp();
    const user = await signIn(first);
    const { secret, codes } = await addTotp(user);
    await first.closeServer();
    const { databaseUrl, dataDir } = first;
    const settings = { SECRET_KEY: 'another secret, as after a restore without it' };
    const restored = await openApp({ databaseUrl, dataDir, settings });
    const { try: attempt } = clientFor(restored.app);
    const body = { username: user.username, password: PASSWORD };
    const { second_factor } = (await attempt(accounts.login, { body })).json();
    const finish = (proof: object, language = 'en') =>
      attempt(accounts.finishLogin, {
        body: { ticket: second_factor.ticket, ...proof },
        headers: { 'accept-language': language },
      });
    const refused = await finish({ code: currentCode(secret) });
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({
      detail:
        "This server can no longer check your app's codes. Use a recovery code, then remove the app in Settings and set it up again. Without one, ask an administrator.",
      second_factor,
    });
    expect((await finish({ code: currentCode(secret) }, 'es')).json().detail).toContain(
      'código de recuperación',
    );
    const wrong = await finish({ recovery_code: 'guess' });
    expect(wrong.json().detail).toBe('That recovery code is wrong or was already used.');
    const { access } = (await finish({ recovery_code: codes?.[0] })).json();
    const recovered = clientFor(restored.app, access);
    await recovered.call(accounts.removeTotp, { body: { current_password: PASSWORD } });
    await addTotp({ ...user, ...recovered });
    await restored.close();
    await first.close();
  });

  it('is decrypted with the previous SECRET_KEY, and re-encrypted with the new one', async () => {
    const first = await startApp();
    const user = await signIn(first);
    const { secret } = await addTotp(user);
    await first.closeServer();
    const newSecret = 'the next secret, just as long as the first';
    const { databaseUrl, dataDir } = first;
    const settings = { SECRET_KEY: newSecret, SECRET_KEY_PREVIOUS: SECRET };
    const second = await openApp({ databaseUrl, dataDir, settings });
    await second.close();
    const third = await openApp({ databaseUrl, dataDir, settings: { SECRET_KEY: newSecret } });
    const body = { username: user.username, password: PASSWORD };
    const firstStep = (await clientFor(third.app).try(accounts.login, { body })).json();
    const login = await clientFor(third.app).try(accounts.finishLogin, {
      body: { ticket: firstStep.second_factor.ticket, code: currentCode(secret) },
    });
    expect(login.statusCode).toBe(200);
    await third.close();
    await first.close();
  });

  it('can’t be decrypted for another account, with another key, or after a modification', () => {
    const key = deriveKey(SECRET, 'x');
    const box = secretBox([key]);
    const encrypted = box.encrypt('secret', 'totp of 1');
    expect(box.decrypt(encrypted, 'totp of 1')).toBe('secret');
    expect(box.decrypt(encrypted, 'totp of 2')).toBeNull();
    expect(secretBox([deriveKey(SECRET, 'y')]).decrypt(encrypted, 'totp of 1')).toBeNull();
    // Flip one bit of each byte: changing a base64url character might not change the bytes.
    const bytes = Buffer.from(encrypted, 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (bytes[index] ?? 0) ^ (1 << (index % 8));
      expect(box.decrypt(changed.toString('base64url'), 'totp of 1')).toBeNull();
    }
    expect(box.decrypt('', 'totp of 1')).toBeNull();
    expect(box.encrypt('secret', 'totp of 1')).not.toBe(encrypted);
  });
});

describe('npm run admin -- reset-second-factor', () => {
  it('removes a user’s factors, and is recorded in the audit log', async () => {
    const user = await signIn(server);
    await addTotp(user);
    const { databaseUrl, dataDir } = server;
    const program = runProgram(PROGRAMS.admin, ['reset-second-factor', user.username], {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: SECRET,
      DATA_DIR: dataDir,
      MEDIA_DIR: dataDir,
    });
    program.process.stdin?.end();
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain(`${user.username} now signs in with only the password.`);
    const body = { username: user.username, password: PASSWORD };
    expect((await clientFor(server.app).try(accounts.login, { body })).statusCode).toBe(200);
    const { rows } = await server.context.db.execute(
      `select action from audit_log where target = '${user.username}'`,
    );
    expect(rows).toEqual([{ action: 'reset-second-factor' }]);
  });
});
