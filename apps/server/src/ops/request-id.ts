import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { proxyTrust } from '../security/client-address.ts';

/** Valid ids. Others could break the log or its parser. */
const VALID_ID = /^[\w.:-]{1,64}$/;

/**
 * Creates a function that returns a request's id: a trusted proxy's `X-Request-Id` if it is valid, or else a new one. `trustProxy`
 * is Fastify's option.
 */
export function requestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isTrusted = proxyTrust(trustProxy);
  return ({ headers, socket }) => {
    const id = headers['x-request-id'];
    if (typeof id === 'string' && VALID_ID.test(id) && isTrusted(socket.remoteAddress ?? '')) return id;
    return randomUUID();
  };
}
