-- contract: no query asks for silent segments, in the release before neither
DROP INDEX IF EXISTS "segments_silent";
