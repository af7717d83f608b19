import { accounts } from '@sayback/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesFor } from './cookies.ts';

/** Long enough to sign in at the provider. */
const ATTEMPT_SECONDS = 600;
/** Long enough for a page to load on a slow line. */
const ARRIVAL_SECONDS = 300;

/**
 * The two cookies of a sign-in by a provider. Neither lets anyone in. They are Lax, since they must live through the
 * provider's redirect; under HTTPS their names begin with `__Host-`, so that no other host can set them.
 */
export function loginCookies(publicUrl: string) {
  const cookies = cookiesFor(publicUrl);
  const attempt = `${cookies.isSecure ? '__Host-' : ''}sayback_login`;
  return {
    /** Ties a sign-in to the browser that begins it. */
    begin: (reply: FastifyReply, browser: string) =>
      cookies.write(reply, attempt, browser, { seconds: ATTEMPT_SECONDS, sameSite: 'Lax' }),

    /** Takes that away again: it counts once. */
    end: (reply: FastifyReply) => cookies.write(reply, attempt, '', { seconds: 0, sameSite: 'Lax' }),

    /** The browser that began; empty when it didn't. */
    browserOf: (request: FastifyRequest): string => cookies.read(request, attempt),

    /** Marks the tokens for the callback screen, whose script reads this cookie. */
    arrive: (reply: FastifyReply, mark: string) =>
      cookies.write(reply, accounts.callbackCookie(cookies.isSecure), mark, {
        seconds: ARRIVAL_SECONDS,
        sameSite: 'Lax',
        isReadable: true,
      }),
  };
}
