import { setTimeout as sleep } from 'node:timers/promises';
import { context } from '@opentelemetry/api';
import pg from 'pg';
import { currentRequester, type Requester } from '../requester.ts';
import { openConnectionShares } from './connection-shares.ts';
import { classifyDatabaseError, DatabaseUnavailable } from './database-error.ts';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** Maximum wait for a connection. Beyond that, an error is better than a longer queue. */
const CONNECTION_MS = 5000;
/** Message of the pool's timeout error. */
const TIMED_OUT = 'timeout exceeded when trying to connect';
/** Time by which the client's timeout exceeds PostgreSQL's. */
const GRACE_MS = 2000;

const RETRY_MS = 500;
/** Error code of statements that graphile-worker retries for five seconds. */
const SERIALIZATION_FAILURE = '40001';

export type PoolSettings = {
  size: number;
  /** Called for each broken connection, which the pool replaces automatically. */
  onError: (error: Error) => void;
  statementMs?: number;
  Client?: typeof pg.Client;
  /** Checks a new connection before use. If this rejects, the connection is closed. */
  verify?: (client: pg.PoolClient) => Promise<void>;
};

/**
 * pg's pool with a limit of connections per account (`connection-shares.ts`). Throws `DatabaseUnavailable` if there is no
 * connection.
 */
export class DatabasePool extends pg.Pool {
  #answeredAt = Number.NEGATIVE_INFINITY;
  readonly #shares: ReturnType<typeof openConnectionShares>;
  readonly #holders = new Map<pg.PoolClient, Requester>();

  constructor(url: string, { size, onError, statementMs, Client, verify }: PoolSettings) {
    super({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: Math.min(CONNECTION_MS, statementMs ?? CONNECTION_MS),
      keepAlive: true,
      application_name: 'sayback',
      ...(Client && { Client }),
      ...(verify && { verify: (client, done) => void verify(client).then(() => done(), done) }),
      ...(statementMs && { statement_timeout: statementMs, query_timeout: statementMs + GRACE_MS }),
    });
    this.#shares = openConnectionShares(size);
    this.on('error', onError);
    // A connection that breaks while checked out emits the error itself.
    this.on('connect', (client) => client.on('error', onError));
    this.on('release', (error: unknown, client: pg.PoolClient) => {
      this.#recordResponse(error);
      const holder = this.#holders.get(client);
      this.#holders.delete(client);
      if (holder) this.#shares.leave(holder);
    });
  }

  /** Returns true if the last response is at most `ms` old, and no connection was lost since. */
  respondedWithin(ms: number): boolean {
    return performance.now() - this.#answeredAt <= ms;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.#connectInTurn((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    // The callback runs in the context of the request that released the connection. Without `bind`, tracing would assign the
    // statement to that request.
    this.#connectInTurn(context.bind(context.active(), callback));
    return undefined;
  }

  #connectInTurn(callback: Connected): void {
    const requester = currentRequester();
    let timer: NodeJS.Timeout | undefined;
    const connect = () => {
      clearTimeout(timer);
      super.connect((error, client, done) => {
        if (client) this.#holders.set(client, requester);
        else this.#shares.leave(requester);
        callback(error && this.#unavailable(error), client, done);
      });
    };
    const stopWaiting = this.#shares.enter(requester, connect);
    if (!stopWaiting) return;
    timer = setTimeout(() => {
      stopWaiting();
      callback(this.#unavailable(new Error(TIMED_OUT)), undefined, () => undefined);
    }, this.options.connectionTimeoutMillis);
  }

  #recordResponse(error: unknown): void {
    const isLost = classifyDatabaseError(error, true) === 'unreachable';
    this.#answeredAt = isLost ? Number.NEGATIVE_INFINITY : performance.now();
  }

  #unavailable(cause: Error): DatabaseUnavailable {
    const error = new DatabaseUnavailable(cause);
    if (classifyDatabaseError(error) === 'unreachable') this.#recordResponse(error);
    return error;
  }
}

/**
 * Sends statements without names. With a pooler in transaction mode, a name may be unknown or belong to another session:
 * PgBouncer tracks names since 1.21, and only with `max_prepared_statements`.
 */
export class UnnamedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [config, ...rest] = args;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
    return super.query(...([isNamed ? { ...config, name: undefined } : config, ...rest] as [never])) as never;
  }
}

/** Makes the job queue retry statements lost with a broken connection. */
class RetryingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const response: unknown = super.query(...(args as [never]));
    if (!(response instanceof Promise)) return response as never;
    return response.catch((error: Error) => {
      if (!classifyDatabaseError(error, true)) throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: SERIALIZATION_FAILURE });
    }) as never;
  }
}

/**
 * A pool for jobs that waits for an unreachable database. Without it, the queue's failure to mark a finished task as done would
 * be an unhandled rejection, which ends the process.
 */
export class RetryingPool extends DatabasePool {
  #isWaiting = true;

  constructor(url: string, settings: PoolSettings) {
    super(url, { ...settings, Client: RetryingClient });
  }

  /** Makes `connect` fail as in other pools, instead of waiting. */
  stopWaiting(): void {
    this.#isWaiting = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) super.connect(callback);
    else return this.#connectWhenBack();
    return undefined;
  }

  async #connectWhenBack(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!this.#isWaiting || !classifyDatabaseError(error)) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}
