import type { FastifyInstance } from 'fastify';

/** Whoever asks often, or many who ask at once, get what was found so long ago. */
const FRESH_MS = 250;

type Readiness = { isDraining: () => boolean; isDatabaseUsable: () => Promise<boolean> };

/** `/health/live`: the process answers. `/health/ready`: it can serve requests, and isn't about to stop. */
export function installHealth(app: FastifyInstance, { isDraining, isDatabaseUsable }: Readiness): void {
  let asked: { at: number; answer: Promise<boolean> } | null = null;

  function isReady(): Promise<boolean> {
    const now = performance.now();
    if (!asked || now - asked.at > FRESH_MS) asked = { at: now, answer: isDatabaseUsable() };
    return asked.answer;
  }

  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_, reply) => {
    const ready = !isDraining() && (await isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
