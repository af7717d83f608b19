import * as oidc from 'openid-client';

export type Claims = {
  issuer: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  /** Suggested username. */
  name: string | null;
};

/** Secrets of a sign-in that its response must match. */
export type Checks = { state: string; nonce: string; verifier: string };

export type IdentityProvider = {
  /** Id of the provider, a path segment in URLs. */
  id: string;
  name: string;
  createChecks: () => Checks;
  /** Returns the URL to redirect the browser to. Throws ProviderUnreachable. */
  loginUrl: (checks: Checks, redirectUri: string) => Promise<string>;
  /**
   * Exchanges the code in the callback URL for the user's claims. Throws ProviderUnreachable, ConsentRefused or another error.
   */
  readResponse: (url: URL, checks: Checks) => Promise<Claims>;
};

export class ProviderUnreachable extends Error {}
export class ConsentRefused extends Error {}

export type ProviderSettings = {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

const TIMEOUT_SECONDS = 8;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Opens an OpenID Connect provider, with discovery, PKCE, state and nonce. Contacts it at the first sign-in. */
export function openIdProvider({
  id,
  name,
  issuer,
  clientId,
  clientSecret,
}: ProviderSettings): IdentityProvider {
  const server = new URL(issuer);
  let configuration: Promise<oidc.Configuration> | null = null;

  function discover(): Promise<oidc.Configuration> {
    configuration ??= oidc
      .discovery(server, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // Verify the ID token's signature, although it comes over a direct channel.
          oidc.enableNonRepudiationChecks,
          // Allow HTTP only on loopback, for tests and trials.
          ...(LOOPBACK.has(server.hostname) ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        configuration = null;
        throw new ProviderUnreachable(`${name} could not be reached`, { cause: error });
      });
    return configuration;
  }

  return {
    id,
    name,
    createChecks: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    async loginUrl({ state, nonce, verifier }, redirectUri) {
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async readResponse(url, { state, nonce, verifier }) {
      const configuration = await discover();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims() as NonNullable<ReturnType<typeof tokens.claims>>;
        // Many providers return the email address only at the userinfo endpoint.
        const profile = claims.email
          ? claims
          : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: nonEmptyText(profile.email),
          email_verified: profile.email_verified === true,
          name:
            nonEmptyText(profile.preferred_username) ??
            nonEmptyText(profile.email)?.split('@')[0] ??
            nonEmptyText(profile.name),
        };
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError)
          throw new ConsentRefused(error.error, { cause: error });
        if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) {
          throw new ProviderUnreachable(`${name} could not be reached`, { cause: error });
        }
        throw error;
      }
    },
  };
}
