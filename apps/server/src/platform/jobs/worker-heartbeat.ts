import pg from 'pg';

/** The first half of the locks' keys: any number, so long as nothing else on the database locks by two numbers with it. */
export const LOCKS = 524_732;
const LOOK_MS = 1000;
/** So many looks in a row: a server that has only lost its connection claims its worker again in the meantime. */
const LOOKS_TO_BELIEVE = 3;
const RECONNECT_MS = 500;

/** The queue itself takes a worker for dead after four hours, however alive it is. */
const RENEW_AFTER = '1 hour';

const LOOK_FOR_DEAD = `
  SELECT locked_by FROM (
    SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL AND locked_by <> $1
  ) AS holders
  WHERE pg_try_advisory_xact_lock(${LOCKS}, hashtext(locked_by))`;

const RENEW = `
  UPDATE graphile_worker._private_jobs SET locked_at = now()
  WHERE locked_by = $1 AND locked_at < now() - interval '${RENEW_AFTER}'`;

/**
 * Shows the other servers that this one's worker lives, by a lock that goes with a connection, and gives back to the
 * queue what workers held that live no more: a server that was killed is relieved of its jobs within seconds.
 */
export async function claimWorker(
  workerId: string,
  parts: { url: string; pool: pg.Pool; onError: (message: string) => void },
): Promise<{ release: () => Promise<void> }> {
  let client: pg.Client | null = null;
  let released = false;
  let retry: NodeJS.Timeout | undefined;
  /** In how many looks in a row nobody claimed a worker that holds something. */
  let unclaimed = new Map<string, number>();

  function lose(lost: pg.Client): void {
    if (client === lost) client = null;
    lost.end().catch(() => undefined);
    clearTimeout(retry);
    if (!released) retry = setTimeout(() => claim().catch(() => undefined), RECONNECT_MS);
  }

  async function claim(): Promise<void> {
    const next = new pg.Client({
      connectionString: parts.url,
      application_name: 'sayback-worker',
      connectionTimeoutMillis: 5000,
    });
    next.on('error', () => lose(next));
    try {
      await next.connect();
      // A machine that vanishes closes no connection: the database has to ask.
      await next.query(
        'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3',
      );
      await next.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCKS, workerId]);
      client = next;
    } catch (error) {
      lose(next);
      throw error;
    }
  }

  async function look(): Promise<void> {
    const { rows } = await parts.pool.query<{ locked_by: string }>(LOOK_FOR_DEAD, [workerId]);
    unclaimed = new Map(rows.map(({ locked_by }) => [locked_by, (unclaimed.get(locked_by) ?? 0) + 1]));
    const gone = [...unclaimed].flatMap(([id, looks]) => (looks >= LOOKS_TO_BELIEVE ? [id] : []));
    if (gone.length > 0) await parts.pool.query('SELECT graphile_worker.force_unlock_workers($1)', [gone]);
    await parts.pool.query(RENEW, [workerId]);
  }

  let looking = Promise.resolve();
  await claim();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: Error) => parts.onError(`looking for jobs: ${error.message}`));
  }, LOOK_MS);

  return {
    release: async () => {
      released = true;
      clearInterval(timer);
      clearTimeout(retry);
      await looking;
      await client?.end();
    },
  };
}
