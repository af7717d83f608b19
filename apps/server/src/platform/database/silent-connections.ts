import type pg from 'pg';

const LOOK_MS = 500;
/** It waits for no answer. */
const IDLE = Number.POSITIVE_INFINITY;

/** Ends a connection, and with it what waits for its answer. The pool makes a new one. */
export function endConnection(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => undefined);
}

/**
 * Ends connections of a pool that leave a statement without an answer for so long. Answers what stops the watch. `pg` would
 * make a timer for each statement (`query_timeout`): a few hundredths of what a short answer costs.
 */
export function endSilent(pool: pg.Pool, patienceMs: number): () => void {
  const connections = new Set<{ client: pg.PoolClient; askedAt: number }>();

  pool.on('connect', (client) => {
    const one = { client, askedAt: IDLE };
    connections.add(one);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      one.askedAt = performance.now();
      return query(...given);
    }) as typeof client.query;
    client.on('drain', () => {
      one.askedAt = IDLE;
    });
    client.on('end', () => connections.delete(one));
  });

  const looking = setInterval(() => {
    const now = performance.now();
    for (const { client, askedAt } of connections) {
      if (now - askedAt > patienceMs) endConnection(client);
    }
  }, LOOK_MS);
  looking.unref();
  return () => clearInterval(looking);
}
