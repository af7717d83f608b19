CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "candidate_subtitles" (
	"candidate_id" bigint NOT NULL,
	"version_key" text NOT NULL,
	"language" text NOT NULL,
	"content" text NOT NULL,
	"format" text NOT NULL,
	"cleaned" boolean DEFAULT false NOT NULL,
	"converted_from" text,
	"cue_count" integer NOT NULL,
	"downloaded_content" text NOT NULL,
	"downloaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "candidate_subtitles_candidate_id_version_key_pk" PRIMARY KEY("candidate_id","version_key")
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "candidates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"youtube_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"search_keyword" text NOT NULL,
	"duration_seconds" integer,
	"license" text,
	"region_restriction" jsonb,
	"review_status" text DEFAULT 'pending' NOT NULL,
	"priority" smallint DEFAULT 3 NOT NULL,
	"review_notes" text DEFAULT '' NOT NULL,
	"scan_status" text,
	"download_status" text,
	"subtitle_error" text DEFAULT '' NOT NULL,
	"available_subtitles" jsonb,
	"has_manual" boolean,
	"video_id" bigint,
	"discovered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text COLLATE "C" GENERATED ALWAYS AS (lower(youtube_id || ' ' || left(title, 200) || ' ' || left(channel, 100) || ' ' || left(search_keyword, 180))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caption_gate" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"open_until" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"is_daily" boolean NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_message" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "youtube_quota" (
	"day" text PRIMARY KEY NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "candidate_subtitles" ADD CONSTRAINT "candidate_subtitles_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidates_search_text" ON "candidates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "candidates_youtube_id" ON "candidates" USING btree ("youtube_id");--> statement-breakpoint
CREATE INDEX "candidates_review_status" ON "candidates" USING btree ("review_status","id");--> statement-breakpoint
CREATE INDEX "candidates_language" ON "candidates" USING btree ("language","id");--> statement-breakpoint
CREATE INDEX "candidates_priority" ON "candidates" USING btree ("priority","id");--> statement-breakpoint
CREATE INDEX "candidates_has_manual" ON "candidates" USING btree ("has_manual","id");--> statement-breakpoint
CREATE INDEX "candidates_at_work" ON "candidates" USING btree ("id") WHERE "candidates"."scan_status" = 'scanning' or "candidates"."download_status" = 'downloading';--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_name" ON "saved_searches" USING btree ("name");--> statement-breakpoint
CREATE INDEX "candidates_search_list" ON "candidates" USING btree ("id") INCLUDE ("search_text");
