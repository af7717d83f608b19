import type { FastifyInstance } from 'fastify';

/**
 * Ends connections once the server drains (`draining` is aborted, at the latest on close): Fastify closes idle ones; those with
 * a request in flight end with its response. Without this, a browser that reuses its connection would prevent the server from
 * stopping.
 */
export function installDraining(app: FastifyInstance, draining: AbortController): void {
  app.addHook('preClose', async () => draining.abort());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}
