import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors/app-error.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
export const UNREADABLE = 'The request could not be read: it is not well-formed.';

/** Fastify's `frameworkErrors`: an address that can't be decoded, or whose parameter is too long for any. */
export function refuseAddress(error: FastifyError, _: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  reply
    .code(isTooLong ? 404 : 400)
    // No route, no hooks: what they would have set is set here.
    .headers({ 'content-type': JSON_TYPE, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .send(JSON.stringify({ detail: isTooLong ? notFound().message : UNREADABLE }));
}

/** For so long the connection still takes what is on its way: a reset would take the answer back. */
const LINGER_MS = 1000;

/** Writes a response on the connection itself, without a request, and ends it. */
export function endWithError(socket: Socket, status: string, detail: string): void {
  const body = JSON.stringify({ detail });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
