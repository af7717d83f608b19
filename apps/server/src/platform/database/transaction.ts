import { type SQL, sql } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { isReadTimeout } from './database-error.ts';
import type { DatabasePool } from './pool.ts';

type NoSchema = Record<string, never>;
type Transaction = NodePgTransaction<NoSchema, NoSchema>;

const dialect = new PgDialect();

function getModes({ isolationLevel, accessMode, deferrable }: PgTransactionConfig = {}): string {
  const isolation = isolationLevel && `isolation level ${isolationLevel}`;
  return [isolation, accessMode, deferrable && 'deferrable'].filter(Boolean).join(' ');
}

/**
 * Drizzle 0.45 runs BEGIN before its `try`, and returns connections to the pool without the error that broke them: each
 * failed BEGIN permanently takes one from the pool. Here a connection is always released, and closed if it may still be in
 * a transaction.
 */
class PooledSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    super(pool, dialect, undefined);
    this.#pool = pool;
  }

  override async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const session = new NodePgSession<NoSchema, NoSchema>(client, dialect, undefined);
    const transaction: Transaction = new NodePgTransaction(dialect, session, undefined);
    let broken: Error | undefined;

    async function control(statement: SQL): Promise<void> {
      try {
        await transaction.execute(statement);
      } catch (error) {
        broken = error as Error;
        throw error;
      }
    }
    async function attempt(): Promise<T> {
      try {
        return await work(transaction);
      } catch (error) {
        // The statement may still be running: a ROLLBACK would wait for it.
        if (isReadTimeout(error)) broken = error as Error;
        // The first error is more informative than the ROLLBACK's.
        else await control(sql`rollback`).catch(() => undefined);
        throw error;
      }
    }

    try {
      await control(sql.raw(`begin ${getModes(config)}`));
      const result = await attempt();
      await control(sql`commit`);
      return result;
    } finally {
      client.release(broken);
    }
  }
}

/** Drizzle over a pool, with transactions that lose no connection. Nested transactions are savepoints. */
export function drizzleOfPool<Pool extends DatabasePool>(
  pool: Pool,
): NodePgDatabase<NoSchema> & { $client: Pool } {
  return Object.assign(new NodePgDatabase<NoSchema>(dialect, new PooledSession(pool), undefined), {
    $client: pool,
  });
}
