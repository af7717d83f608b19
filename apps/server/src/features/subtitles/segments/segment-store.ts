import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { alignments, segments, subtitles } from '../tables.ts';
import { inputRows, type NewSegment, type SegmentRow, WRITTEN_COLUMNS } from './segment-columns.ts';

/** Matches any of the ids in one array parameter: planning a list of thousands of parameters takes longer than reading. */
const anyId = (ids: readonly number[]) => sql`any(${sql.param(ids)}::bigint[])`;

export function segmentStore(db: Database) {
  const inAlignment = (id: number, where?: SQL) => and(eq(segments.alignment_id, id), where);

  const selectNearest = (side: 'before' | 'after', alignmentId: number, position: string, where?: SQL) => {
    const [compare, direction] = side === 'before' ? [lt, desc] : [gt, asc];
    return db
      .select({ position: segments.position })
      .from(segments)
      .where(inAlignment(alignmentId, and(compare(segments.position, position), where)))
      .orderBy(direction(segments.position))
      .limit(1);
  };

  const listByIds = (alignmentId: number, ids: readonly number[]): Promise<SegmentRow[]> =>
    db
      .select()
      .from(segments)
      .where(inAlignment(alignmentId, sql`${segments.id} = ${anyId(ids)}`))
      .orderBy(asc(segments.position));

  return {
    /** Returns the alignment of a segment; null if it doesn't exist. */
    async findAlignmentId(id: number): Promise<number | null> {
      const [row] = await db
        .select({ alignment_id: segments.alignment_id })
        .from(segments)
        .innerJoin(alignments, eq(alignments.id, segments.alignment_id))
        .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
        .innerJoin(videos, eq(videos.id, subtitles.video_id))
        .where(and(eq(segments.id, id), isNull(videos.trashed_at)));
      return row?.alignment_id ?? null;
    },

    listByIds,

    /** Returns the segment after a position, or the first one for null. */
    async findNext(alignmentId: number, position: string | null): Promise<SegmentRow | null> {
      const isAfter = position === null ? undefined : gt(segments.position, position);
      const [row] = await db
        .select()
        .from(segments)
        .where(inAlignment(alignmentId, isAfter))
        .orderBy(asc(segments.position))
        .limit(1);
      return row ?? null;
    },

    /** Finds the successor of each segment. Keyed by the segment's id; the last segment has none. */
    async findSuccessors(
      alignmentId: number,
      before: readonly SegmentRow[],
    ): Promise<ReadonlyMap<number, SegmentRow>> {
      const ids = before.map(({ id }) => id);
      const { rows } = await db.execute<{ before: string; next: string }>(sql`
        select before.id as before, next.id as next from segments before
        cross join lateral (select id from segments
          where alignment_id = ${alignmentId} and position > before.position order by position limit 1) as next
        where before.id = ${anyId(ids)}`);
      const nextRows = await listByIds(
        alignmentId,
        rows.map(({ next }) => Number(next)),
      );
      const byId = new Map(nextRows.map((row) => [row.id, row]));
      return new Map(
        rows.flatMap(({ before, next }) => {
          const row = byId.get(Number(next));
          return row ? [[Number(before), row] as const] : [];
        }),
      );
    },

    /**
     * Lists the segments with a digest, in order, from the nearest one before the position `first` to the nearest one after
     * `last`. Excludes the ids `without`.
     */
    listAlignedAround(alignmentId: number, first: string, last: string, without: number[]) {
      const isAligned = and(
        isNotNull(segments.aligned_digest),
        sql`${segments.id} <> all(${sql.param(without)}::bigint[])`,
      );
      const edge = (side: 'before' | 'after', position: string) =>
        sql`(${selectNearest(side, alignmentId, position, isAligned)})`;
      return db
        .select({ id: segments.id, position: segments.position })
        .from(segments)
        .where(
          inAlignment(
            alignmentId,
            and(
              isAligned,
              sql`${segments.position} >= coalesce(${edge('before', first)}, ${first})`,
              sql`${segments.position} <= coalesce(${edge('after', last)}, ${last})`,
            ),
          ),
        )
        .orderBy(asc(segments.position));
    },

    /** Finds the segments before and after an index, from 0; null at the ends of the list. */
    async findAround(alignmentId: number, index: number) {
      // Skips to the index by reading only positions, since skipping whole rows is slow.
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

    /** Finds the first mismatch after a position (null: the first of all), and its number in the list, from 1. */
    async findNextMismatch(alignmentId: number, position: string | null) {
      const { rows } = await db.execute<{ id: string; number: number }>(sql`
        select next.id, (select count(*)::int from segments
          where alignment_id = ${alignmentId} and position <= next.position) as number
        from (select id, position from segments
          where alignment_id = ${alignmentId} and mismatch and position > ${position ?? ''}
          order by position limit 1) as next`);
      return rows[0] ? { id: Number(rows[0].id), number: rows[0].number } : null;
    },

    /** Inserts segments at their positions, in one statement. Returns their ids by position. */
    async insertAll(
      alignmentId: number,
      rows: readonly (NewSegment & { position: string | undefined })[],
    ): Promise<ReadonlyMap<string, number>> {
      const names = WRITTEN_COLUMNS.map((name) => sql.identifier(name));
      const values = WRITTEN_COLUMNS.map((name) => sql`input.${sql.identifier(name)}`);
      const { rows: inserted } = await db.execute<{ id: string; position: string }>(sql`
        insert into segments (id, alignment_id, position, ${sql.join(names, sql`, `)}) overriding system value
        select coalesce(input.id, nextval(pg_get_serial_sequence('segments', 'id'))), ${alignmentId}, input.position,
          ${sql.join(values, sql`, `)}
        from ${inputRows(rows)} returning id, position`);
      return new Map(inserted.map(({ id, position }) => [position, Number(id)]));
    },

    async removeAll(ids: number[]): Promise<void> {
      if (ids.length > 0) await db.delete(segments).where(sql`${segments.id} = ${anyId(ids)}`);
    },

    async writeAll(
      rows: readonly SegmentRow[],
      columns: readonly (typeof WRITTEN_COLUMNS)[number][],
    ): Promise<void> {
      if (rows.length === 0) return;
      const set = columns.map((name) => sql`${sql.identifier(name)} = input.${sql.identifier(name)}`);
      await db.execute(
        sql`update segments set ${sql.join(set, sql`, `)} from ${inputRows(rows, columns)} where segments.id = input.id`,
      );
    },
  };
}
