import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { alignments, segments, subtitles } from '../tables.ts';
import { asInput, type NewSegment, type SegmentRow, WRITTEN } from './segment-columns.ts';

/** Single segments and their neighbours, in the order of their positions. */
export function segmentStore(db: Database) {
  const inAlignment = (id: number, where?: SQL) => and(eq(segments.alignment_id, id), where);

  async function nearest(
    side: 'before' | 'after',
    alignmentId: number,
    position: string | null,
    where?: SQL,
  ) {
    const [compare, direction] = side === 'before' ? [lt, desc] : [gt, asc];
    const beyond = position === null ? undefined : compare(segments.position, position);
    const [row] = await db
      .select()
      .from(segments)
      .where(inAlignment(alignmentId, and(beyond, where)))
      .orderBy(direction(segments.position))
      .limit(1);
    return row ?? null;
  }

  return {
    /** The alignment that a segment belongs to; null when there is no such segment. */
    async alignmentOf(id: number): Promise<number | null> {
      const [row] = await db
        .select({ alignment_id: segments.alignment_id })
        .from(segments)
        .innerJoin(alignments, eq(alignments.id, segments.alignment_id))
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .innerJoin(videos, eq(videos.id, subtitles.video_id))
        .where(and(eq(segments.id, id), isNull(videos.trashed_at)));
      return row?.alignment_id ?? null;
    },

    /** Those of the alignment that are among the ids, in order. */
    listByIds: (alignmentId: number, ids: number[]): Promise<SegmentRow[]> =>
      db
        .select()
        .from(segments)
        .where(inAlignment(alignmentId, inArray(segments.id, ids)))
        .orderBy(asc(segments.position)),

    /** The segment behind a position, or the first one for null. */
    next: (alignmentId: number, position: string | null) => nearest('after', alignmentId, position),

    /** The nearest one that carries a digest, before a position or else behind it. */
    async nearestAligned(alignmentId: number, position: string) {
      const isAligned = isNotNull(segments.aligned_digest);
      const before = await nearest('before', alignmentId, position, isAligned);
      if (before) return { row: before, side: 'before' as const };
      const after = await nearest('after', alignmentId, position, isAligned);
      return after && { row: after, side: 'after' as const };
    },

    /** The segments before and behind an index, counted from 0; null at the ends of the list. */
    async around(alignmentId: number, index: number) {
      // The positions alone are read from the index; the rows passed over are not looked at.
      const positions = db
        .select({ position: segments.position })
        .from(segments)
        .where(inAlignment(alignmentId))
        .orderBy(asc(segments.position))
        .limit(index === 0 ? 1 : 2)
        .offset(Math.max(0, index - 1));
      const rows = await db
        .select()
        .from(segments)
        .where(inAlignment(alignmentId, inArray(segments.position, positions)))
        .orderBy(asc(segments.position));
      const [before, after] = index === 0 ? [undefined, ...rows] : rows;
      return { before: before ?? null, after: after ?? null };
    },

    /** The first mismatch behind a position, or of all for null, and its number in the list, counted from 1. */
    async nextMismatch(alignmentId: number, position: string | null) {
      const { rows } = await db.execute<{ id: string; number: number }>(sql`
        select next.id, (select count(*)::int from segments
          where alignment_id = ${alignmentId} and position <= next.position) as number
        from (select id, position from segments
          where alignment_id = ${alignmentId} and mismatch and position > ${position ?? ''}
          order by position limit 1) as next`);
      return rows[0] ? { id: Number(rows[0].id), number: rows[0].number } : null;
    },

    async add(alignmentId: number, position: string, segment: NewSegment): Promise<SegmentRow> {
      const [added] = await db
        .insert(segments)
        .values({ ...segment, alignment_id: alignmentId, position })
        .returning();
      return added as SegmentRow;
    },

    async remove(id: number): Promise<void> {
      await db.delete(segments).where(eq(segments.id, id));
    },

    /** Writes everything of these rows but where they belong. */
    async writeAll(rows: readonly SegmentRow[]): Promise<void> {
      if (rows.length === 0) return;
      const set = WRITTEN.map((name) => sql`${sql.identifier(name)} = input.${sql.identifier(name)}`);
      await db.execute(
        sql`update segments set ${sql.join(set, sql`, `)} from ${asInput(rows)} where segments.id = input.id`,
      );
    },
  };
}
