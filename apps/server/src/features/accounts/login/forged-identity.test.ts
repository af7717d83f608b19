import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

/** Fields of a sign-in that a malicious provider forges. */
type Lie = {
  claims?: JWTPayload;
  /** The issuer that its metadata names. */
  metadataIssuer?: string;
  /** Omits the signature, with `alg: none`. */
  unsigned?: boolean;
};

/** A provider on loopback that signs anyone in at once, with the forged fields. */
async function startLiar() {
  const lie: Lie = {};
  let nonce = '';
  const keys = await generateKeyPair('RS256', { extractable: true });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', issuer);
    const answer = async () => {
      if (address.pathname === '/jwks')
        return { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256' }] };
      if (address.pathname !== '/token') return metadata();
      return { access_token: 'x', token_type: 'Bearer', id_token: await idToken() };
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await answer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = () => ({
    issuer: lie.metadataIssuer ?? issuer,
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
      ...lie.claims,
    };
    if (lie.unsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey);
  }
  return {
    issuer,
    tell: (next: Lie) => {
      for (const member of Object.keys(lie)) delete lie[member as keyof Lie];
      Object.assign(lie, next);
    },
    remember: (value: string) => {
      nonce = value;
    },
    close: () => server.close(),
  };
}

let liar: Awaited<ReturnType<typeof startLiar>>;
let server: TestApp;
const start = () =>
  startApp({
    OIDC_PROVIDER: 'school',
    OIDC_NAME: 'School',
    OIDC_ISSUER: liar.issuer,
    OIDC_CLIENT_ID: 'sayback',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
  });
beforeAll(async () => {
  liar = await startLiar();
  server = await start();
});
afterAll(async () => {
  await server.close();
  liar.close();
});

/** Signs in at the provider, and returns where our server sends the browser in the end. */
async function signInWith(lie: Lie, { app } = server): Promise<string> {
  liar.tell(lie);
  const redirect = await app.inject({ url: '/accounts/school/login/' });
  const providerUrl = new URL(String(redirect.headers.location));
  liar.remember(providerUrl.searchParams.get('nonce') ?? '');
  const state = providerUrl.searchParams.get('state') ?? '';
  const ended = await app.inject({
    url: `/accounts/school/login/callback/?code=a-code&state=${state}`,
    headers: { cookie: String(redirect.headers['set-cookie']).split(';')[0] },
  });
  return String(ended.headers.location);
}

describe('a provider’s identity token', () => {
  it('is accepted when it is valid', async () => {
    expect(await signInWith({})).toContain('/login/callback#access_token=');
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Lie]>([
    ['of another sign-in', () => ({ claims: { nonce: 'of another sign-in' } })],
    ['of no sign-in', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    [
      'for several clients, requested by another one',
      () => ({
        claims: { aud: ['sayback', 'another'], azp: 'another' },
      }),
    ],
    ['of another issuer', () => ({ claims: { iss: 'https://another.example' } })],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['without a signature', () => ({ unsigned: true })],
  ])('%s is refused', async (_, lie) => {
    expect(await signInWith(lie())).toBe('http://sayback.test/login?fault=failed');
  });

  it('isn’t requested when the metadata name another issuer', async () => {
    const fresh = await start();
    liar.tell({ metadataIssuer: 'https://another.example' });
    const redirect = await fresh.app.inject({ url: '/accounts/school/login/' });
    expect(redirect.headers.location).toMatch(/^http:\/\/sayback\.test\/login\?fault=/);
    await fresh.close();
  });
});
