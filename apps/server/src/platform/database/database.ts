import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DatabaseUnavailable } from './database-trouble.ts';
import { endConnection, endSilent } from './silent-connections.ts';

/** The database or a transaction on it: what a store works with. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$with' | 'with'
>;

/** The database itself, by its pool: no transaction. */
export type PooledDatabase = Database & { $client: pg.Pool };

/** A query of `Row`s that is written once and that each connection plans once: for what is asked at every step of a learner. */
export type Prepared<Row> = { execute: (values?: Record<string, unknown>) => Promise<Row[]> };

/** The connections of a pool, and how many callers wait for one. */
export type PoolLoad = { total: number; idle: number; waiting: number };

export type DatabaseConnection = {
  db: NodePgDatabase & { $client: pg.Pool };
  pool: pg.Pool;
  load: () => PoolLoad;
  /** Ends the connections that are lent out, and with them what waits for their answers. The pool makes new ones. */
  endLent: () => void;
  close: () => Promise<void>;
};

/** Who waits longer for a connection is better told so: there is a queue before them. */
const CONNECTION_MS = 5000;
/** By so much longer we wait than the database should take: it ends its statements itself as long as it lives. */
const SILENCE_MS = 2000;

type ConnectionSettings = {
  size: number;
  onError: (error: Error) => void;
  /** The longest that one statement may take. Without it, as long as it likes. */
  statementMs?: number;
};

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return super.connect().catch((error: Error) => {
        throw new DatabaseUnavailable(error);
      });
    }
    super.connect((error, client, done) => callback(error && new DatabaseUnavailable(error), client, done));
    return undefined;
  }
}

/** Opens a pool on a PostgreSQL. Errors of idle connections go to `onError`: the pool replaces those by itself. */
export function connectDatabase(
  url: string,
  { size, onError, statementMs }: ConnectionSettings,
): DatabaseConnection {
  const pool = new WatchedPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: Math.min(CONNECTION_MS, statementMs ?? CONNECTION_MS),
    keepAlive: true,
    application_name: 'sayback',
    ...(statementMs && { statement_timeout: statementMs }),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A connection that breaks while it is lent out tells only itself.
    client.on('error', onError);
  });
  const stopWatch = statementMs ? endSilent(pool, statementMs + SILENCE_MS) : () => undefined;
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_, client) => lent.delete(client));
  return {
    db: drizzle({ client: pool }),
    pool,
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    endLent: () => {
      for (const client of lent) endConnection(client);
    },
    close: () => {
      stopWatch();
      return pool.end();
    },
  };
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
