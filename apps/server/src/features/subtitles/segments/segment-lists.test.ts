import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { segmentCalls } from '../../../testing/segments.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const calls = segmentCalls(server, admin);

describe('an alignment', () => {
  async function countWrittenRows(alignmentId: number, action: () => Promise<unknown>): Promise<number> {
    const { db } = server.context;
    const { rows: before } = await db.execute<{ last: string }>(
      sql`select max(xmin::text::bigint) as last from segments where alignment_id = ${alignmentId}`,
    );
    await action();
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from segments
      where alignment_id = ${alignmentId} and xmin::text::bigint > ${before[0]?.last}::bigint`);
    return rows[0]?.count ?? -1;
  }

  it.each([100, 10_000])(
    'of %i segments writes one row to insert a segment, and one to delete it',
    async (count) => {
      const { alignmentId, rows } = await calls.addSegments(count);
      const middle = count / 2;
      expect(await countWrittenRows(alignmentId, () => calls.insert(alignmentId, middle))).toBe(1);
      // Deleting a row moves its digest to the previous one.
      const { id } = rows[middle] as subtitles.Segment;
      expect(
        await countWrittenRows(alignmentId, () => admin.call(subtitles.deleteSegment, { params: { id } })),
      ).toBe(1);
      const order = await calls.listAll(alignmentId);
      expect(order).toHaveLength(count);
      expect(order.map(({ text_original }) => text_original).slice(middle - 1, middle + 2)).toEqual([
        `Line ${middle - 1}`,
        '',
        `Line ${middle + 1}`,
      ]);
    },
  );
});

describe('listing segments by ids', () => {
  it('returns the alignment’s segments in order, and skips ids of other alignments', async () => {
    const { alignmentId, rows } = await calls.addSegments(4);
    const other = await calls.addSegment();
    const [a, , c] = rows.map(({ id }) => id);
    const listed = await admin.call(subtitles.listSegments, {
      params: { id: alignmentId },
      query: { ids: `${c},${other.id},${a}` },
    });
    expect(listed).toEqual([rows[0], rows[2]]);
    const invalid = await admin.try(subtitles.listSegments, {
      params: { id: alignmentId },
      query: { ids: '1,x' },
    });
    expect(invalid.statusCode).toBe(400);
  });
});

describe('finding the next mismatch', () => {
  const findNext = (id: number, after: number) =>
    admin.call(subtitles.findNextMismatch, { params: { id, after } });

  it('searches from the start or after a segment, and returns its page', async () => {
    const { alignmentId, rows } = await calls.addSegments(60, [19, 20, 59]);
    const idAt = (index: number) => (rows[index] as subtitles.Segment).id;
    expect(await findNext(alignmentId, 0)).toEqual({ success: true, segment_id: idAt(19), page_number: 1 });
    expect(await findNext(alignmentId, idAt(19))).toEqual({
      success: true,
      segment_id: idAt(20),
      page_number: 2,
    });
    expect(await findNext(alignmentId, idAt(30))).toEqual({
      success: true,
      segment_id: idAt(59),
      page_number: 3,
    });
  });

  it('doesn’t wrap around', async () => {
    const { alignmentId, rows } = await calls.addSegments(3, [1]);
    const none = { success: false, segment_id: null, page_number: null };
    expect(await findNext(alignmentId, (rows[1] as subtitles.Segment).id)).toEqual(none);
    expect(await findNext((await calls.addSegments(2)).alignmentId, 0)).toEqual(none);
  });

  it('responds with a 404 for an unknown alignment or segment', async () => {
    const { alignmentId } = await calls.addSegments(2);
    const { id: otherAlignmentId } = await calls.addSegment();
    for (const [id, after] of [
      [999_999, 0],
      [alignmentId, 999_999],
      [alignmentId, otherAlignmentId],
      [alignmentId, 'first'],
    ]) {
      const response = await admin.try(subtitles.findNextMismatch, { params: { id, after } });
      expect(response.statusCode).toBe(404);
    }
  });

  it('uses the index of mismatches', async () => {
    const { alignmentId } = await calls.addSegments(2000, [1999]);
    const { db } = server.context;
    await db.execute(sql`analyze segments`);
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain select * from segments
      where alignment_id = ${alignmentId} and position > 'a0' and mismatch order by position limit 1`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('segments_mismatch');
  });
});
