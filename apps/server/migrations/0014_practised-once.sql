-- Attempts come fifty at a time, and looking up three references for each was most of what saving them took.
-- contract: nothing is deleted now, and later only with the account, as by the references
CREATE OR REPLACE FUNCTION erase_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM attempts WHERE user_id = OLD.id;
  DELETE FROM practised_lines WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_erase_practice AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION erase_practice();
--> statement-breakpoint
-- contract: no release has had it; the trigger erases what it did
ALTER TABLE "attempts" DROP CONSTRAINT "attempts_user_id_users_id_fk";
--> statement-breakpoint
-- contract: no release has had it; the trigger erases what it did
ALTER TABLE "practised_lines" DROP CONSTRAINT "practised_lines_user_id_users_id_fk";
--> statement-breakpoint
-- contract: no release has had it; lines of a video that is gone are asked for by nobody
ALTER TABLE "practised_lines" DROP CONSTRAINT "practised_lines_video_id_videos_id_fk";
--> statement-breakpoint
-- contract: no release has written it; attempts say how often
ALTER TABLE "practised_lines" DROP COLUMN "times";
--> statement-breakpoint
-- contract: no release has written it; attempts say when
ALTER TABLE "practised_lines" DROP COLUMN "last_at";
