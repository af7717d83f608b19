import type { FastifyInstance } from 'fastify';

/** Whoever asks often, or many who ask at once, get what was found so long ago. */
const FRESH_MS = 250;
/** A database that doesn't answer within this isn't there. */
const PATIENCE_MS = 2000;

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, and isn't about to stop. `isReachable` asks the
 * database; it may fail, and may never answer.
 */
export function installHealth(
  app: FastifyInstance,
  { isDraining, isReachable }: { isDraining: () => boolean; isReachable: () => Promise<boolean> },
): void {
  let asked: { at: number; answer: Promise<boolean> } | null = null;

  function isReady(): Promise<boolean> {
    const now = performance.now();
    if (!asked || now - asked.at > FRESH_MS) asked = { at: now, answer: withinPatience(isReachable) };
    return asked.answer;
  }

  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_, reply) => {
    const ready = !isDraining() && (await isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}

async function withinPatience(isReachable: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([isReachable().catch(() => false), silence]);
  } finally {
    clearTimeout(timer);
  }
}
