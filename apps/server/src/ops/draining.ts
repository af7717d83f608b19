import type { FastifyInstance } from 'fastify';

/** The server's state before a stop. After `begin` it reports that it isn't ready, but still serves. */
export type Draining = { begin: () => void; isDraining: () => boolean };

export function createDraining(): Draining {
  let draining = false;
  return {
    begin: () => {
      draining = true;
    },
    isDraining: () => draining,
  };
}

/**
 * Ends connections once the server drains: Fastify closes idle ones, those with a request in flight end with its
 * response. Without this a browser that reuses its connection would keep the server from stopping.
 */
export function installDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('preClose', async () => draining.begin());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
}
