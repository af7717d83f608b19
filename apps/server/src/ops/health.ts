import type { FastifyInstance } from 'fastify';

/** Cache time of a check's result. */
const CACHE_MS = 250;

type Readiness = { isDraining: () => boolean; isDatabaseUsable: () => Promise<boolean> };

/** `/health/live`: the process runs. `/health/ready`: it can serve requests, and isn't draining. */
export function installHealth(app: FastifyInstance, { isDraining, isDatabaseUsable }: Readiness): void {
  let latest: { time: number; result: Promise<boolean> } | null = null;

  function isReady(): Promise<boolean> {
    const now = performance.now();
    if (!latest || now - latest.time > CACHE_MS) latest = { time: now, result: isDatabaseUsable() };
    return latest.result;
  }

  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_, reply) => {
    const ready = !isDraining() && (await isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
