CREATE TABLE "trash" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"thing_id" bigint NOT NULL,
	"video_id" bigint NOT NULL,
	"subtitle_id" bigint NOT NULL,
	"language" text NOT NULL,
	"original_language" text NOT NULL,
	"was_latest" boolean DEFAULT false NOT NULL,
	"touched_ids" jsonb NOT NULL,
	"trashed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trashed_rows" (
	"trash_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trashed_rows" ADD CONSTRAINT "trashed_rows_trash_id_trash_id_fk" FOREIGN KEY ("trash_id") REFERENCES "public"."trash"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trash_thing" ON "trash" USING btree ("kind","thing_id");--> statement-breakpoint
CREATE INDEX "trash_video_id" ON "trash" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "trash_trashed_at" ON "trash" USING btree ("trashed_at");--> statement-breakpoint
CREATE INDEX "trashed_rows_trash_id" ON "trashed_rows" USING btree ("trash_id","table_name");