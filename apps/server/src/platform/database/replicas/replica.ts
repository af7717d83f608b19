import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { untilAborted } from '../../until-aborted.ts';
import {
  createConnection,
  type DatabaseConnection,
  type PooledDatabase,
  type PoolLoad,
} from '../database.ts';
import { DatabaseUnavailable } from '../database-error.ts';
import { DatabasePool } from '../pool.ts';
import type { LogPosition } from './log-position.ts';

/** Interval and timeout of checks. Their sum with `WAIT_MS` is less than a second. */
const CHECK_INTERVAL_MS = 250;
const RESPONSE_MS = 500;
/** Maximum wait for a replica to reach a position. */
const WAIT_MS = 100;
const FIRST_PAUSE_MS = 1;
const LOG_INTERVAL_MS = 10_000;

/** Identity of the node that a connection leads to: its cluster, database and node. */
export type Identity = { system: string; database: string; node: string; bytes: number | null };

export const IDENTITY = `select (select system_identifier::text from pg_control_system()) as system,
  current_database()::text as database, (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes,
  concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as node`;

export async function identify(client: Pick<pg.ClientBase, 'query'>): Promise<Identity> {
  return (await client.query<Identity>(IDENTITY)).rows[0] as Identity;
}

/** Returns the reason why a URL isn't a replica of the primary; null if it is one. */
export function describeMismatch(
  identity: Pick<Identity, 'system' | 'database'>,
  primary: Pick<Identity, 'system' | 'database'>,
): string | null {
  if (identity.system !== primary.system) return 'belongs to another PostgreSQL cluster than DATABASE_URL';
  if (identity.database === primary.database) return null;
  return `leads to the database ${identity.database}, DATABASE_URL to ${primary.database}`;
}

type State = { is_standby: boolean; bytes: number | null; timeline: number | null; status: string | null };

/** Query for a node's state. A streaming standby shows the timeline that it receives. */
const STATE = `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes,
  receiver.received_tli as timeline, receiver.status
  from (values (1)) as one(row) left join pg_stat_wal_receiver as receiver on true`;

export type ReplicaOptions = {
  url: string;
  primary: Pick<Identity, 'system' | 'database'>;
  readPosition: () => Promise<LogPosition>;
  size: number;
  statementMs: number;
  log: (message: string) => void;
};

export type Replica = {
  /** URL of the replica, without the password. */
  name: string;
  isUsable: () => boolean;
  /** Number of reads in flight. */
  load: () => number;
  pool: () => PoolLoad;
  /** Waits up to 100 ms for the replica to reach a position. Returns false if it doesn't. */
  reaches: (position: LogPosition) => Promise<boolean>;
  /** Runs work on the replica. Throws `DatabaseUnavailable` as soon as the replica stops responding. */
  run: <Result>(work: (db: PooledDatabase) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

export const replicaName = (url: string): string => {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 5432}`;
};

/** Monitors one replica: its position, and whether it is reachable. */
export function followReplica(options: ReplicaOptions): Replica {
  const { url, primary, readPosition, size, statementMs, log } = options;
  const name = replicaName(url);
  /** Node that the checks are connected to. */
  let node = '';
  /** Last known position; null while the replica can't be read. */
  let lastPosition: LogPosition | null = null;
  let reason: string | null = 'was not checked yet';
  /** True after the replica didn't reach a position in time, until it does. */
  let isBehind = false;
  let inFlight = 0;
  /** Aborts reads in flight. */
  let lost = new AbortController();
  setMaxListeners(0, lost.signal);
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lastLog = { time: Number.NEGATIVE_INFINITY, isUsable: true };

  function fail(cause: string): void {
    lastPosition = null;
    reason = cause;
    lost.abort(new DatabaseUnavailable(new Error(`the replica ${name} ${cause}`)));
    lost = new AbortController();
    setMaxListeners(0, lost.signal);
  }
  async function identifyClient(client: pg.PoolClient): Promise<Identity> {
    const identity = await identify(client);
    const mismatch = describeMismatch(identity, primary);
    if (mismatch) throw new Error(mismatch);
    return identity;
  }
  const onError = (error: Error) => fail(`lost a connection (${error.message})`);
  const checks = new DatabasePool(url, {
    size: 1,
    statementMs: RESPONSE_MS,
    onError,
    verify: async (client) => {
      lastPosition = null;
      node = (await identifyClient(client)).node;
    },
  });
  const reads: DatabaseConnection = createConnection(
    new DatabasePool(url, {
      size,
      statementMs,
      onError,
      // Another node, or the same one after a restart, can be behind the last known position.
      verify: async (client) => {
        const lastBytes = lastPosition?.bytes ?? 0;
        const identity = await identifyClient(client);
        if (identity.node !== node || (identity.bytes ?? 0) < lastBytes)
          throw new Error('is another node now');
      },
    }),
  );

  async function check(): Promise<void> {
    try {
      const { rows } = await checks.query<State>({
        text: STATE,
        query_timeout: RESPONSE_MS,
      } as pg.QueryConfig);
      const { is_standby, status, bytes, timeline } = rows[0] as State;
      reason = !is_standby
        ? 'is a primary'
        : status === 'streaming'
          ? null
          : 'does not stream from a primary';
      lastPosition = reason === null && bytes !== null && timeline !== null ? { timeline, bytes } : null;
    } catch (error) {
      fail(`does not respond (${(error as Error).message})`);
    }
  }
  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  }
  const hasReached = (position: LogPosition) =>
    lastPosition !== null &&
    lastPosition.timeline === position.timeline &&
    lastPosition.bytes >= position.bytes;

  async function waitForPosition(position: LogPosition): Promise<boolean> {
    const until = performance.now() + WAIT_MS;
    const remaining = () => Math.max(0, until - performance.now());
    for (let pause = FIRST_PAUSE_MS; !hasReached(position); pause *= 2) {
      await Promise.race([checkOnce(), sleep(remaining())]);
      if (hasReached(position)) return true;
      if (remaining() === 0 || lastPosition === null) return false;
      await sleep(Math.min(pause, remaining()));
    }
    return true;
  }

  function report(): void {
    const usable = isUsable();
    const now = performance.now();
    if (usable === lastLog.isUsable || now - lastLog.time < LOG_INTERVAL_MS) return;
    lastLog = { time: now, isUsable: usable };
    const cause = reason ?? 'is behind the primary';
    log(usable ? `The replica ${name} is in use.` : `The replica ${name} ${cause}: it is not in use.`);
  }
  const isUsable = () => lastPosition !== null && !isBehind;

  async function watch(): Promise<void> {
    const position = await readPosition().catch(() => null);
    if (position) isBehind = !(await waitForPosition(position)) && lastPosition !== null;
    // Check at least once, even without a position or if the replica has already reached it.
    await checkOnce();
    if (isClosed) return;
    report();
    timer = setTimeout(watch, CHECK_INTERVAL_MS).unref();
  }
  void watch();

  return {
    name,
    isUsable,
    load: () => inFlight,
    pool: reads.load,
    async reaches(position) {
      const isReached = await waitForPosition(position);
      if (!isReached) isBehind = lastPosition !== null;
      return isReached;
    },
    async run(work) {
      inFlight += 1;
      try {
        return await untilAborted(work(reads.db), lost.signal);
      } finally {
        inFlight -= 1;
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([checks.end(), reads.close()]);
    },
  };
}
