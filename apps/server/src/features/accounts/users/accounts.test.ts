import { accounts } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { startApp, startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server } = await withServer();

const anyone = () => clientFor(server.app);
const register = (username: string, password = PASSWORD, email?: string) =>
  anyone().try(accounts.register, { body: { username, password, email } });

describe('registration', () => {
  it('creates an account that can log in', async () => {
    const response = await register('Ana', PASSWORD, 'ana@example.org');
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ username: 'Ana', email: 'ana@example.org' });
    const tokens = await anyone().call(accounts.login, { body: { username: 'ana', password: PASSWORD } });
    expect(await clientFor(server.app, tokens.access).call(accounts.getProfile)).toEqual({
      username: 'Ana',
      email: 'ana@example.org',
      email_verified: false,
      native_language: null,
      target_languages: [],
      is_admin: false,
      has_password: true,
    });
  });

  it('accepts names of every script, and recognises them in any normal form', async () => {
    expect((await register('Ｊｏｓé')).statusCode).toBe(201);
    const decomposed = 'jose\u0301';
    expect(
      (await anyone().try(accounts.login, { body: { username: decomposed, password: PASSWORD } })).statusCode,
    ).toBe(200);
    expect((await register('محمد')).statusCode).toBe(201);
  });

  it('refuses a taken name in any case', async () => {
    await register('Bea');
    const response = await register('BEA');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      detail: 'That username is taken.',
      username: ['That username is taken.'],
    });
  });

  it.each([
    ['username', 'two words', PASSWORD],
    ['username', '', PASSWORD],
    ['username', 'x'.repeat(151), PASSWORD],
    ['password', 'carla', 'short'],
  ])('names the invalid field: %s of %s', async (field, username, password) => {
    const response = await register(username, password);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['detail', field]);
  });

  it('names every missing field', async () => {
    const response = await anyone().try(accounts.register, { body: {} });
    expect(response.json()).toMatchObject({
      username: ['This field is required.'],
      password: ['This field is required.'],
    });
  });

  it('can be closed by the configuration', async () => {
    const closed = await startApp({ REGISTRATION: 'closed' });
    const response = await clientFor(closed.app).try(accounts.register, {
      body: { username: 'dora', password: PASSWORD },
    });
    expect(response.statusCode).toBe(403);
    await closed.close();
  });
});

describe('a login', () => {
  it('isn’t offered through a provider if none is configured', async () => {
    expect(await anyone().call(accounts.listProviders)).toMatchObject({ providers: [] });
    expect((await server.app.inject({ url: '/accounts/school/login/' })).statusCode).toBe(404);
  });

  it('has the same error for a wrong name and a wrong password', async () => {
    await register('Eva');
    const wrong = await Promise.all(
      [
        { username: 'eva', password: 'not the password' },
        { username: 'nobody', password: PASSWORD },
      ].map((body) => anyone().try(accounts.login, { body })),
    );
    expect(wrong.map((response) => response.statusCode)).toEqual([401, 401]);
    expect(wrong[0]?.body).toBe(wrong[1]?.body);
  });

  it('returns a new access token for the refresh token, which stays valid', async () => {
    const user = await signIn(server);
    for (let round = 0; round < 2; round += 1) {
      const response = await anyone().call(accounts.refreshToken, { body: { refresh: user.refresh } });
      expect(Object.keys(response)).toEqual(['access']);
      await clientFor(server.app, response.access).call(accounts.getProfile);
    }
  });

  it('ends immediately on every server after a logout', async () => {
    const second = await startSecondApp(server);
    const user = await signIn(server);
    const otherServer = clientFor(second.app, user.token);
    await otherServer.call(accounts.getProfile);

    await anyone().call(accounts.logout, { body: { refresh: user.refresh } });
    await expect.poll(async () => (await otherServer.try(accounts.getProfile)).statusCode).toBe(401);
    expect((await user.try(accounts.getProfile)).statusCode).toBe(401);
    expect((await anyone().try(accounts.refreshToken, { body: { refresh: user.refresh } })).statusCode).toBe(
      401,
    );
  });
});

