import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors/app-error.ts';
import { runOnBehalf } from '../platform/on-behalf-of.ts';

/** Runs each request on behalf of its account, or its address, while the client is connected. */
export function workForCallers(app: FastifyInstance): void {
  app.addHook('preHandler', (request, { raw }, done) => {
    let left: AbortController | undefined;
    const leave = () => left?.abort(unavailable('server.busy'));
    const gone = () => {
      if (left) return left.signal;
      left = new AbortController();
      if (raw.destroyed) leave();
      else raw.once('close', leave);
      return left.signal;
    };
    runOnBehalf({ of: request.viewer?.id ?? request.ip, gone }, done);
  });
}
