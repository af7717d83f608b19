import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { IdentityProvider } from '../../../platform/identity/identity-provider.ts';
import { limitAddress } from '../../../security/limit-address.ts';
import { createSecurityLog } from '../audit/security-log.ts';
import type { AccountDeps } from '../deps.ts';
import { loginCookies } from './login-cookies.ts';
import { sessionStore } from './session-store.ts';
import { startSession } from './sessions.ts';
import { countSignIn } from './sign-in-limit.ts';
import { finishSocialLogin, SocialLoginFault, startSocialLogin } from './social-login.ts';

/** Returns true if another site sent the request. Older browsers don't report it and are trusted. */
const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site';

const TOKEN_PARAMETER = /[?&](?:access|refresh)_token=/;

const newSecret = () => randomBytes(24).toString('base64url');

/** Sign-in by an identity provider. The browser navigates to these URLs, so they aren't in the contract. */
export function socialRoutes(app: FastifyInstance, { track }: Router, context: AccountDeps): void {
  const { db, tokens, limits, provider, config } = context;
  const { publicUrl } = config;
  const cookies = loginCookies(publicUrl);
  const redirectUri = `${publicUrl}/accounts/${provider?.id}/login/callback/`;

  type ProviderRequest = { Params: { provider: string }; Querystring: { invitation?: string } };
  const requireProvider = (id: string): IdentityProvider => {
    if (!provider || provider.id !== id) throw notFound();
    return provider;
  };

  /** Redirects to the URL that `step` returns; if it fails, to the login screen with the failure's code. */
  async function redirectTo(reply: FastifyReply, step: () => Promise<string>): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    try {
      return reply.redirect(await step());
    } catch (error) {
      const fault = error instanceof SocialLoginFault ? error.fault : 'failed';
      reply.log.warn({ event: 'auth.login.failure', fault, err: error }, 'social login failed');
      return reply.redirect(`${publicUrl}/login?fault=${fault}`);
    }
  }

  app.get<ProviderRequest>('/accounts/:provider/login/', (request, reply) => {
    const identityProvider = requireProvider(request.params.provider);
    const browser = newSecret();
    cookies.setBrowser(reply, browser);
    const invitation = request.query.invitation ?? null;
    const start = async () => {
      if (isCrossSite(request)) throw new SocialLoginFault('foreign');
      await limits.take('social_address', limitAddress(request.ip));
      return startSocialLogin(db, identityProvider, { browser, invitation, redirectUri });
    };
    return track(request, () => redirectTo(reply, start));
  });

  app.get<ProviderRequest>('/accounts/:provider/login/callback/', (request, reply) => {
    const identityProvider = requireProvider(request.params.provider);
    cookies.clearBrowser(reply);
    const finish = async () => {
      const url = new URL(redirectUri + new URL(request.url, publicUrl).search);
      const report = createSecurityLog(request);
      const browser = cookies.getBrowser(request);
      const { username, proof } = await finishSocialLogin({ ...context, report }, identityProvider, {
        url,
        browser,
      });
      await countSignIn(limits, proof.user_id).catch((error: unknown) => {
        throw new SocialLoginFault('too-many', error);
      });
      const userAgent = request.headers['user-agent'] ?? '';
      const { access, refresh } = await startSession(
        { sessions: sessionStore(db), tokens },
        proof,
        userAgent,
      );
      report('auth.login.success', { user_id: proof.user_id, username, method: identityProvider.id });
      const mark = newSecret();
      cookies.setMark(reply, mark);
      // Servers and other sites never see a fragment, so no log contains the tokens.
      return `${publicUrl}/login/callback#access_token=${access}&refresh_token=${refresh}&mark=${mark}`;
    };
    return track(request, () => redirectTo(reply, finish));
  });

  // This server sends no tokens in a query; tokens from another site may belong to someone else's session.
  app.get('/login/callback/', (request, reply) => {
    if (!isCrossSite(request) || !TOKEN_PARAMETER.test(request.url)) return reply.callNotFound();
    return redirectTo(reply, () => Promise.reject(new SocialLoginFault('foreign')));
  });
}