describe('the profile', () => {
  it('changes the native language and the email, by PATCH and by PUT', async () => {
    const user = await signIn(server);
    const changed = await user.call(accounts.updateProfile, { body: { native_language: 'pt-br' } });
    expect(changed.native_language).toBe('pt-BR');
    await user.call(accounts.replaceProfile, {
      body: { native_language: 'es', email: 'a@example.org', current_password: PASSWORD },
    });
    expect(await user.call(accounts.getProfile)).toMatchObject({
      native_language: 'es',
      email: 'a@example.org',
    });
  });

  it('refuses an unknown language and an invalid address', async () => {
    const user = await signIn(server);
    expect(
      (await user.try(accounts.updateProfile, { body: { native_language: 'xx' } })).json(),
    ).toHaveProperty('native_language');
    expect((await user.try(accounts.updateProfile, { body: { email: 'nowhere' } })).json()).toEqual({
      detail: 'email: Enter a valid email address.',
      email: ['Enter a valid email address.'],
    });
  });

  it('lists practice languages in the order of their addition', async () => {
    const user = await signIn(server);
    const add = (language: string) => user.try(accounts.addPracticeLanguage, { body: { language } });
    expect((await add('fr')).statusCode).toBe(201);
    expect((await add('ar')).statusCode).toBe(201);
    expect((await add('fr')).statusCode).toBe(200);
    expect((await user.call(accounts.getProfile)).target_languages).toEqual([
      { language: 'fr', language_display: 'French' },
      { language: 'ar', language_display: 'Arabic' },
    ]);
    expect((await user.try(accounts.removePracticeLanguage, { params: { language: 'fr' } })).statusCode).toBe(
      204,
    );
    expect((await user.try(accounts.removePracticeLanguage, { params: { language: 'fr' } })).statusCode).toBe(
      404,
    );
  });
});

describe('preferences', () => {
  it('have defaults, and can be changed individually', async () => {
    const user = await signIn(server);
    expect(await user.call(accounts.getPreferences)).toMatchObject({
      theme: 'auto',
      player: { speed: 1, repeats: 1 },
    });
    await user.call(accounts.updatePreferences, { body: { theme: 'dark', player: { speed: 0.75 } } });
    await user.call(accounts.updatePreferences, { body: { player: { repeats: 3 } } });
    expect(await user.call(accounts.getPreferences)).toMatchObject({
      theme: 'dark',
      player: { speed: 0.75, repeats: 3, turn: 'wait' },
    });
  });

  it('include all concurrent changes', async () => {
    const user = await signIn(server);
    await Promise.all([
      user.call(accounts.updatePreferences, { body: { player: { speed: 0.5 } } }),
      user.call(accounts.updatePreferences, { body: { player: { turn: 'auto' } } }),
      user.call(accounts.updatePreferences, { body: { theme: 'light' } }),
    ]);
    expect(await user.call(accounts.getPreferences)).toMatchObject({
      theme: 'light',
      player: { speed: 0.5, turn: 'auto' },
    });
  });

  it('store and clear the translation language', async () => {
    const user = await signIn(server);
    const savedLanguage = async () => (await user.call(accounts.getPreferences)).player.translation_language;
    expect(await savedLanguage()).toBeNull();
    for (const language of ['pt-BR', null]) {
      await user.call(accounts.updatePreferences, { body: { player: { translation_language: language } } });
      expect(await savedLanguage()).toBe(language);
    }
  });

  it('store the player settings', async () => {
    const user = await signIn(server);
    const player = {
      speed_ladder: [0.5, 0.75],
      listen_through: true,
      line_pause: 500,
      sound_delay: 150,
      join_sentences: true,
      divide_long: true,
    };
    expect((await user.call(accounts.getPreferences)).player).toMatchObject({
      speed_ladder: [],
      listen_through: false,
      line_pause: 2000,
      sound_delay: 0,
      join_sentences: false,
      divide_long: false,
    });
    await user.call(accounts.updatePreferences, { body: { player } });
    expect((await user.call(accounts.getPreferences)).player).toMatchObject(player);
  });

  it.each([
    { speed: 3 },
    { translation_language: '' },
    { speed_ladder: [0.4] },
    { speed_ladder: Array(10).fill(1) },
    { line_pause: 5001 },
    { sound_delay: -1 },
  ])('refuse %o', async (player) => {
    const user = await signIn(server);
    expect((await user.try(accounts.updatePreferences, { body: { player } })).statusCode).toBe(400);
  });
});
