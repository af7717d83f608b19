import pg from 'pg';

/** First key of the workers' two-key advisory locks. Nothing else on the database uses it. */
export const LOCKS = 524_732;
const CHECK_MS = 1000;
/**
 * Number of consecutive failed checks after which a worker counts as dead. This leaves time for a server that lost its
 * connection to lock again.
 */
const REQUIRED_CHECKS = 3;
const RECONNECT_MS = 500;
/** Time in which the lock's connection must respond. */
const RESPONSE_MS = 2000;

const FIND_DEAD = `
  SELECT locked_by FROM (
    SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL AND locked_by <> $1
  ) AS holders
  WHERE pg_try_advisory_xact_lock(${LOCKS}, hashtext(locked_by))`;

/**
 * Holds a lock that shows other servers that this worker is alive, and unlocks the tasks of dead workers. PostgreSQL releases
 * the lock when the connection closes, so that another server takes over within seconds of a kill.
 */
export async function startHeartbeat(
  workerId: string,
  deps: { url: string; pool: pg.Pool; onError: (message: string) => void },
): Promise<{ stop: () => Promise<void> }> {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  /** Number of consecutive checks in which each worker held tasks without the lock. */
  let failedChecks = new Map<string, number>();

  function dropConnection(lost: pg.Client): void {
    if (client === lost) client = null;
    lost.end().catch(() => undefined);
    clearTimeout(retry);
    if (!isStopped) retry = setTimeout(() => lock().catch(() => undefined), RECONNECT_MS);
  }

  async function lock(): Promise<void> {
    const next = new pg.Client({
      connectionString: deps.url,
      application_name: 'sayback-worker',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    next.on('error', () => dropConnection(next));
    try {
      await next.connect();
      // A machine that disappears closes no connection, so PostgreSQL has to probe connections.
      await next.query(
        'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3',
      );
      await next.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCKS, workerId]);
      client = next;
    } catch (error) {
      dropConnection(next);
      throw error;
    }
  }

  /** Replaces the lock's connection if it doesn't respond: a network can lose a connection without either end noticing. */
  async function checkLock(): Promise<void> {
    const held = client;
    const request = { text: 'SELECT 1', query_timeout: RESPONSE_MS };
    await held?.query(request).catch(() => {
      if (client === held) dropConnection(held);
    });
  }

  async function check(): Promise<void> {
    const { rows } = await deps.pool.query<{ locked_by: string }>(FIND_DEAD, [workerId]);
    failedChecks = new Map(rows.map(({ locked_by }) => [locked_by, (failedChecks.get(locked_by) ?? 0) + 1]));
    const dead = [...failedChecks].flatMap(([id, checks]) => (checks >= REQUIRED_CHECKS ? [id] : []));
    if (dead.length > 0) await deps.pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  }

  let checking = Promise.resolve();
  await lock();
  const timer = setInterval(() => {
    checkLock();
    checking = checking
      .then(check)
      .catch((error: Error) => deps.onError(`could not check for dead workers: ${error.message}`));
  }, CHECK_MS);

  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(retry);
      await checking;
      await client?.end();
    },
  };
}
