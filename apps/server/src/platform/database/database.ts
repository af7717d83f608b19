import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { DatabasePool, type PoolSettings } from './pool.ts';
import { createDrizzle } from './transaction.ts';

/** The database or a transaction: a store's dependency. */
export type Database = Pick<
  NodePgDatabase,
  | '$count'
  | 'select'
  | 'selectDistinct'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
  | '$with'
  | 'with'
>;

/** Reads on replicas of the database. */
export type Replicas = {
  /** Runs work on a replica that has all commits from before the call, or else on the primary. */
  read: <Result>(work: (db: PooledDatabase) => Promise<Result>) => Promise<Result>;
};

/** The database with its pool, not a transaction. */
export type PooledDatabase = Database & {
  $client: DatabasePool;
  /** Undefined without replicas. */
  $replicas?: Replicas | undefined;
};

/**
 * Runs reads on a replica or the primary. `work` must only read, and only from the database passed to it. It is repeated on the
 * primary if the replica fails.
 */
export const readAnywhere = <Result>(
  db: PooledDatabase,
  work: (db: PooledDatabase) => Promise<Result>,
): Promise<Result> => (db.$replicas ? db.$replicas.read(work) : work(db));

/** A prepared query that returns `Row`s. It is planned once per connection, for learners' frequent statements. */
export type Prepared<Row> = { execute: (values?: Record<string, unknown>) => Promise<Row[]> };

export type PoolLoad = { total: number; idle: number; waiting: number };

export type DatabaseConnection<Pool extends DatabasePool = DatabasePool> = {
  db: NodePgDatabase & PooledDatabase;
  pool: Pool;
  load: () => PoolLoad;
  close: () => Promise<void>;
};

export const createConnection = <Pool extends DatabasePool>(pool: Pool): DatabaseConnection<Pool> => ({
  db: createDrizzle(pool),
  pool,
  load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  close: () => pool.end(),
});

export const connectDatabase = (url: string, settings: PoolSettings): DatabaseConnection =>
  createConnection(new DatabasePool(url, settings));

export const firstRow = async <Row>(query: PromiseLike<Row[]>): Promise<Row | null> =>
  (await query)[0] ?? null;

/** Waits for a change. Returns false if it affected no row. */
export const changesAny = async (change: PromiseLike<{ rowCount: number | null }>): Promise<boolean> =>
  ((await change).rowCount ?? 0) > 0;

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

const getCause = (error: unknown) =>
  (error instanceof Error && error.cause ? error.cause : error) as { code?: string; constraint?: string };

/** Returns true if a statement violated this unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  const { code, constraint } = getCause(error);
  return code === UNIQUE_VIOLATION && constraint === index;
}

/** Returns true if a row violated a check constraint or a partition's bounds. */
export const violatesCheck = (error: unknown): boolean => getCause(error).code === CHECK_VIOLATION;

/** Escapes a text for LIKE, to match it anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
