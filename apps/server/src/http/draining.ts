import type { FastifyInstance } from 'fastify';

/**
 * Lets connections go once the server is closing: those that were idle are closed by Fastify, those with a request
 * under way end with its answer. Without this a browser that keeps its connection would hold the server up.
 */
export function installDraining(app: FastifyInstance): { isDraining: () => boolean } {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return { isDraining: () => draining };
}
