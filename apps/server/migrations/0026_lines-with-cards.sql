ALTER TABLE "remembered_lines" ADD COLUMN "has_card" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_new" ON "cards" USING btree ("user_id","first_day") WHERE "cards"."last_day" - "cards"."first_day" = 0;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "remembered_lines_offered" ON "remembered_lines" USING btree ("user_id") WHERE ("remembered_lines"."starred" or "remembered_lines"."hard") and not "remembered_lines"."has_card";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The next statement sees what others wrote about this line.
  PERFORM FROM remembered_lines
  WHERE user_id = NEW.user_id AND video_id = NEW.video_id AND text_hash = NEW.text_hash AND start_ms = NEW.start_ms FOR UPDATE;
  UPDATE remembered_lines AS line
  SET has_card = NOT line.has_card
  WHERE user_id = NEW.user_id AND video_id = NEW.video_id AND text_hash = NEW.text_hash AND start_ms = NEW.start_ms
    AND line.has_card <> EXISTS (SELECT FROM cards AS card WHERE card.user_id = NEW.user_id AND card.video_id = NEW.video_id
      AND card.text_hash = NEW.text_hash AND card.start_ms = NEW.start_ms AND card.due_day IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cards_added AFTER INSERT ON cards FOR EACH ROW WHEN (NEW.due_day IS NOT NULL) EXECUTE FUNCTION note_card();
--> statement-breakpoint
CREATE TRIGGER cards_forgotten AFTER UPDATE OF due_day ON cards FOR EACH ROW
  WHEN ((OLD.due_day IS NULL) <> (NEW.due_day IS NULL)) EXECUTE FUNCTION note_card();
--> statement-breakpoint
-- Last: lines that get a card meanwhile are noted by the triggers, and again by the job.
INSERT INTO uncounted_accounts SELECT id FROM users ON CONFLICT DO NOTHING;
