import type { FastifyReply, FastifyRequest } from 'fastify';

type Attributes = {
  seconds: number;
  sameSite: 'Lax' | 'Strict';
  path?: string;
  /** True for a cookie that scripts may read. */
  isReadable?: boolean;
};

/** Sets and reads cookies. They are `Secure` if the site uses HTTPS, and `HttpOnly` by default. */
export function createCookies(publicUrl: string) {
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

    /** Returns an empty string if the browser sent none. */
    read(request: Pick<FastifyRequest, 'headers'>, name: string): string {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([cookieName]) => cookieName === name)?.[1] ?? '';
    },
  };
}
