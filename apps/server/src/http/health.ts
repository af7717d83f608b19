import type { FastifyInstance } from 'fastify';

/** `/health/live`: the process answers. `/health/ready`: it can serve, and isn't about to stop. */
export function installHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
