CREATE TABLE "hinted_lines" (
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"last_take_at" timestamp with time zone NOT NULL,
	"last_hint_at" timestamp with time zone,
	"prior_hint_at" timestamp with time zone,
	CONSTRAINT "hinted_lines_user_id_video_id_text_hash_start_ms_pk" PRIMARY KEY("user_id","video_id","text_hash","start_ms")
);
--> statement-breakpoint
CREATE TABLE "practice_totals" (
	"user_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"spoken_ms" integer NOT NULL,
	"said" integer NOT NULL,
	"written" integer NOT NULL,
	"recalled" integer NOT NULL,
	CONSTRAINT "practice_totals_user_id_at_pk" PRIMARY KEY("user_id","at")
);
--> statement-breakpoint
-- In the order in which a saved review locks these tables.
CREATE INDEX IF NOT EXISTS "remembered_lines_marked" ON "remembered_lines" USING btree ("user_id") WHERE "remembered_lines"."starred" or "remembered_lines"."hard";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "remembered_lines_hidden" ON "remembered_lines" USING btree ("user_id") WHERE "remembered_lines"."suspended" or "remembered_lines"."gone_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_waiting" ON "cards" USING btree ("user_id","due_day","video_id","text_hash","start_ms");--> statement-breakpoint
-- contract: the former release reads cards_waiting in its place, which begins with the same columns
DROP INDEX IF EXISTS "cards_due";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "hinted_lines_again" ON "hinted_lines" USING btree ("user_id","prior_hint_at") WHERE "hinted_lines"."last_hint_at" = "hinted_lines"."last_take_at" and "hinted_lines"."prior_hint_at" is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION quarter_of(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('15 minutes', at, 'epoch')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION minute_bit(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT 1 << (floor(extract(epoch FROM at) / 60)::bigint % 15)::integer
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO practice_totals AS total (user_id, at, minutes, spoken_ms, said, written, recalled)
  SELECT user_id, quarter_of(at), bit_or(minute_bit(at)), least(coalesce(sum(voiced_ms), 0), 2000000000), count(*) FILTER (WHERE what = 'said'), 0, 0
  FROM added WHERE what <> 'skipped' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, at) DO UPDATE SET minutes = total.minutes | excluded.minutes,
    spoken_ms = least(total.spoken_ms::bigint + excluded.spoken_ms, 2000000000), said = total.said + excluded.said;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO practice_totals AS total (user_id, at, minutes, spoken_ms, said, written, recalled)
  SELECT user_id, quarter_of(at), bit_or(minute_bit(at)), 0, 0,
    count(*) FILTER (WHERE skill = 'write'), count(*) FILTER (WHERE skill = 'say' AND grade IN ('hard', 'good'))
  FROM added WHERE NOT undone AND grade <> 'forget' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, at) DO UPDATE SET minutes = total.minutes | excluded.minutes,
    written = total.written + excluded.written, recalled = total.recalled + excluded.recalled;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Counts the quarters of reviews that were taken back again: another answer or turn may be in the same minute.
CREATE OR REPLACE FUNCTION recount_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever counted in it has committed then, and is seen by the next statement.
  PERFORM FROM practice_totals WHERE (user_id, at) IN (SELECT user_id, quarter_of(at) FROM changed) ORDER BY user_id, at FOR UPDATE;
  UPDATE practice_totals AS total
  SET minutes = own.minutes, spoken_ms = own.spoken_ms, said = own.said, written = own.written, recalled = own.recalled
  FROM (SELECT DISTINCT user_id, quarter_of(at) AS at FROM changed) AS recounted, LATERAL (
    SELECT coalesce(bit_or(minute_bit(practised.at)), 0) AS minutes, least(coalesce(sum(voiced_ms), 0), 2000000000) AS spoken_ms,
      count(*) FILTER (WHERE what = 'said') AS said, count(*) FILTER (WHERE skill = 'write') AS written,
      count(*) FILTER (WHERE skill = 'say' AND grade IN ('hard', 'good')) AS recalled
    FROM (
      SELECT user_id, at, what, voiced_ms, NULL AS skill, NULL AS grade FROM attempts WHERE what <> 'skipped'
      UNION ALL SELECT user_id, at, what, voiced_ms, NULL, NULL FROM attempts_moving WHERE what <> 'skipped'
      UNION ALL SELECT user_id, at, NULL, NULL, skill, grade FROM reviews WHERE NOT undone AND grade <> 'forget'
    ) AS practised
    WHERE practised.user_id = recounted.user_id
      AND practised.at >= recounted.at AND practised.at < recounted.at + interval '15 minutes'
  ) AS own
  WHERE total.user_id = recounted.user_id AND total.at = recounted.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Rows that move to their month are counted already.
CREATE TRIGGER attempts_counted AFTER INSERT ON attempts REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('sayback.moves_attempts', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_attempts();
--> statement-breakpoint
CREATE TRIGGER reviews_counted AFTER INSERT ON reviews REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_recounted AFTER UPDATE ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION recount_reviews();
--> statement-breakpoint
-- contract: nothing is deleted now, and later only what is of an account that is gone, as before
CREATE OR REPLACE FUNCTION erase_attempts(account bigint, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last record;
  erased bigint;
  is_more boolean := false;
  name text;
BEGIN
  -- No rows change their table meanwhile. From attempts_moving they go to attempts, so those come later.
  LOCK TABLE ONLY attempts IN ROW EXCLUSIVE MODE;
  FOREACH name IN ARRAY ARRAY['attempts_moving', 'attempts', 'reviews'] LOOP
    EXECUTE format('SELECT at, id FROM %I WHERE user_id = $1 ORDER BY at, id OFFSET $2 - 1 LIMIT 1', name)
      INTO last USING account, most;
    IF last.id IS NULL THEN
      EXECUTE format('DELETE FROM %I WHERE user_id = $1', name) USING account;
    ELSE
      EXECUTE format('DELETE FROM %I WHERE user_id = $1 AND at <= $2 AND (at, id) <= ($2, $3)', name)
        USING account, last.at, last.id;
      is_more := true;
    END IF;
  END LOOP;
  FOREACH name IN ARRAY ARRAY['practised_lines', 'remembered_lines', 'cards', 'practice_totals', 'hinted_lines'] LOOP
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY(ARRAY(SELECT ctid FROM %I WHERE user_id = $1 LIMIT $2))', name, name)
      USING account, most;
    GET DIAGNOSTICS erased = ROW_COUNT;
    is_more := is_more OR erased = most;
  END LOOP;
  RETURN is_more;
END $$;
