CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"message" text DEFAULT '' NOT NULL,
	"result" jsonb,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"revision_id" bigint PRIMARY KEY NOT NULL,
	"modified" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "glossary_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "glossary_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_language" text NOT NULL,
	"target_language" text NOT NULL,
	"term" text NOT NULL,
	"translation" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "regex_patterns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "regex_patterns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"regex" text NOT NULL,
	"replacement" text,
	"transform" text,
	"ignore_case" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subtitle_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"stored_file_id" bigint,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"segments" jsonb NOT NULL,
	"segment_count" integer NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_memory" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "translation_memory_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_language" text NOT NULL,
	"target_language" text NOT NULL,
	"text_digest" text NOT NULL,
	"text_original" text NOT NULL,
	"text_target" text NOT NULL,
	"approved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "aligned_digest" text;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "created_by" bigint;--> statement-breakpoint
ALTER TABLE "subtitles" ADD COLUMN "last_applied_revision_id" bigint;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "peaks_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_subtitle_id_subtitles_id_fk" FOREIGN KEY ("subtitle_id") REFERENCES "public"."subtitles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_stored_file_id_stored_files_id_fk" FOREIGN KEY ("stored_file_id") REFERENCES "public"."stored_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_subject" ON "jobs" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "glossary_terms_term" ON "glossary_terms" USING btree ("source_language","target_language","term");--> statement-breakpoint
CREATE UNIQUE INDEX "regex_patterns_name" ON "regex_patterns" USING btree ("name");--> statement-breakpoint
CREATE INDEX "revisions_subtitle_id" ON "revisions" USING btree ("subtitle_id","id");--> statement-breakpoint
CREATE INDEX "revisions_stored_file_id" ON "revisions" USING btree ("stored_file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "translation_memory_text" ON "translation_memory" USING btree ("source_language","target_language","text_digest");--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;