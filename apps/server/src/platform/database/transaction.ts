import { type SQL, sql } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { isReadTimeout } from './database-error.ts';
import type { DatabasePool } from './pool.ts';

type NoSchema = Record<string, never>;
type Transaction = NodePgTransaction<NoSchema, NoSchema>;

const dialect = new PgDialect();

function formatModes({ isolationLevel, accessMode, deferrable }: PgTransactionConfig = {}): string {
  const isolation = isolationLevel && `isolation level ${isolationLevel}`;
  return [isolation, accessMode, deferrable && 'deferrable'].filter(Boolean).join(' ');
}

/**
 * Always releases its connection, and closes it if it may still be in a transaction. Drizzle 0.45 runs BEGIN before its `try`,
 * and releases broken connections without their error, so that each failed BEGIN permanently takes one from the pool.
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
    let connectionError: Error | undefined;

    async function runControl(statement: SQL): Promise<void> {
      try {
        await transaction.execute(statement);
      } catch (error) {
        connectionError = error as Error;
        throw error;
      }
    }
    async function runWork(): Promise<T> {
      try {
        return await work(transaction);
      } catch (error) {
        // The statement may still be running: a ROLLBACK would wait for it.
        if (isReadTimeout(error)) connectionError = error as Error;
        // The first error is more informative than the ROLLBACK's.
        else await runControl(sql`rollback`).catch(() => undefined);
        throw error;
      }
    }

    try {
      await runControl(sql.raw(`begin ${formatModes(config)}`));
      const result = await runWork();
      await runControl(sql`commit`);
      return result;
    } finally {
      client.release(connectionError);
    }
  }
}

/** Drizzle on a pool, with transactions that never leak a connection. Nested transactions are savepoints. */
export function createDrizzle<Pool extends DatabasePool>(
  pool: Pool,
): NodePgDatabase<NoSchema> & { $client: Pool } {
  return Object.assign(new NodePgDatabase<NoSchema>(dialect, new PooledSession(pool), undefined), {
    $client: pool,
  });
}
