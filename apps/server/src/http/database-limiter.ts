import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

// Not the statement's beginning: one that waited for another's would take that one's time for one of a wrong clock.
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** What runs for longer than its window was begun by a clock that was wrong since. */
const IS_OVER = `(kept.expire <= ${NOW_MS} OR kept.expire > ${NOW_MS} + $3::bigint)`;

/** What is used up already. Points that are given back are always written. */
const USED_UP = `
  SELECT points + 1 AS points, expire FROM rate_limits AS kept
  WHERE key = $1 AND $2::integer > 0 AND points >= $4::integer AND NOT ${IS_OVER}`;

/** Nothing is written for a key that is used up: refusing costs no row and no lock. */
const TAKE = `
  WITH used_up AS (${USED_UP}),
  taken AS (
    INSERT INTO rate_limits AS kept (key, points, expire)
    SELECT $1, $2::integer, ${NOW_MS} + $3::bigint WHERE NOT EXISTS (SELECT FROM used_up)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${IS_OVER} THEN $2::integer ELSE kept.points + $2::integer END,
      expire = CASE WHEN ${IS_OVER} THEN ${NOW_MS} + $3::bigint ELSE kept.expire END
    RETURNING points, expire)
  SELECT points, (expire - ${NOW_MS})::float8 AS left_ms
  FROM (SELECT * FROM used_up UNION ALL SELECT * FROM taken) AS either`;

type Taken = { points: number; left_ms: number };

/**
 * Counts by the database's clock instead of the server's: of several servers, one whose clock is wrong would lock people
 * out for as long as it is wrong by. `_upsert` is what the library asks its stores for.
 */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #pool: pg.Pool;

  constructor(
    pool: pg.Pool,
    { keyPrefix, points, duration }: Record<'points' | 'duration', number> & { keyPrefix: string },
  ) {
    super({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      // A daily task does that, on the jobs' connections.
      clearExpiredByTimeout: false,
    });
    this.#pool = pool;
  }

  /** For how many milliseconds the key is used up; 0 if there are points left. */
  async msUsedUp(key: string): Promise<number> {
    const { rows } = await this.#pool.query<Taken>({
      name: 'check-points',
      text: `SELECT points, (expire - ${NOW_MS})::float8 AS left_ms FROM (${USED_UP}) AS used_up`,
      values: [this.getKey(key), 1, this.duration * 1000, this.points],
    });
    return rows[0]?.left_ms ?? 0;
  }

  async _upsert(key: string, points: number, durationMs: number) {
    const { rows } = await this.#pool.query<Taken>({
      name: 'take-points',
      text: TAKE,
      values: [key, points, durationMs, this.points],
    });
    // The library compares it with this process's clock.
    return { rows: rows.map((row) => ({ points: row.points, expire: Date.now() + row.left_ms })) };
  }
}
