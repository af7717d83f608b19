import { afterAll, expect, inject, it } from 'vitest';
import { watchDatabase } from './database-health.ts';
import { DatabasePool } from './pool.ts';

const pool = new DatabasePool(inject('postgresUrl'), { size: 1, onError: () => undefined });
afterAll(() => pool.end());

function blockEventLoop(): void {
  const until = performance.now() + 5000;
  while (performance.now() < until);
}

it('a paused process isn’t counted as a database failure', async () => {
  const changes: boolean[] = [];
  const health = watchDatabase({
    pool,
    spare: pool,
    statementMs: 1000,
    onChange: (isDown) => changes.push(isDown),
  });
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  let checks = 0;
  pool.query = ((...args: unknown[]) => {
    checks += 1;
    if (checks === 2) setImmediate(blockEventLoop);
    return query(...args);
  }) as typeof pool.query;
  await expect.poll(() => checks, { timeout: 60_000 }).toBeGreaterThan(3);
  expect(changes).toEqual([]);
  health.close();
});
