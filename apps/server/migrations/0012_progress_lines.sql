ALTER TABLE "progress" ADD COLUMN "line" integer;--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "line_count" integer;