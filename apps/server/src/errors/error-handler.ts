import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlainId } from '../messages/message.ts';
import { toReader } from '../messages/request-language.ts';
import { translateMessage } from '../messages/translate-message.ts';
import { classifyDatabaseError, type DatabaseErrorKind } from '../platform/database/database-error.ts';
import { StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError, unavailable } from './app-error.ts';
import { toClientError } from './client-errors.ts';
import { storageFailure } from './storage-failure.ts';

const MESSAGES: Record<DatabaseErrorKind, PlainId> = {
  unreachable: 'server.unreachable',
  busy: 'server.busy',
  full: 'server.full',
};

export function toErrorBody(
  request: Parameters<typeof toReader>[0],
  { userMessage, fields, extra }: AppError,
): Record<string, unknown> {
  const reader = toReader(request);
  const detail = translateMessage(reader, userMessage);
  const fieldErrors = Object.entries(fields).map(([field, messages]) => [
    field,
    messages.map((message) => translateMessage(reader, message)),
  ]);
  // Errors of a search, scan or download repeat the message in `error`.
  const error = 'success' in extra ? { error: detail } : {};
  return { detail, ...Object.fromEntries(fieldErrors), ...extra, ...error };
}

const sendError = (reply: FastifyReply, error: AppError): FastifyReply =>
  reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(reply.request, error)));

/** Sends every error as the contract's error body. Logs unexpected errors, and sends a generic 500. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const clientError = toClientError(error);
    if (clientError) return sendError(reply, clientError);
    if (error instanceof StorageUnavailable) {
      request.log.error({ err: error }, 'the media store failed');
      return sendError(reply, storageFailure(error));
    }
    const databaseError = classifyDatabaseError(error);
    if (databaseError) {
      request.log.warn({ err: error }, `the database is ${databaseError}`);
      return sendError(reply, unavailable(MESSAGES[databaseError]));
    }
    request.log.error({ err: error }, 'unexpected failure');
    return sendError(reply, new AppError('internal', 'server.failed'));
  });
}
