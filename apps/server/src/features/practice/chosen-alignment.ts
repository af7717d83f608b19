import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { alignments, subtitles } from '../subtitles/index.ts';
import { videos } from '../videos/index.ts';

const primary = (language: SQL) => sql`split_part(lower(${language}), '-', 1)`;

/**
 * The alignment that a learner uses by default, for a query over `videos`: into the native language, else into another
 * form of it (`pt-BR` for `pt`, and back), else the newest. Where `named` isn't null, only that one. A subquery to join laterally.
 */
export function chosenAlignment(db: Database, nativeLanguage: SQL, named?: SQL) {
  return db
    .select({
      id: alignments.id,
      segment_count: alignments.segment_count,
    })
    .from(alignments)
    .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
    .where(
      and(eq(subtitles.video_id, videos.id), named && sql`(${named} is null or ${alignments.id} = ${named})`),
    )
    .orderBy(
      desc(sql`coalesce(${subtitles.language} = ${nativeLanguage}, false)`),
      desc(sql`coalesce(${primary(sql`${subtitles.language}`)} = ${primary(nativeLanguage)}, false)`),
      desc(sql`coalesce(${alignments.id} = ${videos.latest_alignment_id}, false)`),
      asc(alignments.id),
    )
    .limit(1)
    .as('chosen');
}
