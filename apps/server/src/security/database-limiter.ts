import type pg from 'pg';

/** The database's clock: of several servers, one whose clock is wrong would lock people out for as long as it is wrong by. */
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * Takes a point of each key, or of none where one has none left: nothing is written then. A row whose time is over begins
 * again; so does one that ends later than it can, since a clock was wrong. The time is read again for each row: a statement that
 * waited for another's row would take that one's time for one of a wrong clock.
 */
const TAKE = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS input (key, points, ms)
  ), used_up AS MATERIALIZED (
    SELECT requested.key, stored.expire FROM requested JOIN rate_limits AS stored USING (key)
    WHERE stored.points >= requested.points AND stored.expire > ${NOW_MS} AND stored.expire <= ${NOW_MS} + requested.ms
  ), taken AS (
    INSERT INTO rate_limits AS stored (key, points, expire)
    SELECT key, 1, ${NOW_MS} + ms FROM requested WHERE NOT EXISTS (SELECT FROM used_up) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET (points, expire) = (
      SELECT
        CASE WHEN is_over THEN 1 ELSE stored.points + 1 END,
        CASE WHEN is_over THEN ${NOW_MS} + ms ELSE stored.expire END
      FROM (
        SELECT ms, stored.expire <= ${NOW_MS} OR stored.expire > ${NOW_MS} + ms AS is_over
        FROM requested WHERE requested.key = stored.key
      ) AS present
    )
    RETURNING key, points, expire
  )
  SELECT key, (expire - ${NOW_MS})::float8 AS left_ms, false AS was_taken FROM used_up
  UNION ALL
  SELECT key, (taken.expire - ${NOW_MS})::float8, true
  FROM taken JOIN requested USING (key) WHERE taken.points > requested.points
  ORDER BY left_ms DESC LIMIT 1`;

const GIVE_BACK = `
  WITH held AS (
    SELECT key FROM rate_limits WHERE key = ANY($1::text[]) AND points > 0 ORDER BY key FOR UPDATE
  )
  UPDATE rate_limits SET points = points - 1 FROM held WHERE rate_limits.key = held.key`;

const IS_USED_UP = `
  SELECT FROM rate_limits
  WHERE key = $1 AND points >= $2::integer AND expire > ${NOW_MS} AND expire <= ${NOW_MS} + $3::bigint`;

export type Points = { key: string; points: number; ms: number };

export function databaseLimiter(pool: pg.Pool) {
  const giveBack = async (keys: string[]): Promise<void> => {
    await pool.query({ name: 'give-points-back', text: GIVE_BACK, values: [keys] });
  };

  return {
    giveBack,

    /** Takes a point of each. Returns the one that has none left, with its milliseconds until then: none is taken. */
    async take(requested: Points[]): Promise<{ key: string; left_ms: number } | null> {
      const keys = requested.map(({ key }) => key);
      const { rows } = await pool.query<{ key: string; left_ms: number; was_taken: boolean }>({
        name: 'take-points',
        text: TAKE,
        values: [keys, requested.map(({ points }) => points), requested.map(({ ms }) => ms)],
      });
      const [rejection] = rows;
      if (!rejection) return null;
      // Others took the last ones between the look and the taking.
      if (rejection.was_taken) await giveBack(keys);
      return rejection;
    },

    async isUsedUp({ key, points, ms }: Points): Promise<boolean> {
      const { rows } = await pool.query({
        name: 'are-points-used-up',
        text: IS_USED_UP,
        values: [key, points, ms],
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
