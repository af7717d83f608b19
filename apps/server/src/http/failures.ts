import type { Endpoint } from '@sayback/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseTrouble, findDatabaseTrouble } from '../platform/database/database-error.ts';
import { StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError } from './app-error.ts';
import { inLanguage } from './in-language.ts';
import { findRefusal } from './refusals.ts';
import { languageOf } from './request-language.ts';
import { fastifyPath } from './serve.ts';
import { storageFailure } from './storage-failure.ts';

const TROUBLE: Record<DatabaseTrouble, string> = {
  unreachable: 'The server can’t reach its database at the moment. Try again in a few seconds.',
  busy: 'The server has more to do than it can do at once. Try again in a few seconds.',
  full: 'The server has no room left to keep this. Whoever looks after it has to make some.',
};

/** Not all of them shall come back in the same moment. */
const RETRY_SECONDS = 3;

/** A 503 that tells when to come again: in one to three seconds. */
export function unavailable(detail: string): AppError {
  const seconds = 1 + Math.floor(Math.random() * RETRY_SECONDS);
  return new AppError('unavailable', detail, { headers: { 'retry-after': String(seconds) } });
}

export const { busy: TOO_BUSY, unreachable: UNREACHABLE } = TROUBLE;

/** Every sentence in it is in the language that the request asks for. */
function answer(reply: FastifyReply, { status, headers, message, fields, extra }: AppError): FastifyReply {
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

/** Every failure leaves as the contract's error body; what nobody foresaw is logged and becomes a plain 500. */
export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = findRefusal(error);
    if (refusal) return answer(reply, refusal);
    if (error instanceof StorageUnavailable) {
      request.log.error({ err: error }, 'the media store failed');
      return answer(reply, storageFailure(error));
    }
    const trouble = findDatabaseTrouble(error);
    if (trouble) {
      request.log.warn({ err: error }, `the database is ${trouble}`);
      return answer(reply, unavailable(TROUBLE[trouble]));
    }
    request.log.error({ err: error }, 'unexpected failure');
    return answer(reply, new AppError('internal', 'Something went wrong on the server.'));
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Answers a wrong method on a known path with 405 and the methods that it has. Call it after every `serve`. */
export function installWrongMethods(app: FastifyInstance, served: readonly Endpoint[]): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path, method } of served) {
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
  }
  for (const [path, known] of methodsOf) {
    const allow = [...known].join(', ');
    app.route({
      // Where there is a GET, Fastify answers a HEAD by it.
      method: METHODS.filter((method) => !known.has(method === 'HEAD' ? 'GET' : method)),
      url: fastifyPath(path),
      // Refused before a body is read.
      onRequest: async (request) => {
        throw new AppError('method_not_allowed', `Method "${request.method}" is not allowed here.`, {
          headers: { allow },
        });
      },
      handler: () => undefined,
    });
  }
}
