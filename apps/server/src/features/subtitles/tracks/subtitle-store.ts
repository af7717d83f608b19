import type { Cue } from '@sayback/subtitles';
import { and, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { alignments, revisions, segments, subtitles } from '../tables.ts';

const { cues: _, ...withoutCues } = getTableColumns(subtitles);

/** Columns of a listed subtitle: without its cues, with its alignment's state. */
const listColumns = {
  ...withoutCues,
  original_language: videos.original_language,
  is_original: sql<boolean>`${subtitles.language} = ${videos.original_language}`,
  alignment_id: alignments.id,
  is_latest: sql<boolean>`coalesce(${videos.latest_alignment_id} = ${alignments.id}, false)`,
  needs_realign: sql<boolean>`coalesce(${alignments.needs_realign}, false)`,
  segment_count: sql<number>`coalesce(${alignments.segment_count}, 0)`,
  mismatch_count: sql<number>`coalesce(${alignments.mismatch_count}, 0)`,
  translated_count: sql<number>`coalesce(${alignments.translated_count}, 0)`,
  revision_count: sql<number>`(select count(*)::int from ${revisions} where ${revisions.subtitle_id} = ${subtitles.id})`,
};

export const NO_SUBTITLE = 'subtitles.notFound';

/** Videos' subtitles and their cues, except those of videos in the trash. */
export function subtitleStore(db: Database) {
  const selectListed = () =>
    db
      .select(listColumns)
      .from(subtitles)
      .innerJoin(videos, and(eq(videos.id, subtitles.video_id), isNull(videos.trashed_at)))
      .leftJoin(alignments, eq(alignments.subtitle_id, subtitles.id));

  return {
    listForVideo: (videoId: number) => selectListed().where(eq(subtitles.video_id, videoId)),

    /** Counts each aligned subtitle's approved segments and unapproved machine translations, by subtitle id. */
    async countProgress(videoId: number) {
      const rows = await db
        .select({
          id: subtitles.id,
          approved_count: sql<number>`count(*) filter (where ${segments.approved})::int`,
          machine_count: sql<number>`count(*) filter (where not ${segments.approved}
            and ${segments.origin} in ('machine', 'memory'))::int`,
        })
        .from(subtitles)
        .innerJoin(alignments, eq(alignments.subtitle_id, subtitles.id))
        .innerJoin(segments, eq(segments.alignment_id, alignments.id))
        .where(eq(subtitles.video_id, videoId))
        .groupBy(subtitles.id);
      return new Map(rows.map(({ id, ...progress }) => [id, progress]));
    },

    find: (id: number) => firstRow(selectListed().where(eq(subtitles.id, id))),

    /** Finds a subtitle, locked against replacing and deleting until the transaction ends. Lock it before its alignment. */
    lock: (id: number) =>
      firstRow(selectListed().where(eq(subtitles.id, id)).for('update', { of: subtitles })),

    /**
     * Finds a video's subtitle in a language, locked; null if there is none yet. Until the transaction ends, no other one can lock
     * the same language. Call it before locking the video: its row is the last one that an alignment's change locks.
     */
    async lockLanguage(videoId: number, language: string): Promise<{ id: number } | null> {
      // A subtitle that another transaction is adding has no visible row to lock.
      const key = `subtitle ${videoId} ${language}`;
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      return firstRow(
        db
          .select({ id: subtitles.id })
          .from(subtitles)
          .where(and(eq(subtitles.video_id, videoId), eq(subtitles.language, language)))
          .for('update'),
      );
    },

    async findCues(id: number): Promise<Cue[]> {
      const [row] = await db.select({ cues: subtitles.cues }).from(subtitles).where(eq(subtitles.id, id));
      return row?.cues ?? [];
    },

    /** Reads the cues' times and texts as rows, since parsing a long subtitle as one value would block other requests. */
    async listCues(id: number): Promise<Pick<Cue, 'start' | 'end' | 'text'>[]> {
      const { rows } = await db.execute<Pick<Cue, 'start' | 'end' | 'text'>>(sql`
        select (cue->>'start')::float8 as start, (cue->>'end')::float8 as end, cue->>'text' as text
        from ${subtitles}, jsonb_array_elements(${subtitles.cues}) with ordinality as cues(cue, number)
        where ${subtitles.id} = ${id} order by number`);
      return rows;
    },

    findOriginal: (videoId: number) =>
      firstRow(
        selectListed().where(
          and(eq(subtitles.video_id, videoId), eq(subtitles.language, videos.original_language)),
        ),
      ),

    /** Creates a subtitle, or replaces the cues of the existing one in its language. `cues` can be JSON in UTF-8. */
    async replaceCues(
      videoId: number,
      language: string,
      { cues, cue_count }: { cues: Cue[] | Uint8Array; cue_count: number },
    ): Promise<number> {
      const [row] = await db
        .insert(subtitles)
        .values({
          video_id: videoId,
          language,
          cue_count,
          cues: cues instanceof Uint8Array ? sql`${cues}::text::jsonb` : cues,
        })
        .onConflictDoUpdate({
          target: [subtitles.video_id, subtitles.language],
          // Cues can be megabytes: sends them only once.
          set: { cues: sql`excluded.cues`, cue_count: sql`excluded.cue_count`, uploaded_at: sql`now()` },
        })
        .returning({ id: subtitles.id });
      return (row as { id: number }).id;
    },

    async setLanguage(id: number, language: string): Promise<void> {
      await db.update(subtitles).set({ language }).where(eq(subtitles.id, id));
    },

    async setLastApplied(id: number, revisionId: number): Promise<void> {
      await db.update(subtitles).set({ last_applied_revision_id: revisionId }).where(eq(subtitles.id, id));
    },

    /**
     * Marks alignments that used the subtitle's previous cues: all of the video's, if it is the original. Returns the ids of the
     * newly marked ones.
     */
    async markNeedsRealign(subtitle: {
      id: number;
      video_id: number;
      is_original: boolean;
    }): Promise<number[]> {
      const isAffected = subtitle.is_original
        ? eq(subtitles.video_id, subtitle.video_id)
        : eq(subtitles.id, subtitle.id);
      const affected = db.select({ id: subtitles.id }).from(subtitles).where(isAffected);
      const marked = await db
        .update(alignments)
        .set({ needs_realign: true })
        .where(and(eq(alignments.needs_realign, false), inArray(alignments.subtitle_id, affected)))
        .returning({ id: alignments.id });
      return marked.map(({ id }) => id);
    },

    /** Unmarks alignments whose subtitle's cues haven't changed since that time. */
    async unmarkNeedsRealign(ids: number[], since: Date): Promise<void> {
      const unchanged = db
        .select({ id: subtitles.id })
        .from(subtitles)
        .where(lte(subtitles.uploaded_at, since));
      await db
        .update(alignments)
        .set({ needs_realign: false })
        .where(and(inArray(alignments.id, ids), inArray(alignments.subtitle_id, unchanged)));
    },

    async remove(id: number): Promise<void> {
      await db.delete(subtitles).where(eq(subtitles.id, id));
    },

    /** If the alignment is the video's latest, replaces it with the newest other one, if any. */
    async replaceLatestAlignment(videoId: number, alignmentId: number): Promise<void> {
      const newest = db
        .select({ id: alignments.id })
        .from(alignments)
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .where(and(eq(subtitles.video_id, videoId), ne(alignments.id, alignmentId)))
        .orderBy(desc(alignments.id))
        .limit(1);
      await db
        .update(videos)
        .set({ latest_alignment_id: sql`(${newest})` })
        .where(and(eq(videos.id, videoId), eq(videos.latest_alignment_id, alignmentId)));
    },

    /** Sets the video's latest alignment. Returns false if the video's language has changed. */
    setLatestAlignment: (videoId: number, alignmentId: number, language: string): Promise<boolean> =>
      changesAny(
        db
          .update(videos)
          .set({ latest_alignment_id: alignmentId })
          .where(and(eq(videos.id, videoId), eq(videos.original_language, language))),
      ),
  };
}

export type SubtitleStore = ReturnType<typeof subtitleStore>;
export type ListedSubtitle = NonNullable<Awaited<ReturnType<SubtitleStore['find']>>>;
