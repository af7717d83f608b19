ALTER TABLE "videos" ADD COLUMN "length_ms" bigint;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "segments_silent" ON "segments" USING btree ("alignment_id","start_ms") WHERE "segments"."text_original" !~ '\S';--> statement-breakpoint
-- The length of what there is to say in a video: to the end of the last segment, null without one that has an original text.
CREATE OR REPLACE FUNCTION measure_videos(measured bigint[]) RETURNS void LANGUAGE sql AS $$
  UPDATE videos SET length_ms = found.length_ms
  FROM (
    SELECT id, (
      SELECT max((SELECT end_ms FROM segments WHERE alignment_id = alignments.id ORDER BY position DESC LIMIT 1))
      FROM subtitles JOIN alignments ON alignments.subtitle_id = subtitles.id
      WHERE subtitles.video_id = any_video.id
        AND EXISTS (SELECT FROM segments WHERE alignment_id = alignments.id AND text_original ~ '\S')
    ) AS length_ms
    FROM videos AS any_video WHERE id = ANY (measured)
  ) AS found
  WHERE videos.id = found.id AND videos.length_ms IS DISTINCT FROM found.length_ms
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION measure_after_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM measure_videos(array(
    SELECT video_id FROM subtitles WHERE id IN (
      SELECT subtitle_id FROM alignments WHERE id IN (SELECT alignment_id FROM after_it))));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION measure_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM measure_videos(array(
    SELECT video_id FROM subtitles JOIN alignments ON alignments.subtitle_id = subtitles.id
    WHERE alignments.id = NEW.alignment_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION measure_after_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM measure_videos(array(SELECT video_id FROM subtitles WHERE id = NEW.subtitle_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION measure_after_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM measure_videos(array[OLD.video_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER segments_measured_added AFTER INSERT ON "segments" REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION measure_after_insert();
--> statement-breakpoint
CREATE TRIGGER segments_measured_changed AFTER UPDATE OF text_original, end_ms ON "segments" FOR EACH ROW
  WHEN ((OLD.text_original ~ '\S') <> (NEW.text_original ~ '\S') OR OLD.end_ms <> NEW.end_ms)
  EXECUTE FUNCTION measure_after_update();
--> statement-breakpoint
-- Segments are removed before they are counted.
CREATE TRIGGER alignments_measured AFTER UPDATE OF segment_count ON "alignments" FOR EACH ROW
  EXECUTE FUNCTION measure_after_count();
--> statement-breakpoint
CREATE TRIGGER subtitles_measured_removed AFTER DELETE ON "subtitles" FOR EACH ROW
  EXECUTE FUNCTION measure_after_removal();
--> statement-breakpoint
SELECT measure_videos(array(SELECT id FROM videos));
--> statement-breakpoint
-- What learners find in their list is counted: videos with something to say.
CREATE OR REPLACE FUNCTION count_added_videos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO video_counts AS kept (language, count)
  SELECT original_language, sum(change) FROM (
    SELECT original_language, 1 AS change FROM after_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL) AND length_ms IS NOT NULL
  ) AS changes
  GROUP BY original_language HAVING sum(change) <> 0
  -- Always in one order, so that no two changes wait for each other.
  ORDER BY original_language
  ON CONFLICT (language) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_videos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO video_counts AS kept (language, count)
  SELECT original_language, sum(change) FROM (
    SELECT original_language, -1 AS change FROM before_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL) AND length_ms IS NOT NULL
    UNION ALL
    SELECT original_language, 1 AS change FROM after_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL) AND length_ms IS NOT NULL
  ) AS changes
  GROUP BY original_language HAVING sum(change) <> 0
  -- Always in one order, so that no two changes wait for each other.
  ORDER BY original_language
  ON CONFLICT (language) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_videos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO video_counts AS kept (language, count)
  SELECT original_language, sum(change) FROM (
    SELECT original_language, -1 AS change FROM before_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL) AND length_ms IS NOT NULL
  ) AS changes
  GROUP BY original_language HAVING sum(change) <> 0
  -- Always in one order, so that no two changes wait for each other.
  ORDER BY original_language
  ON CONFLICT (language) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "video_counts" SET "count" = (
  SELECT count(*) FROM "videos" WHERE original_language = "video_counts"."language"
    AND trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL) AND length_ms IS NOT NULL);
