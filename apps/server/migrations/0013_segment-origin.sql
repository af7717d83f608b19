ALTER TABLE "segments" ADD COLUMN "origin" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "approved" boolean DEFAULT false NOT NULL;