CREATE TABLE "attempts" (
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
	CONSTRAINT "attempts_user_id_at_id_pk" PRIMARY KEY("user_id","at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "attempts_default" PARTITION OF "attempts" DEFAULT;
--> statement-breakpoint
CREATE TABLE "practised_lines" (
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practised_lines_user_id_video_id_text_hash_start_ms_pk" PRIMARY KEY("user_id","video_id","text_hash","start_ms")
);
--> statement-breakpoint
CREATE TABLE "cut_proposals" (
	"segment_id" bigint PRIMARY KEY NOT NULL,
	"alignment_id" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"end_ms" bigint NOT NULL,
	"is_sure" boolean NOT NULL,
	"from_start_ms" bigint NOT NULL,
	"from_end_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"alignment_id" bigint,
	"start_ms" bigint NOT NULL,
	"end_ms" bigint NOT NULL,
	"text_hash" bigint NOT NULL,
	"text" text NOT NULL,
	"kind" text NOT NULL,
	"nudge_start_ms" integer,
	"nudge_end_ms" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alignments" ADD COLUMN "cuts_fitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "speech_key" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practised_lines" ADD CONSTRAINT "practised_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practised_lines" ADD CONSTRAINT "practised_lines_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_proposals" ADD CONSTRAINT "cut_proposals_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_proposals" ADD CONSTRAINT "cut_proposals_alignment_id_alignments_id_fk" FOREIGN KEY ("alignment_id") REFERENCES "public"."alignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_reports" ADD CONSTRAINT "line_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_reports" ADD CONSTRAINT "line_reports_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_reports" ADD CONSTRAINT "line_reports_alignment_id_alignments_id_fk" FOREIGN KEY ("alignment_id") REFERENCES "public"."alignments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cut_proposals_alignment_id" ON "cut_proposals" USING btree ("alignment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "line_reports_open" ON "line_reports" USING btree ("user_id","video_id","text_hash","start_ms","kind") WHERE "line_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "line_reports_video_id" ON "line_reports" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "line_reports_user_id" ON "line_reports" USING btree ("user_id","id");