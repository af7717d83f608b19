import { and, count, desc, eq, exists, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, likePattern } from '../../platform/database/database.ts';
import { practice_languages, users } from '../accounts/index.ts';
import { segments } from '../subtitles/index.ts';
import { videos } from '../videos/index.ts';
import { chosenAlignment } from './chosen-alignment.ts';
import { progress } from './tables.ts';

type Filter = { language?: string | undefined; q?: string | undefined };

/** What learners may see: published, not in the trash, with something to play. */
const open = (filter: Filter): SQL | undefined =>
  and(
    isNull(videos.trashed_at),
    videos.published,
    or(isNotNull(videos.youtube_id), isNotNull(videos.media_key)),
    filter.language ? eq(videos.original_language, filter.language) : undefined,
    filter.q ? ilike(videos.title, likePattern(filter.q)) : undefined,
  );

/** The list that a learner chooses from. */
export function practiceListStore(db: Database) {
  return {
    async count(filter: Filter): Promise<number> {
      const [row] = await db.select({ videos: count() }).from(videos).where(open(filter));
      return row?.videos ?? 0;
    },

    /** Videos in the learner's practice languages first, each group newest first, with how far the learner is. */
    page(userId: number, filter: Filter, offset: number, size: number) {
      const practised = exists(
        db
          .select({ one: sql`1` })
          .from(practice_languages)
          .where(
            and(
              eq(practice_languages.user_id, userId),
              eq(practice_languages.language, videos.original_language),
            ),
          ),
      );
      const chosen = chosenAlignment(db, sql`${users.native_language}`);
      // In another alignment than it was saved for, the place is where its start would lie.
      const lastSegment = sql<number>`coalesce(case when ${progress.alignment_id} = ${chosen.id} or ${progress.start_ms} is null
        then ${progress.last_segment}
        else (select count(*)::int from ${segments} where ${segments.alignment_id} = ${chosen.id}
          and ${segments.start_ms} < ${progress.start_ms}) end, 0)`;

      return db
        .select({ video: videos, segment_count: chosen.segment_count, last_segment: lastSegment })
        .from(videos)
        .innerJoin(users, eq(users.id, userId))
        .leftJoinLateral(chosen, sql`true`)
        .leftJoin(progress, and(eq(progress.video_id, videos.id), eq(progress.user_id, userId)))
        .where(open(filter))
        .orderBy(desc(practised), desc(videos.id))
        .limit(size)
        .offset(offset);
    },
  };
}
