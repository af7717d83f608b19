CREATE TABLE "cards" (
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"skill" text NOT NULL,
	"version" integer NOT NULL,
	"due_day" integer,
	"stability" double precision NOT NULL,
	"difficulty" double precision NOT NULL,
	"reps" integer NOT NULL,
	"lapses" integer NOT NULL,
	"first_day" integer NOT NULL,
	"last_day" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_grade" text NOT NULL,
	CONSTRAINT "cards_user_id_video_id_text_hash_start_ms_skill_pk" PRIMARY KEY("user_id","video_id","text_hash","start_ms","skill")
);
--> statement-breakpoint
CREATE TABLE "remembered_lines" (
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"line_ms" bigint NOT NULL,
	"text" text NOT NULL,
	"starred" boolean DEFAULT false NOT NULL,
	"hard" boolean DEFAULT false NOT NULL,
	"suspended" boolean DEFAULT false NOT NULL,
	"gone_at" timestamp with time zone,
	CONSTRAINT "remembered_lines_user_id_video_id_text_hash_start_ms_pk" PRIMARY KEY("user_id","video_id","text_hash","start_ms")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"skill" text NOT NULL,
	"grade" text NOT NULL,
	"utc_offset" smallint NOT NULL,
	"first_hearing" boolean NOT NULL,
	"accuracy" real,
	"undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reviews_user_id_at_id_pk" PRIMARY KEY("user_id","at","id")
);
--> statement-breakpoint
CREATE INDEX "cards_due" ON "cards" USING btree ("user_id","due_day");--> statement-breakpoint
CREATE INDEX "reviews_card" ON "reviews" USING btree ("user_id","video_id","text_hash","start_ms","skill");
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
  FOREACH name IN ARRAY ARRAY['practised_lines', 'remembered_lines', 'cards'] LOOP
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY(ARRAY(SELECT ctid FROM %I WHERE user_id = $1 LIMIT $2))', name, name)
      USING account, most;
    GET DIAGNOSTICS erased = ROW_COUNT;
    is_more := is_more OR erased = most;
  END LOOP;
  RETURN is_more;
END $$;
