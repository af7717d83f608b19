import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { generateNKeysBetween } from 'fractional-indexing';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import type { NewSegment, SegmentRow } from '../segments/segment-columns.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { alignments, segments, subtitles } from '../tables.ts';

/** Rows per query. More would delay other requests. */
const BATCH_SIZE = 1000;

export const NO_ALIGNMENT = 'subtitles.noAlignment';

export type AlignmentRow = Pick<
  typeof alignments.$inferSelect,
  'id' | 'subtitle_id' | 'segment_count' | 'mismatch_count' | 'created_at'
> & { original_language: string; target_language: string; video_id: number };

/** Alignments with all their segments, except those of videos in the trash. */
export function alignmentStore(db: Database) {
  const select = (id: number) =>
    db
      .select({
        id: alignments.id,
        subtitle_id: alignments.subtitle_id,
        segment_count: alignments.segment_count,
        mismatch_count: alignments.mismatch_count,
        created_at: alignments.created_at,
        original_language: videos.original_language,
        target_language: subtitles.language,
        video_id: subtitles.video_id,
      })
      .from(alignments)
      .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
      .innerJoin(videos, eq(videos.id, subtitles.video_id))
      .where(and(eq(alignments.id, id), isNull(videos.trashed_at)));

  const selectSegments = (alignmentId: number, where?: SQL) =>
    db
      .select()
      .from(segments)
      .where(and(eq(segments.alignment_id, alignmentId), where))
      .orderBy(asc(segments.position));

  return {
    find: (id: number) => firstRow(select(id)),

    /** Finds an alignment, locked with its segments until the transaction ends. */
    lock: (id: number) => firstRow(select(id).for('update', { of: alignments })),

    /** Locks an alignment after its subtitle, which a revision refers to: using this order everywhere avoids deadlocks. */
    async lockForRevision(id: number): Promise<AlignmentRow | null> {
      await db
        .select({ id: subtitles.id })
        .from(subtitles)
        .innerJoin(alignments, eq(alignments.subtitle_id, subtitles.id))
        .where(eq(alignments.id, id))
        .for('key share', { of: subtitles });
      return firstRow(select(id).for('update', { of: alignments }));
    },

    /** Locks all alignments of the alignment's video after their subtitles, in a fixed order to avoid deadlocks. */
    async lockAllOfVideo(id: number): Promise<AlignmentRow | null> {
      const found = await firstRow(select(id));
      if (!found) return null;
      const isInVideo = eq(subtitles.video_id, found.video_id);
      // A revision written under this lock refers to its subtitle.
      await db
        .select({ id: subtitles.id })
        .from(subtitles)
        .where(isInVideo)
        .orderBy(asc(subtitles.id))
        .for('key share');
      await db
        .select({ id: alignments.id })
        .from(alignments)
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .where(isInVideo)
        .orderBy(asc(alignments.id))
        .for('update', { of: alignments });
      return firstRow(select(id));
    },

    /** Reads all segments in batches. They are consistent only in a transaction with a snapshot. */
    async listSegments(alignmentId: number): Promise<SegmentRow[]> {
      const rows: SegmentRow[] = [];
      let batch: SegmentRow[];
      do {
        const last = rows.at(-1)?.position;
        const isAfterLast = last === undefined ? undefined : gt(segments.position, last);
        batch = await selectSegments(alignmentId, isAfterLast).limit(BATCH_SIZE);
        rows.push(...batch);
      } while (batch.length === BATCH_SIZE);
      return rows;
    },

    /** Returns the version of each segment, by id. */
    async listVersions(alignmentId: number): Promise<Map<number, number>> {
      const rows = await db
        .select({ id: segments.id, version: segments.version })
        .from(segments)
        .where(eq(segments.alignment_id, alignmentId));
      return new Map(rows.map(({ id, version }) => [id, version]));
    },

    /** Finds or creates the alignment of a target subtitle, locks it, and clears its flag for realigning. */
    async findOrCreate(subtitleId: number): Promise<number> {
      const [row] = await db
        .insert(alignments)
        .values({ subtitle_id: subtitleId, segment_count: 0, mismatch_count: 0 })
        .onConflictDoUpdate({ target: alignments.subtitle_id, set: { needs_realign: false } })
        .returning({ id: alignments.id });
      return (row as { id: number }).id;
    },

    /** Replaces all segments. Lock the alignment first. */
    async replaceSegments(alignmentId: number, rows: readonly NewSegment[]): Promise<void> {
      const keys = generateNKeysBetween(null, null, rows.length);
      await db.delete(segments).where(eq(segments.alignment_id, alignmentId));
      for (let start = 0; start < rows.length; start += BATCH_SIZE) {
        const batch = rows.slice(start, start + BATCH_SIZE);
        await segmentStore(db).insertAll(
          alignmentId,
          batch.map((row, index) => ({ ...row, position: keys[start + index] })),
        );
      }
      await db
        .update(alignments)
        .set({
          segment_count: rows.length,
          mismatch_count: rows.filter(({ mismatch }) => mismatch).length,
        })
        .where(eq(alignments.id, alignmentId));
    },

    async addToCounts(id: number, delta: { segments: number; mismatches: number }) {
      const [counts] = await db
        .update(alignments)
        .set({
          segment_count: sql`${alignments.segment_count} + ${delta.segments}`,
          mismatch_count: sql`${alignments.mismatch_count} + ${delta.mismatches}`,
        })
        .where(eq(alignments.id, id))
        .returning({ segment_count: alignments.segment_count, mismatch_count: alignments.mismatch_count });
      return counts as { segment_count: number; mismatch_count: number };
    },
  };
}
