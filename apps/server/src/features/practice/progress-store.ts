import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import { prepareStatement } from '../../platform/database/statement.ts';
import { users } from '../accounts/index.ts';
import { alignments, segments, subtitles } from '../subtitles/index.ts';
import { openToLearners, videos } from '../videos/index.ts';
import { chosenAlignment } from './chosen-alignment.ts';
import { progress } from './tables.ts';

export type Place = Pick<typeof progress.$inferSelect, 'alignment_id' | 'start_ms' | 'last_segment'>;

/** Writes a place in one statement, of a video that the learner may see and an alignment and segment that it has. */
export function placeKeeper(db: PooledDatabase) {
  const place = sql`${sql.placeholder('place')}::int`;
  // The position is found in its index: of the rows before it none is looked at.
  const position = db
    .select({ position: segments.position })
    .from(segments)
    .where(eq(segments.alignment_id, alignments.id))
    .orderBy(asc(segments.position))
    .limit(1)
    .offset(sql.placeholder('place'));
  const start = db
    .select({ start_ms: segments.start_ms })
    .from(segments)
    .where(and(eq(segments.alignment_id, alignments.id), eq(segments.position, sql`(${position})`)))
    .as('at');
  const found = db
    .select({
      user_id: sql`${sql.placeholder('user')}::bigint`.as('user_id'),
      video_id: videos.id,
      alignment_id: alignments.id,
      start_ms: start.start_ms,
      last_segment: place.as('last_segment'),
      updated_at: sql`now()`.as('updated_at'),
    })
    .from(videos)
    .innerJoin(subtitles, eq(subtitles.video_id, videos.id))
    .innerJoin(alignments, eq(alignments.subtitle_id, subtitles.id))
    .innerJoinLateral(start, sql`true`)
    .where(
      and(
        eq(videos.id, sql.placeholder('video')),
        eq(alignments.id, sql.placeholder('alignment')),
        openToLearners(),
      ),
    );
  const keep = db
    .insert(progress)
    .select(found)
    .onConflictDoUpdate({
      target: [progress.user_id, progress.video_id],
      set: {
        alignment_id: sql`excluded.alignment_id`,
        start_ms: sql`excluded.start_ms`,
        last_segment: sql`excluded.last_segment`,
        updated_at: sql`excluded.updated_at`,
      },
    });
  const statement = prepareStatement(db, 'progress_kept_at', keep);

  /**
   * Keeps a place if all of it is there for learners: false, and nothing kept, when the video, its alignment or the
   * segment is not.
   */
  return async (user: number, video: number, alignment: number, place: number): Promise<boolean> =>
    (await statement({ user, video, alignment, place })).rowCount === 1;
}

/** Where learners are, and where in an alignment that is. Segments are counted from 0, in their order. */
export function progressStore(db: Database) {
  return {
    async find(userId: number, videoId: number): Promise<Place | null> {
      const [place] = await db
        .select({
          alignment_id: progress.alignment_id,
          start_ms: progress.start_ms,
          last_segment: progress.last_segment,
        })
        .from(progress)
        .where(and(eq(progress.user_id, userId), eq(progress.video_id, videoId)));
      return place ?? null;
    },

    async save(userId: number, videoId: number, place: Place): Promise<void> {
      await db
        .insert(progress)
        .values({ user_id: userId, video_id: videoId, ...place })
        .onConflictDoUpdate({
          target: [progress.user_id, progress.video_id],
          set: { ...place, updated_at: sql`now()` },
        });
    },

    /** Everything about one learner. */
    listOf: (userId: number) =>
      db
        .select({
          video_id: progress.video_id,
          title: videos.title,
          last_segment: progress.last_segment,
          updated_at: progress.updated_at,
        })
        .from(progress)
        .innerJoin(videos, eq(videos.id, progress.video_id))
        .where(eq(progress.user_id, userId))
        .orderBy(asc(progress.video_id)),

    /** The alignment that the learner uses by default; null while the video has none. */
    async defaultAlignment(userId: number, videoId: number): Promise<number | null> {
      const chosen = chosenAlignment(db, sql`${users.native_language}`);
      const [row] = await db
        .select({ id: chosen.id })
        .from(videos)
        .innerJoin(users, eq(users.id, userId))
        .innerJoinLateral(chosen, sql`true`)
        .where(eq(videos.id, videoId));
      return row?.id ?? null;
    },

    async alignmentIsOf(videoId: number, alignmentId: number): Promise<boolean> {
      const rows = await db
        .select({ id: alignments.id })
        .from(alignments)
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .where(and(eq(alignments.id, alignmentId), eq(subtitles.video_id, videoId)));
      return rows.length > 0;
    },

    /** When the segment at that place starts; null when there is none. */
    async startOf(alignmentId: number, index: number): Promise<number | null> {
      const [row] = await db
        .select({ start_ms: segments.start_ms })
        .from(segments)
        .where(eq(segments.alignment_id, alignmentId))
        .orderBy(asc(segments.position))
        .limit(1)
        .offset(index);
      return row?.start_ms ?? null;
    },

    /** The place of the segment whose start lies nearest; 0 in an alignment without segments. */
    async nearest(alignmentId: number, startMs: number): Promise<number> {
      const numbered = db
        .select({
          place: sql<number>`(row_number() over (order by ${segments.position}) - 1)::int`.as('place'),
          distance: sql<number>`abs(${segments.start_ms} - ${startMs}::bigint)`.as('distance'),
        })
        .from(segments)
        .where(eq(segments.alignment_id, alignmentId))
        .as('numbered');
      const [row] = await db
        .select({ place: numbered.place })
        .from(numbered)
        .orderBy(asc(numbered.distance), asc(numbered.place))
        .limit(1);
      return row?.place ?? 0;
    },
  };
}

export type ProgressStore = ReturnType<typeof progressStore>;
