import type { FastifyInstance } from 'fastify';

/** Whether the server is about to stop. `begin` says so before it closes: it isn't ready any more, but still serves. */
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
 * Lets connections go once the server drains: those that were idle are closed by Fastify, those with a request
 * under way end with its answer. Without this a browser that keeps its connection would hold the server up.
 */
export function installDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('preClose', async () => draining.begin());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
}
