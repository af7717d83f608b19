import { afterAll, expect, inject, it } from 'vitest';
import { watchDatabase } from './database-health.ts';
import { DatabasePool } from './pool.ts';

const pool = new DatabasePool(inject('postgresUrl'), { size: 1, onError: () => undefined });
afterAll(() => pool.end());

/** Blocks the thread without using the CPU. */
const blockEventLoop = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);

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
