import type { AlignedSegment } from '@sayback/subtitles';
import { asc, eq, sql } from 'drizzle-orm';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Database } from '../../platform/database/database.ts';
import { videos } from '../videos/index.ts';
import { alignments, segments, subtitles } from './tables.ts';

export type SegmentRow = typeof segments.$inferSelect;

/** PostgreSQL takes 65,535 parameters a statement. */
const ROWS_PER_INSERT = 4000;

/** Alignments and their segments. */
export function alignmentStore(db: Database) {
  const inOrder = (alignmentId: number) =>
    db.select().from(segments).where(eq(segments.alignment_id, alignmentId)).orderBy(asc(segments.position));

  return {
    /** The alignment with its languages and video. */
    async find(id: number) {
      const [found] = await db
        .select({
          id: alignments.id,
          subtitle_id: alignments.subtitle_id,
          segment_count: alignments.segment_count,
          mismatch_count: alignments.mismatch_count,
          created_at: alignments.created_at,
          target_language: subtitles.language,
          video_id: subtitles.video_id,
        })
        .from(alignments)
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .where(eq(alignments.id, id));
      return found ?? null;
    },

    listSegments: (alignmentId: number): Promise<SegmentRow[]> => inOrder(alignmentId),

    pageOfSegments: (alignmentId: number, offset: number, size: number): Promise<SegmentRow[]> =>
      inOrder(alignmentId).limit(size).offset(offset),

    /** Makes the alignment of a target subtitle, or gives it new segments under its old id. Run it in a transaction. */
    async replaceSegments(subtitleId: number, aligned: AlignedSegment[]): Promise<number> {
      const counts = {
        segment_count: aligned.length,
        mismatch_count: aligned.filter(({ mismatch }) => mismatch).length,
        needs_realign: false,
      };
      const [row] = await db
        .insert(alignments)
        .values({ subtitle_id: subtitleId, ...counts })
        .onConflictDoUpdate({ target: alignments.subtitle_id, set: counts })
        .returning({ id: alignments.id });
      const { id } = row as { id: number };

      await db.delete(segments).where(eq(segments.alignment_id, id));
      const keys = generateNKeysBetween(null, null, aligned.length);
      const rows = aligned.map((segment, index) => ({
        alignment_id: id,
        position: keys[index] as string,
        start_ms: segment.start,
        end_ms: segment.end,
        text_original: segment.text_original,
        text_target: segment.text_target,
        mismatch: segment.mismatch,
        label: segment.label,
        confidence: segment.confidence,
      }));
      for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
        await db.insert(segments).values(rows.slice(from, from + ROWS_PER_INSERT));
      }
      await db
        .update(videos)
        .set({ latest_alignment_id: id })
        .where(
          eq(
            videos.id,
            sql`(select ${subtitles.video_id} from ${subtitles} where ${subtitles.id} = ${subtitleId})`,
          ),
        );
      return id;
    },
  };
}
