import type { FastifyInstance } from 'fastify';

/**
 * Closes connections after their next response once `draining` aborts, at the latest when the server closes. Otherwise a
 * browser that reuses its connection would prevent the server from stopping. Fastify closes idle connections.
 */
export function installDraining(app: FastifyInstance, draining: AbortController): void {
  app.addHook('preClose', async () => draining.abort());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}
