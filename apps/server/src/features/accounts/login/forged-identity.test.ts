import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

/** Forgeries in a malicious provider's responses. */
type Forgery = {
  claims?: JWTPayload;
  /** Issuer named in the provider's metadata. */
  metadataIssuer?: string;
  /** Omits the signature, with `alg: none`. */
  unsigned?: boolean;
};

/** Starts a provider on loopback that signs anyone in without a form, with forged responses. */
async function startForgingProvider() {
  let forgery: Forgery = {};
  let nonce = '';
  const keys = await generateKeyPair('RS256', { extractable: true });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const respond = async () => {
      if (url.pathname === '/jwks') return { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256' }] };
      if (url.pathname !== '/token') return metadata();
      return { access_token: 'x', token_type: 'Bearer', id_token: await idToken() };
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await respond()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = () => ({
    issuer: forgery.metadataIssuer ?? issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'sayback',
      sub: 'ana',
      email: 'ana@school.example',
      nonce,
      iat: now,
      exp: now + 60,
      ...forgery.claims,
    };
    if (forgery.unsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey);
  }
  return {
    issuer,
    forge: (next: Forgery) => {
      forgery = next;
    },
    setNonce: (value: string) => {
      nonce = value;
    },
    close: () => server.close(),
  };
}

let provider: Awaited<ReturnType<typeof startForgingProvider>>;
let server: TestApp;
const startServer = () =>
  startApp({
    OIDC_PROVIDER: 'school',
    OIDC_NAME: 'School',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'sayback',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
  });
beforeAll(async () => {
  provider = await startForgingProvider();
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  provider.close();
});

/** Signs in at the provider. Returns the URL to which our server finally redirects the browser. */
async function signInWith(forgery: Forgery, { app } = server): Promise<string> {
  provider.forge(forgery);
  const redirect = await app.inject({ url: '/accounts/school/login/' });
  const providerUrl = new URL(String(redirect.headers.location));
  provider.setNonce(providerUrl.searchParams.get('nonce') ?? '');
  const state = providerUrl.searchParams.get('state') ?? '';
  const callback = await app.inject({
    url: `/accounts/school/login/callback/?code=a-code&state=${state}`,
    headers: { cookie: String(redirect.headers['set-cookie']).split(';')[0] },
  });
  return String(callback.headers.location);
}

describe('a provider’s identity token', () => {
  it('is accepted if it is valid', async () => {
    expect(await signInWith({})).toContain('/login/callback#access_token=');
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Forgery]>([
    ['with the nonce of another sign-in', () => ({ claims: { nonce: 'of another sign-in' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    [
      'for several clients, authorized by another one',
      () => ({
        claims: { aud: ['sayback', 'another'], azp: 'another' },
      }),
    ],
    ['of another issuer', () => ({ claims: { iss: 'https://another.example' } })],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['without a signature', () => ({ unsigned: true })],
  ])('%s is refused', async (_, forgery) => {
    expect(await signInWith(forgery())).toBe('http://sayback.test/login?fault=failed');
  });

  it('isn’t requested if the provider’s metadata names another issuer', async () => {
    const otherServer = await startServer();
    provider.forge({ metadataIssuer: 'https://another.example' });
    const redirect = await otherServer.app.inject({ url: '/accounts/school/login/' });
    expect(redirect.headers.location).toMatch(/^http:\/\/sayback\.test\/login\?fault=/);
    await otherServer.close();
  });
});
