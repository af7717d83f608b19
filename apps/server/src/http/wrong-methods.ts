import type { Endpoint } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';
import { fastifyPath } from './serve.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Responds to a wrong method on a known path with a 405 and the valid methods. Call this after all calls of `serve`. */
export function installWrongMethods(app: FastifyInstance, served: readonly Endpoint[]): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { path, method } of served) {
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
  }
  for (const [path, known] of methodsByPath) {
    const allow = [...known].join(', ');
    app.route({
      // Fastify serves HEAD for each GET.
      method: METHODS.filter((method) => !known.has(method === 'HEAD' ? 'GET' : method)),
      url: fastifyPath(path),
      // Runs before the body is read.
      onRequest: async (request) => {
        const { method } = request;
        throw new AppError('method_not_allowed', message('request.wrongMethod', { method }), {
          headers: { allow },
        });
      },
      handler: () => undefined,
    });
  }
}
