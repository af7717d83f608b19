import type pg from 'pg';

/** The database's clock in milliseconds. A server with a wrong clock would lock users out for the difference. */
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * Takes points from each key, or writes nothing if one has too few left. An expired row restarts, and so does one that ends
 * later than possible because a clock was wrong. The time is read again for each row: otherwise, after waiting for another
 * transaction, that one's newer time would look like a wrong clock.
 */
const TAKE = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::integer[]) AS input (key, max, ms, points)
  ), used_up AS MATERIALIZED (
    SELECT requested.key, stored.expire, requested.max - stored.points AS points_left
    FROM requested JOIN rate_limits AS stored USING (key)
    WHERE stored.points + requested.points > requested.max AND stored.expire > ${NOW_MS} AND stored.expire <= ${NOW_MS} + requested.ms
  ), taken AS (
    INSERT INTO rate_limits AS stored (key, points, expire)
    SELECT key, points, ${NOW_MS} + ms FROM requested WHERE NOT EXISTS (SELECT FROM used_up) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET (points, expire) = (
      SELECT
        CASE WHEN is_over THEN present.points ELSE stored.points + present.points END,
        CASE WHEN is_over THEN ${NOW_MS} + ms ELSE stored.expire END
      FROM (
        SELECT ms, requested.points, stored.expire <= ${NOW_MS} OR stored.expire > ${NOW_MS} + ms AS is_over
        FROM requested WHERE requested.key = stored.key
      ) AS present
    )
    RETURNING key, points, expire
  )
  SELECT key, (expire - ${NOW_MS})::float8 AS left_ms, points_left, false AS was_taken FROM used_up
  UNION ALL
  SELECT key, (taken.expire - ${NOW_MS})::float8, requested.max - taken.points + requested.points, true
  FROM taken JOIN requested USING (key) WHERE taken.points > requested.max
  ORDER BY left_ms DESC LIMIT 1`;

const REFUND = `
  WITH held AS (
    SELECT key FROM rate_limits WHERE key = ANY($1::text[]) AND points > 0 ORDER BY key FOR UPDATE
  )
  UPDATE rate_limits SET points = greatest(points - $2::integer, 0) FROM held WHERE rate_limits.key = held.key`;

const IS_USED_UP = `
  SELECT FROM rate_limits
  WHERE key = $1 AND points >= $2::integer AND expire > ${NOW_MS} AND expire <= ${NOW_MS} + $3::bigint`;

/** A key with at most `max` points in `ms` milliseconds. */
export type Points = { key: string; max: number; ms: number };
type Rejection = { key: string; left_ms: number; points_left: number };

export function databaseLimiter(pool: pg.Pool) {
  const refund = async (keys: string[], points: number): Promise<void> => {
    await pool.query({ name: 'give-points-back', text: REFUND, values: [keys, points] });
  };

  return {
    refund,

    /**
     * Takes points from each key. If some have too few, takes none, and returns the key that has too few for the longest time.
     */
    async take(requested: Points[], points: number): Promise<Rejection | null> {
      const keys = requested.map(({ key }) => key);
      const { rows } = await pool.query<Rejection & { was_taken: boolean }>({
        name: 'take-points',
        text: TAKE,
        values: [
          keys,
          requested.map(({ max }) => max),
          requested.map(({ ms }) => ms),
          requested.map(() => points),
        ],
      });
      const [rejection] = rows;
      if (!rejection) return null;
      // Other calls took the last points after the check.
      if (rejection.was_taken) await refund(keys, points);
      return rejection;
    },

    async isUsedUp({ key, max, ms }: Points): Promise<boolean> {
      const { rows } = await pool.query({
        name: 'are-points-used-up',
        text: IS_USED_UP,
        values: [key, max, ms],
      });
      return rows.length > 0;
    },

    clear: async (key: string): Promise<void> => {
      await pool.query({
        name: 'clear-points',
        text: 'DELETE FROM rate_limits WHERE key = $1',
        values: [key],
      });
    },
  };
}
