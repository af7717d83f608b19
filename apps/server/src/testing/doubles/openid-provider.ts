import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Claims = { email?: string; email_verified?: boolean; preferred_username?: string };

const CLIENT = { client_id: 'sayback', client_secret: 'a secret of the provider' };

/** Returns the settings of a server that uses the provider at this URL. */
export const providerSettings = (issuer: string) => ({
  OIDC_PROVIDER: 'school',
  OIDC_NAME: 'School',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.client_id,
  OIDC_CLIENT_SECRET: CLIENT.client_secret,
});

export type OpenIdProvider = {
  issuer: string;
  /** Starts responding, and allows redirects only to Sayback at this URL. */
  serve: (publicUrl: string) => void;
  close: () => void;
};

/** Starts a real OpenID provider on loopback, with users by their subject. It doesn't respond before `serve` is called. */
export async function startOpenIdProvider(claimsBySubject: Record<string, Claims>): Promise<OpenIdProvider> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    issuer,
    serve(publicUrl) {
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [`${publicUrl}/accounts/school/login/callback/`] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
        findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claimsBySubject[sub] }) }),
        cookies: { keys: ['a test key'] },
        pkce: { required: () => true },
      });
      http.on('request', provider.callback());
    },
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}
