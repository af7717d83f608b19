import { accounts } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFor, signIn } from '../../../testing/client.ts';
import { type MailServer, startMailServer } from '../../../testing/doubles/mail-server.ts';
import {
  type OpenIdProvider,
  providerSettings,
  startOpenIdProvider,
} from '../../../testing/doubles/openid-provider.ts';
import { signInAtProvider } from '../../../testing/doubles/sign-in-at-provider.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

let provider: OpenIdProvider;
let mail: MailServer;
let server: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  provider = await startOpenIdProvider({
    eve: { email: 'eve@school.example', email_verified: true, preferred_username: 'eve' },
    vic: { email: 'vic@school.example', email_verified: true, preferred_username: 'vic' },
    ana: { email: 'ana@school.example', email_verified: true, preferred_username: 'ana' },
  });
  provider.serve('http://sayback.test');
  server = await startApp({
    ...providerSettings(provider.issuer),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Sayback <sayback@example.org>',
  });
});
afterAll(async () => {
  await server.close();
  await mail.close();
  provider.close();
});

/** Signs in through the provider, and returns a client with the session's token. */
async function signInAs(sub: string) {
  const redirect = await server.app.inject({ url: '/accounts/school/login/' });
  const cookie = String(redirect.headers['set-cookie']).split(';')[0] ?? '';
  const callback = await signInAtProvider(String(redirect.headers.location), sub);
  const response = await server.app.inject({ url: callback.pathname + callback.search, headers: { cookie } });
  const fragment = new URL(String(response.headers.location)).hash.slice(1);
  return clientFor(server.app, new URLSearchParams(fragment).get('access_token') ?? '');
}
const messagesTo = (email: string) => mail.messages.filter(({ to }) => to?.[0]?.address === email);

describe('an identity linked by someone who doesn’t own the address', () => {
  it('is removed with all sessions when the owner resets the password by email', async () => {
    const eve = await signInAs('eve');
    await eve.call(accounts.updateProfile, { body: { email: 'vic@school.example' } });
    await clientFor(server.app).call(accounts.requestPasswordReset, {
      body: { email: 'vic@school.example' },
    });
    const reset = () =>
      messagesTo('vic@school.example').find(({ text }) => text?.includes('/reset-password?'));
    await expect.poll(reset).toBeTruthy();
    const link = new URL(/https?:\S+/.exec(reset()?.text ?? '')?.[0] ?? '');
    const body = {
      uid: link.searchParams.get('uid'),
      token: link.searchParams.get('token'),
      new_password1: 'a new one 42',
      new_password2: 'a new one 42',
    };
    await clientFor(server.app).call(accounts.confirmPasswordReset, { body });
    await expect.poll(async () => (await eve.try(accounts.getProfile)).statusCode).toBe(401);

    const victim = await signInAs('vic');
    expect((await victim.call(accounts.getProfile)).username).toBe('eve');
    const profile = await (await signInAs('eve')).call(accounts.getProfile);
    expect(profile.username).not.toBe('eve');
    expect(profile.email).toBe('eve@school.example');
  });
});

describe('an identity linked to an account', () => {
  it('is reported to the verified address, and linked only once', async () => {
    const user = await signIn(server);
    await server.context.db.execute(
      `update users set email = 'ana@school.example', email_verified_at = now() where id = ${user.id}`,
    );
    expect((await (await signInAs('ana')).call(accounts.getProfile)).username).toBe(user.username);
    await expect.poll(() => messagesTo('ana@school.example').length).toBe(1);
    const [message] = messagesTo('ana@school.example');
    expect(message?.subject).toBe('New way to sign in to your Sayback account');
    expect(message?.text).toContain('School');
    await signInAs('ana');
    const { rows } = await server.context.db.execute(`select 1 from identities where user_id = ${user.id}`);
    expect(rows).toHaveLength(1);
  });
});
