CREATE TABLE "video_search_texts" (
	"video_id" bigint PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_search_texts" ADD CONSTRAINT "video_search_texts_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Like the web app's foldText: café = cafe. The marks are those of the scripts of subtitles; ASCII is faster to fold.
CREATE OR REPLACE FUNCTION fold_text(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(words) = char_length(words) THEN lower(words)
    ELSE regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u20d0-\u20f0\u3099\u309a]', '', 'g') END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION fold_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO video_search_texts (video_id, text) VALUES (NEW.id, fold_text(NEW.title || ' ' || NEW.description))
  ON CONFLICT (video_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER videos_folded AFTER INSERT OR UPDATE OF title, description ON "videos" FOR EACH ROW EXECUTE FUNCTION fold_video();
--> statement-breakpoint
INSERT INTO "video_search_texts" ("video_id", "text") SELECT id, fold_text(title || ' ' || description) FROM "videos";
