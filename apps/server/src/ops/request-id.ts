import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { proxyTrust } from '../security/client-address.ts';

/** Other ids could break a log or its parser. */
const PLAIN = /^[\w.:-]{1,64}$/;

/**
 * Creates request ids: a trusted proxy's `X-Request-Id` if it is short and plain, or else a new one. `trustProxy` has the form
 * of Fastify's option.
 */
export function requestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isTrusted = proxyTrust(trustProxy);
  return ({ headers, socket }) => {
    const id = headers['x-request-id'];
    if (typeof id === 'string' && PLAIN.test(id) && isTrusted(socket.remoteAddress ?? '')) return id;
    return randomUUID();
  };
}
