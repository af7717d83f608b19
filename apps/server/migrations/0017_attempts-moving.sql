CREATE TABLE "attempts_moving" (
	"user_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"video_id" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"what" text NOT NULL,
	"voiced_ms" integer,
	"length_ratio" real,
	"extra_pauses" smallint,
	CONSTRAINT "attempts_moving_user_id_at_id_pk" PRIMARY KEY("user_id","at","id")
);
--> statement-breakpoint
CREATE TABLE "erased_accounts" (
	"user_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "segments_start" ON "segments" USING btree ("alignment_id","start_ms");
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
  FOREACH name IN ARRAY ARRAY['attempts_moving', 'attempts'] LOOP
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
  DELETE FROM practised_lines WHERE (user_id, video_id, text_hash, start_ms) IN (
    SELECT user_id, video_id, text_hash, start_ms FROM practised_lines WHERE user_id = account LIMIT most);
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN is_more OR erased = most;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF erase_attempts(OLD.id, 2000) THEN
    INSERT INTO erased_accounts (user_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    PERFORM graphile_worker.add_job('erase-attempts', '{}'::json, job_key => 'erase-attempts');
  END IF;
  RETURN NULL;
END $$;
