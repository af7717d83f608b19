import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Database, firstRow, type PooledDatabase } from '../../platform/database/database.ts';
import { readPieces } from '../../platform/database/read-pieces.ts';
import { prepareStatement } from '../../platform/database/statement.ts';
import { users } from '../accounts/index.ts';
import { alignments, segments, subtitles } from '../subtitles/index.ts';
import { openToLearners, videos } from '../videos/index.ts';
import { chosenAlignment } from './chosen-alignment.ts';
import { practised_lines, progress } from './tables.ts';

export type SavedPosition = Pick<
  typeof progress.$inferSelect,
  'alignment_id' | 'start_ms' | 'last_segment' | 'line_count'
>;

/** The learner, and the languages that their browser requests. */
export type Learner = { id: number; languages: readonly string[] };

type Target = {
  is_open: boolean;
  /** The requested alignment, or else the default one; null if it doesn't exist. */
  alignment_id: number | null;
  /** Null if the alignment has no segment at that index. */
  start_ms: number | null;
  /** True if saved; false if a later position exists. */
  is_saved: boolean;
};

/**
 * Saves the learner's position if the video, alignment and segment exist and no later position is saved. A single statement,
 * since it runs at each line. Returns null without a video.
 */
export function progressWriter(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const requested = sql`${sql.placeholder('alignment')}::bigint`;
  const index = sql`${sql.placeholder('index')}::int`;
  const isAdmin = sql`${sql.placeholder('isAdmin')}::boolean`;
  const chosen = chosenAlignment(db, sql`${sql.placeholder('languages')}`, requested);
  // Reads only the index up to that segment, not the rows.
  const position = sql`(select ${segments.position} from ${segments} where ${segments.alignment_id} = ${chosen.id}
    order by ${segments.position} limit 1 offset ${index})`;
  const isAccepted = sql`(is_open or ${isAdmin}) and (start_ms is not null or coalesce(alignment_id, ${requested}) is null)`;
  const segmentColumn = sql.identifier(progress.last_segment.name);
  const statement = prepareStatement<Target>(
    db,
    'progress_saved',
    sql`with target as (
        select ${videos.id} as video_id, (${openToLearners()}) as is_open, ${chosen.id} as alignment_id, segment.start_ms
        from ${videos} join ${users} on ${users.id} = ${user}
        left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
        left join lateral ${chosen} on true
        left join lateral (select ${segments.start_ms} from ${segments}
          where ${segments.alignment_id} = ${chosen.id} and ${segments.position} = ${position}) as segment on true
        where ${videos.id} = ${sql.placeholder('video')} and ${videos.trashed_at} is null
      ), saved as (
        insert into ${progress} (user_id, video_id, alignment_id, start_ms, ${segmentColumn}, line, line_count, updated_at)
        select ${user}, video_id, alignment_id, start_ms, ${index}, ${sql.placeholder('line')}::int,
          ${sql.placeholder('lineCount')}::int, now() - ${sql.placeholder('age')}::bigint * interval '1 ms' from target
        where ${isAccepted}
        on conflict (user_id, video_id) do update set alignment_id = excluded.alignment_id,
          start_ms = excluded.start_ms, ${segmentColumn} = excluded.${segmentColumn}, line = excluded.line,
          line_count = excluded.line_count, updated_at = excluded.updated_at
        where excluded.updated_at >= ${progress.updated_at}
      ) select is_open, alignment_id, start_ms, ${isAccepted} as is_saved from target`,
  );
  return async (values: {
    user: number;
    languages: readonly string[];
    isAdmin: boolean;
    video: number;
    alignment: number | null;
    index: number;
    line: number | null;
    lineCount: number | null;
    /** Milliseconds since the learner was at this position. */
    age: number;
  }): Promise<Target | null> => (await statement(values)).rows[0] ?? null;
}

export type ProgressWriter = ReturnType<typeof progressWriter>;

const CHUNK_SIZE = 1000;

/** Learners' positions in alignments, as segment indexes from 0. */
export function progressStore(db: Database) {
  return {
    find: (userId: number, videoId: number): Promise<SavedPosition | null> =>
      firstRow(
        db
          .select({
            alignment_id: progress.alignment_id,
            start_ms: progress.start_ms,
            last_segment: progress.last_segment,
            line_count: progress.line_count,
          })
          .from(progress)
          .where(and(eq(progress.user_id, userId), eq(progress.video_id, videoId))),
      ),

    /** Reads all of a learner's positions in chunks. */
    readChunks: (userId: number) =>
      readPieces((last?: { video_id: number }) =>
        db
          .select({
            video_id: progress.video_id,
            title: videos.title,
            last_segment: progress.last_segment,
            updated_at: progress.updated_at,
          })
          .from(progress)
          .innerJoin(videos, eq(videos.id, progress.video_id))
          .where(and(eq(progress.user_id, userId), gt(progress.video_id, last?.video_id ?? 0)))
          .orderBy(asc(progress.video_id))
          .limit(CHUNK_SIZE),
      ),

    /** Returns the learner's default alignment; null if the video has none. */
    async findDefaultAlignment({ id, languages }: Learner, videoId: number): Promise<number | null> {
      const chosen = chosenAlignment(db, sql`${sql.param(languages)}`);
      const [row] = await db
        .select({ id: chosen.id })
        .from(videos)
        .innerJoin(users, eq(users.id, id))
        .leftJoin(progress, and(eq(progress.video_id, videos.id), eq(progress.user_id, id)))
        .innerJoinLateral(chosen, sql`true`)
        .where(eq(videos.id, videoId));
      return row?.id ?? null;
    },

    async hasAlignment(videoId: number, alignmentId: number): Promise<boolean> {
      const rows = await db
        .select({ id: alignments.id })
        .from(alignments)
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .where(and(eq(alignments.id, alignmentId), eq(subtitles.video_id, videoId)));
      return rows.length > 0;
    },

    /** Returns the number of segments of an alignment; 0 if it doesn't exist. */
    async countSegments(alignmentId: number): Promise<number> {
      const [row] = await db
        .select({ count: alignments.segment_count })
        .from(alignments)
        .where(eq(alignments.id, alignmentId));
      return row?.count ?? 0;
    },

    countPractisedLines: (userId: number, videoId: number): Promise<number> =>
      db.$count(
        practised_lines,
        and(eq(practised_lines.user_id, userId), eq(practised_lines.video_id, videoId)),
      ),

    /** Returns the start of the segment with this index; null if there is none. */
    async findSegmentStart(alignmentId: number, index: number): Promise<number | null> {
      const [row] = await db
        .select({ start_ms: segments.start_ms })
        .from(segments)
        .where(eq(segments.alignment_id, alignmentId))
        .orderBy(asc(segments.position))
        .limit(1)
        .offset(index);
      return row?.start_ms ?? null;
    },

    /** Returns the index of the segment with the nearest start; 0 in an empty alignment. */
    async findNearestSegment(alignmentId: number, startMs: number): Promise<number> {
      const numbered = db
        .select({
          index: sql<number>`(row_number() over (order by ${segments.position}) - 1)::int`.as('index'),
          distance: sql<number>`abs(${segments.start_ms} - ${startMs}::bigint)`.as('distance'),
        })
        .from(segments)
        .where(eq(segments.alignment_id, alignmentId))
        .as('numbered');
      const [row] = await db
        .select({ index: numbered.index })
        .from(numbered)
        .orderBy(asc(numbered.distance), asc(numbered.index))
        .limit(1);
      return row?.index ?? 0;
    },
  };
}

export type ProgressStore = ReturnType<typeof progressStore>;
