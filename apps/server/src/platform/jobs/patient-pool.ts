import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findDatabaseTrouble } from '../database/database-trouble.ts';

const AGAIN_MS = 500;
/** With this code (of a serialization failure) the queue tries the same statement again by itself, within five seconds. */
const TRY_AGAIN = '40001';

/**
 * A pool for the queue, which bears a database that is gone for a while: who wants a connection waits for it, and a
 * statement that a broken connection lost is made again. The queue wouldn't: the end of a task that it can't note is an
 * unhandled rejection, which ends the process, and until then the task counts as under way.
 */
export function patientPool(pool: pg.Pool, isStopped: () => boolean): pg.Pool {
  const known = new WeakSet<pg.PoolClient>();

  function haveTriedAgain(client: pg.PoolClient): void {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: Error) => {
        if (findDatabaseTrouble(error)) Object.assign(error, { code: TRY_AGAIN });
        throw error;
      });
    }) as typeof client.query;
  }

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await pool.connect();
        haveTriedAgain(client);
        return client;
      } catch (error) {
        if (isStopped() || !findDatabaseTrouble(error)) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') {
        return (callback?: Parameters<typeof pool.connect>[0]) =>
          callback ? target.connect(callback) : connect();
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
