CREATE TABLE "video_counts" (
	"language" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_added_videos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO video_counts AS kept (language, count)
  SELECT original_language, sum(change) FROM (
    SELECT original_language, 1 AS change FROM after_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL)
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
    SELECT original_language, -1 AS change FROM before_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL)
    UNION ALL
    SELECT original_language, 1 AS change FROM after_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL)
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
    SELECT original_language, -1 AS change FROM before_it WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL)
  ) AS changes
  GROUP BY original_language HAVING sum(change) <> 0
  -- Always in one order, so that no two changes wait for each other.
  ORDER BY original_language
  ON CONFLICT (language) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER videos_counted_added AFTER INSERT ON "videos" REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_videos();
--> statement-breakpoint
CREATE TRIGGER videos_counted_changed AFTER UPDATE ON "videos" REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_videos();
--> statement-breakpoint
CREATE TRIGGER videos_counted_removed AFTER DELETE ON "videos" REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_videos();
--> statement-breakpoint
-- After the triggers, whose making lets nobody change videos before this is committed: none is missed, none counted twice.
INSERT INTO "video_counts" ("language", "count")
SELECT original_language, count(*) FROM "videos"
WHERE trashed_at IS NULL AND published AND (youtube_id IS NOT NULL OR media_key IS NOT NULL)
GROUP BY original_language;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "videos_open_by_language" ON "videos" USING btree ("original_language","id") WHERE "videos"."trashed_at" is null and "videos"."published"
      and ("videos"."youtube_id" is not null or "videos"."media_key" is not null);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "videos_open" ON "videos" USING btree ("id","original_language") WHERE "videos"."trashed_at" is null and "videos"."published"
      and ("videos"."youtube_id" is not null or "videos"."media_key" is not null);
