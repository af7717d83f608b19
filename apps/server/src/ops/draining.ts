import type { FastifyInstance } from 'fastify';

/**
 * Ends connections with their next response once the server drains, that is, once `draining` is aborted, at the latest on close.
 * Otherwise a browser that reuses its connection would prevent the server from stopping. Fastify closes idle connections.
 */
export function installDraining(app: FastifyInstance, draining: AbortController): void {
  app.addHook('preClose', async () => draining.abort());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}
