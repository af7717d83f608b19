ALTER TABLE "alignments" ADD COLUMN "translated_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_translated(counted bigint[]) RETURNS void LANGUAGE sql AS $$
  UPDATE alignments SET translated_count = found.count
  FROM (
    SELECT id, (SELECT count(*) FROM segments WHERE alignment_id = any_alignment.id AND text_target ~ '\S') AS count
    FROM alignments AS any_alignment WHERE id = ANY (counted)
  ) AS found
  WHERE alignments.id = found.id AND alignments.translated_count <> found.count
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_translated_after_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_translated(array(SELECT DISTINCT alignment_id FROM after_it WHERE text_target ~ '\S'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_translated_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_translated(array(
    SELECT alignment_id FROM (
      SELECT alignment_id, -1 AS change FROM before_it WHERE text_target ~ '\S'
      UNION ALL
      SELECT alignment_id, 1 AS change FROM after_it WHERE text_target ~ '\S'
    ) AS changes
    GROUP BY alignment_id HAVING sum(change) <> 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_translated_after_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_translated(array(SELECT DISTINCT alignment_id FROM before_it WHERE text_target ~ '\S'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER segments_translated_added AFTER INSERT ON "segments" REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_translated_after_insert();
--> statement-breakpoint
CREATE TRIGGER segments_translated_changed AFTER UPDATE ON "segments" REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_translated_after_update();
--> statement-breakpoint
CREATE TRIGGER segments_translated_removed AFTER DELETE ON "segments" REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_translated_after_delete();
--> statement-breakpoint
SELECT count_translated(array(SELECT id FROM alignments));
