import type { FastifyReply, FastifyRequest } from 'fastify';

type Attributes = {
  seconds: number;
  sameSite: 'Lax' | 'Strict';
  path?: string;
  /** The page's script reads it. */
  isReadable?: boolean;
};

/** Cookies as all of them are: with HTTPS for HTTPS alone, and unless said otherwise not for scripts. */
export function cookiesFor(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  return {
    isSecure,

    write(reply: FastifyReply, name: string, value: string, attributes: Attributes): void {
      const { seconds, sameSite, path = '/', isReadable } = attributes;
      const cookie = [
        `${name}=${value}`,
        `Path=${path}`,
        `Max-Age=${seconds}`,
        ...(isReadable ? [] : ['HttpOnly']),
        `SameSite=${sameSite}`,
        ...(isSecure ? ['Secure'] : []),
      ];
      reply.header('set-cookie', cookie.join('; '));
    },

    /** Empty where the browser sent none. */
    read(request: Pick<FastifyRequest, 'headers'>, name: string): string {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([cookieName]) => cookieName === name)?.[1] ?? '';
    },
  };
}
