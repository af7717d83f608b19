import { accounts } from '@sayback/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Long enough to sign in at the provider. */
const ATTEMPT_SECONDS = 600;
/** Long enough for a page to load on a slow line. */
const ARRIVAL_SECONDS = 300;

/**
 * The two cookies of a sign-in by a provider. Neither lets anybody in. They are Lax, since they must live through the
 * provider's redirect; under HTTPS their names begin with `__Host-`, so that no other host can set them.
 */
export function loginCookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const attempt = `${isSecure ? '__Host-' : ''}sayback_login`;
  const set = (reply: FastifyReply, name: string, value: string, more: string[]) =>
    reply.header(
      'set-cookie',
      [`${name}=${value}`, 'Path=/', ...more, 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; '),
    );
  return {
    /** Ties a sign-in to the browser that begins it. */
    begin: (reply: FastifyReply, browser: string) =>
      set(reply, attempt, browser, [`Max-Age=${ATTEMPT_SECONDS}`, 'HttpOnly']),

    /** Takes that away again: it counts once. */
    end: (reply: FastifyReply) => set(reply, attempt, '', ['Max-Age=0', 'HttpOnly']),

    /** The browser that began; empty when it didn't. */
    browserOf(request: FastifyRequest): string {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([name]) => name === attempt)?.[1] ?? '';
    },

    /** Lets the callback screen know the tokens that it is sent: its script reads this one. */
    arrive: (reply: FastifyReply, mark: string) =>
      set(reply, accounts.arrivalCookie(isSecure), mark, [`Max-Age=${ARRIVAL_SECONDS}`]),
  };
}
