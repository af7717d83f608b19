import type { IncomingMessage, RequestListener } from 'node:http';
import type { Endpoint } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import type { AppError } from '../errors/app-error.ts';
import { toErrorBody } from '../errors/error-handler.ts';
import { isLongLived } from '../security/caller-limit.ts';

/** Matches the URLs of an endpoint, with and without the trailing slash and a query. */
const toPattern = ({ path }: Endpoint) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}?(?:\\?|$)`);

/**
 * Rejects calls before Fastify routes or logs them, at a fraction of the cost, so that an overloaded server can finish the requests
 * in flight. `in-flight-limit.ts` checks the other requests again.
 */
export function installLoadShedding(
  app: FastifyInstance,
  served: readonly Endpoint[],
  rejection: (request: IncomingMessage) => AppError | null,
): void {
  const { server } = app;
  const [route] = server.listeners('request') as [RequestListener];
  let longLived: RegExp[] = [];
  app.addHook('onReady', async () => {
    longLived = served.filter(isLongLived).map(toPattern);
  });
  const isCall = (url: string) => url.startsWith('/api/') && !longLived.some((pattern) => pattern.test(url));

  server.removeListener('request', route);
  server.on('request', (request, response) => {
    const error = isCall(request.url ?? '') ? rejection(request) : null;
    if (!error) return route(request, response);
    response.writeHead(error.status, {
      ...error.headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(JSON.stringify(toErrorBody(request, error)));
  });
}
