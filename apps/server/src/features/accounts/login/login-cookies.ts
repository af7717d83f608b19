import { accounts } from '@sayback/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesFor } from './cookies.ts';

/** Long enough to sign in at the provider. */
const ATTEMPT_SECONDS = 600;
/** Long enough for a page to load on a slow line. */
const ARRIVAL_SECONDS = 300;

/**
 * Cookies of a sign-in by a provider. Neither grants access. They are Lax, to survive the provider's redirect; under HTTPS
 * their names begin with `__Host-`, so that no other host can set them.
 */
export function loginCookies(publicUrl: string) {
  const cookies = cookiesFor(publicUrl);
  const attempt = `${cookies.isSecure ? '__Host-' : ''}sayback_login`;
  return {
    /** Binds a sign-in to the browser that starts it. */
    begin: (reply: FastifyReply, browser: string) =>
      cookies.write(reply, attempt, browser, { seconds: ATTEMPT_SECONDS, sameSite: 'Lax' }),

    end: (reply: FastifyReply) => cookies.write(reply, attempt, '', { seconds: 0, sameSite: 'Lax' }),

    /** Returns the browser that started the sign-in; empty if it was another one. */
    getBrowser: (request: FastifyRequest): string => cookies.read(request, attempt),

    /** Marks the tokens for the callback screen, whose script reads this cookie. */
    arrive: (reply: FastifyReply, mark: string) =>
      cookies.write(reply, accounts.callbackCookie(cookies.isSecure), mark, {
        seconds: ARRIVAL_SECONDS,
        sameSite: 'Lax',
        isReadable: true,
      }),
  };
}
