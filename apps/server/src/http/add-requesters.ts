import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors/app-error.ts';
import { runForRequester } from '../platform/requester.ts';

/** Makes each request's account, or else its IP address, the requester of its work. */
export function addRequesters(app: FastifyInstance): void {
  app.addHook('preHandler', (request, { raw }, done) => {
    let controller: AbortController | undefined;
    const abort = () => controller?.abort(unavailable('server.busy'));
    const signal = () => {
      if (controller) return controller.signal;
      controller = new AbortController();
      if (raw.destroyed) abort();
      else raw.once('close', abort);
      return controller.signal;
    };
    runForRequester({ id: request.viewer?.id ?? request.ip, signal }, done);
  });
}
