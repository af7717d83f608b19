import { accounts } from '@sayback/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCookies } from './cookies.ts';

/** Time to sign in at the provider. */
const ATTEMPT_SECONDS = 600;
/** Time to load the callback screen on a slow connection. */
const ARRIVAL_SECONDS = 300;

/**
 * Cookies of a sign-in by a provider. Neither grants access. They are Lax, to survive the provider's redirect; under HTTPS
 * their names begin with `__Host-`, so that no other host can set them.
 */
export function loginCookies(publicUrl: string) {
  const cookies = createCookies(publicUrl);
  const attempt = `${cookies.isSecure ? '__Host-' : ''}sayback_login`;
  return {
    /** Binds the sign-in to this browser, by a random id. */
    setBrowser: (reply: FastifyReply, browser: string) =>
      cookies.write(reply, attempt, browser, { seconds: ATTEMPT_SECONDS, sameSite: 'Lax' }),

    clearBrowser: (reply: FastifyReply) => cookies.write(reply, attempt, '', { seconds: 0, sameSite: 'Lax' }),

    /** Returns the id of the browser that started the sign-in; empty in any other browser. */
    getBrowser: (request: FastifyRequest): string => cookies.read(request, attempt),

    /** Lets the callback screen's script check that the tokens were sent to this browser: it compares `mark`. */
    setMark: (reply: FastifyReply, mark: string) =>
      cookies.write(reply, accounts.callbackCookie(cookies.isSecure), mark, {
        seconds: ARRIVAL_SECONDS,
        sameSite: 'Lax',
        isReadable: true,
      }),
  };
}
