import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The database or a transaction on it: what a store works with. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$with' | 'with'
>;

export type DatabaseConnection = {
  db: NodePgDatabase;
  pool: pg.Pool;
  close: () => Promise<void>;
};

/** Opens a pool on a PostgreSQL. Errors of idle connections go to `onError`: the pool replaces those by itself. */
export function connectDatabase(
  url: string,
  options: { size: number; onError: (error: Error) => void },
): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'sayback',
  });
  pool.on('error', options.onError);
  // A connection that breaks while it is lent out tells only itself.
  pool.on('connect', (client) => client.on('error', options.onError));
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}

const UNIQUE_VIOLATION = '23505';

/** Whether a failed statement hit the unique index of that name. */
export function violatesUnique(error: unknown, index: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === index;
}

/** A pattern for LIKE that finds a text anywhere, whatever signs it holds. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
