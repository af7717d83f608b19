import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

// Not the statement's beginning: one that waited for another's would take that one's time for one of a wrong clock.
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** What runs for longer than its window was begun by a clock that was wrong since. */
const IS_OVER = `(kept.expire <= ${NOW_MS} OR kept.expire > ${NOW_MS} + $3::bigint)`;

const TAKE = `
  INSERT INTO rate_limits AS kept (key, points, expire) VALUES ($1, $2::integer, ${NOW_MS} + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN ${IS_OVER} THEN $2::integer ELSE kept.points + $2::integer END,
    expire = CASE WHEN ${IS_OVER} THEN ${NOW_MS} + $3::bigint ELSE kept.expire END
  RETURNING points, (expire - ${NOW_MS})::float8 AS left_ms`;

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
    });
    this.#pool = pool;
  }

  async _upsert(key: string, points: number, durationMs: number) {
    const { rows } = await this.#pool.query<{ points: number; left_ms: number }>({
      name: 'take-points',
      text: TAKE,
      values: [key, points, durationMs],
    });
    // The library compares it with this process's clock.
    return { rows: rows.map((row) => ({ points: row.points, expire: Date.now() + row.left_ms })) };
  }
}
