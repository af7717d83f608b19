import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { DatabaseUnavailable, findDatabaseTrouble } from './database-error.ts';

export type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: () => void,
) => void;

/** Who waits longer for a connection is better told so: there is a queue before them. */
const CONNECTION_MS = 5000;
/** A statement is given up so long after PostgreSQL should have ended it by itself. */
const GRACE_MS = 2000;

export type PoolSettings = {
  size: number;
  /** Hears of connections that break. The pool replaces those by itself. */
  onError: (error: Error) => void;
  /** The longest that one statement may take. Without it, as long as it likes. */
  statementMs?: number;
  Client?: typeof pg.Client;
};

/** pg's pool. A connection that can't be had is a `DatabaseUnavailable`. */
export class DatabasePool extends pg.Pool {
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, { size, onError, statementMs, Client }: PoolSettings) {
    super({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: Math.min(CONNECTION_MS, statementMs ?? CONNECTION_MS),
      keepAlive: true,
      application_name: 'sayback',
      ...(Client && { Client }),
      ...(statementMs && { statement_timeout: statementMs, query_timeout: statementMs + GRACE_MS }),
    });
    this.on('error', onError);
    // A connection that breaks while it is checked out emits the error itself.
    this.on('connect', (client) => client.on('error', onError));
    this.on('release', (error: unknown) => this.#note(error));
  }

  /** Returns true if the last answer is at most that old, and no connection was lost since. */
  answeredWithin(ms: number): boolean {
    return performance.now() - this.#answeredAt <= ms;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return super.connect().catch((error: Error) => {
        throw this.#unavailable(error);
      });
    }
    // A connection that comes free calls back from where it was released, which is another request.
    super.connect(
      AsyncLocalStorage.bind((error, client, done) =>
        callback(error && this.#unavailable(error), client, done),
      ),
    );
    return undefined;
  }

  #note(error: unknown): void {
    const isLost = findDatabaseTrouble(error, true) === 'unreachable';
    this.#answeredAt = isLost ? Number.NEGATIVE_INFINITY : performance.now();
  }

  #unavailable(cause: Error): DatabaseUnavailable {
    const error = new DatabaseUnavailable(cause);
    if (findDatabaseTrouble(error) === 'unreachable') this.#note(error);
    return error;
  }
}

/**
 * Sends statements without their names. Behind a pooler that lends connections by the transaction, a name may be taken there
 * already, or not known: PgBouncer keeps account of names since 1.21, and only where `max_prepared_statements` says so.
 */
export class UnnamedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [config, ...rest] = args;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
    return super.query(...([isNamed ? { ...config, name: undefined } : config, ...rest] as [never])) as never;
  }
}
