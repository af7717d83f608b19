import type { DatabasePool } from '../pool.ts';

/** A position in PostgreSQL's write-ahead log, in bytes. Each promotion starts a new timeline; positions of different timelines can't be compared. */
export type LogPosition = { timeline: number; bytes: number };

/** Queries for the end of the acknowledged log: the flushed position, or the inserted one if commits don't sync to disk. */
const STATEMENT = {
  name: 'log_position',
  text: `select ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline, (at - '0/0')::float8 as bytes
    from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as at) as log`,
};

/**
 * Creates a function that reads the primary's position, which includes everything acknowledged before the call. Concurrent
 * calls share one statement, which starts after them.
 */
export function createPositionReader(pool: Pick<DatabasePool, 'query'>): () => Promise<LogPosition> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<LogPosition> | null = null;

  async function read(): Promise<LogPosition> {
    const { rows } = await pool.query<LogPosition>(STATEMENT);
    return rows[0] as LogPosition;
  }
  function startRead(): Promise<LogPosition> {
    next = null;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }
  return () => {
    next ??= running.then(startRead);
    return next;
  };
}
