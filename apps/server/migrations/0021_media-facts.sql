ALTER TABLE "replaced_media" ADD COLUMN "media_bytes" bigint;--> statement-breakpoint
ALTER TABLE "replaced_media" ADD COLUMN "media_ms" bigint;--> statement-breakpoint
ALTER TABLE "replaced_media" ADD COLUMN "media_width" integer;--> statement-breakpoint
ALTER TABLE "replaced_media" ADD COLUMN "media_height" integer;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "media_bytes" bigint;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "media_ms" bigint;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "media_width" integer;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "media_height" integer;