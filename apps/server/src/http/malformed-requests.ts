import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors/app-error.ts';
import { toErrorBody } from '../errors/error-handler.ts';
import type { PlainId } from '../messages/message.ts';
import { translateMessage } from '../messages/translate-message.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Handles Fastify's `frameworkErrors`: URLs that can't be decoded, and parameters that are too long. */
export function rejectUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const clientError =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound() : new AppError('bad_request', 'request.malformed');
  reply
    .code(clientError.status)
    // Without a route, hooks don't run, so set their headers.
    .headers({ 'content-type': JSON_TYPE, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .send(JSON.stringify(toErrorBody(request, clientError)));
}

/** Time until the connection is closed: an immediate reset could discard the response. */
const LINGER_MS = 1000;

/** Writes a response directly to the connection, without a request, and ends it. */
export function endWithError(socket: Socket, status: string, id: PlainId): void {
  // The language is unknown, since the headers weren't read.
  const body = JSON.stringify({ detail: translateMessage('en', { id }) });
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
