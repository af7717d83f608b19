import { desc, eq, getTableColumns, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { alignments, subtitles } from '../tables.ts';

/** Aggregates a column of a video's alignments, starting with the most complete translation. */
const mostCompleteFirst = (column: SQLWrapper) =>
  sql`array_agg(${column} order by ${alignments.translated_count} desc nulls last, ${alignments.id})`;

export function managedVideoStore(db: Database) {
  return {
    list: (trashed: boolean) =>
      db
        .select({
          ...getTableColumns(videos),
          has_original: sql<boolean>`coalesce(bool_or(${subtitles.language} = ${videos.original_language}), false)`,
          translation_count: sql<number>`count(${alignments.id})::int`,
          mismatch_count: sql<number>`coalesce(sum(${alignments.mismatch_count}), 0)::int`,
          // From the most complete translation.
          segment_count: sql<number>`coalesce((${mostCompleteFirst(alignments.segment_count)})[1], 0)`,
          translated_count: sql<number>`coalesce((${mostCompleteFirst(alignments.translated_count)})[1], 0)`,
          needs_realign: sql<boolean>`coalesce(bool_or(${alignments.needs_realign}), false)`,
        })
        .from(videos)
        .leftJoin(subtitles, eq(subtitles.video_id, videos.id))
        .leftJoin(alignments, eq(alignments.subtitle_id, subtitles.id))
        .where(trashed ? isNotNull(videos.trashed_at) : isNull(videos.trashed_at))
        .groupBy(videos.id)
        .orderBy(desc(videos.id)),
  };
}
