CREATE TABLE "uncounted_accounts" (
	"user_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- A turn at a joined line has an attempt for each of its segments, all of one moment.
CREATE OR REPLACE FUNCTION count_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO practice_totals AS total (user_id, at, minutes, spoken_ms, said, written, recalled)
  SELECT user_id, quarter_of(at), bit_or(minute_bit(at)), least(coalesce(sum(voiced_ms), 0), 2000000000),
    count(DISTINCT at) FILTER (WHERE what = 'said'), 0, 0
  FROM added WHERE what <> 'skipped' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, at) DO UPDATE SET minutes = total.minutes | excluded.minutes,
    spoken_ms = least(total.spoken_ms::bigint + excluded.spoken_ms, 2000000000), said = total.said + excluded.said;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION practised_quarters(account bigint, since timestamptz, until timestamptz)
RETURNS TABLE (quarter timestamptz, minutes integer, spoken_ms integer, said integer, written integer, recalled integer)
LANGUAGE sql STABLE AS $$
  SELECT quarter_of(at), bit_or(minute_bit(at)), least(coalesce(sum(voiced_ms), 0), 2000000000)::integer,
    (count(DISTINCT at) FILTER (WHERE what = 'said'))::integer, (count(*) FILTER (WHERE skill = 'write'))::integer,
    (count(*) FILTER (WHERE skill = 'say' AND grade IN ('hard', 'good')))::integer
  FROM (
    SELECT at, what, voiced_ms, NULL AS skill, NULL AS grade FROM attempts
    WHERE user_id = account AND attempts.at >= since AND attempts.at < until AND what <> 'skipped'
    UNION ALL SELECT at, what, voiced_ms, NULL, NULL FROM attempts_moving
    WHERE user_id = account AND attempts_moving.at >= since AND attempts_moving.at < until AND what <> 'skipped'
    UNION ALL SELECT at, NULL, NULL, skill, grade FROM reviews
    WHERE user_id = account AND reviews.at >= since AND reviews.at < until AND NOT undone AND grade <> 'forget'
  ) AS practised GROUP BY 1
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever counted in it has committed then, and is seen by the next statement.
  PERFORM FROM practice_totals WHERE (user_id, at) IN (SELECT user_id, quarter_of(at) FROM changed) ORDER BY user_id, at FOR UPDATE;
  UPDATE practice_totals AS total
  SET minutes = coalesce(own.minutes, 0), spoken_ms = coalesce(own.spoken_ms, 0), said = coalesce(own.said, 0),
    written = coalesce(own.written, 0), recalled = coalesce(own.recalled, 0)
  FROM (SELECT DISTINCT user_id, quarter_of(at) AS at FROM changed) AS recounted
  LEFT JOIN LATERAL practised_quarters(recounted.user_id, recounted.at, recounted.at + interval '15 minutes') AS own ON true
  WHERE total.user_id = recounted.user_id AND total.at = recounted.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Last: those who practise meanwhile are counted by the triggers, and again by the job.
INSERT INTO uncounted_accounts SELECT id FROM users ON CONFLICT DO NOTHING;
