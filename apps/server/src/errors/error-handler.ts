import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseTrouble, findDatabaseTrouble } from '../platform/database/database-error.ts';
import { StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError, unavailable } from './app-error.ts';
import { inLanguage } from '../messages/translate-message.ts';
import { toClientError } from './client-errors.ts';
import { languageOf } from '../messages/request-language.ts';
import { storageFailure } from './storage-failure.ts';

const TROUBLE: Record<DatabaseTrouble, string> = {
  unreachable: 'The server can’t reach its database at the moment. Try again in a few seconds.',
  busy: 'The server has more to do than it can do at once. Try again in a few seconds.',
  full: 'The server has no room left to keep this. Whoever looks after it has to make some.',
};

export const { busy: TOO_BUSY, unreachable: UNREACHABLE } = TROUBLE;

/** Words the error in the language that the request asks for. */
function sendError(reply: FastifyReply, { status, headers, message, fields, extra }: AppError): FastifyReply {
  const language = languageOf(reply.request);
  const say = (sentence: string) => inLanguage(language, sentence);
  const said = Object.entries(fields ?? {}).map(([field, messages]) => [field, messages.map(say)]);
  // Candidate calls say it a second time.
  const again = typeof extra.error === 'string' ? { error: say(extra.error) } : {};
  const body = { detail: say(message), ...Object.fromEntries(said), ...extra, ...again };
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Sends every error as the contract's error body. Unexpected ones are logged and become a plain 500. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const clientError = toClientError(error);
    if (clientError) return sendError(reply, clientError);
    if (error instanceof StorageUnavailable) {
      request.log.error({ err: error }, 'the media store failed');
      return sendError(reply, storageFailure(error));
    }
    const trouble = findDatabaseTrouble(error);
    if (trouble) {
      request.log.warn({ err: error }, `the database is ${trouble}`);
      return sendError(reply, unavailable(TROUBLE[trouble]));
    }
    request.log.error({ err: error }, 'unexpected failure');
    return sendError(reply, new AppError('internal', 'Something went wrong on the server.'));
  });
}
