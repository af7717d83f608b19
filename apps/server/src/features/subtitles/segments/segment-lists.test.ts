import { subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { addAlignedVideo, fillAlignment } from '../../../testing/library.ts';
import { segmentCalls } from '../../../testing/segments.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const calls = segmentCalls(server, admin);

describe('a long alignment', () => {
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

  it.each([100, 10_000])('writes one row when inserting or deleting one of %i segments', async (count) => {
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
  });
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

  it('doesn’t wrap around at the end', async () => {
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

const learner = await signIn(server);

const getPage = (learner: Client, id: number, page?: number) =>
  learner.try(subtitles.listSegments, { params: { id }, query: { page } });

describe('a page of segments', () => {
  it('has twenty segments in order, the total, and the adjacent pages', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 50, mismatches: [21] });
    const url = `http://sayback.test/api/alignments/${alignmentId}/segments/`;
    const second = (await getPage(learner, alignmentId, 2)).json();
    expect(second).toMatchObject({ count: 50, next: `${url}?page=3`, previous: `${url}?page=1` });
    const texts = second.results.map(({ text_original }: subtitles.Segment) => text_original);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => `Line ${20 + n}`));
    expect(second.results[1]).toEqual({
      id: second.results[0].id + 1,
      start_time: '00:01:03.000',
      end_time: '00:01:05.000',
      text_original: 'Line 21',
      text_target: 'Línea 21',
      mismatch: true,
      label: '1-1',
      confidence: 0.9,
      edited: false,
      origin: 'file',
      approved: false,
      version: 1,
    });
    expect((await getPage(learner, alignmentId, 3)).json()).toMatchObject({ next: null });
    expect((await getPage(learner, alignmentId)).json()).toMatchObject({ previous: null });
  });

  it('is a 404 past the end, but an empty alignment has a first page', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 20 });
    expect((await getPage(learner, alignmentId, 2)).statusCode).toBe(404);
    await fillAlignment(server.context.db, alignmentId, { count: 0 });
    expect((await getPage(learner, alignmentId, 1)).json()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it('is only visible to administrators while the video is a draft, and to nobody while it is in the trash', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { published: false });
    expect((await getPage(learner, alignmentId)).statusCode).toBe(404);
    expect((await getPage(admin, alignmentId)).statusCode).toBe(200);
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect((await getPage(admin, alignmentId)).statusCode).toBe(404);
    expect((await getPage(admin, 999_999)).statusCode).toBe(404);
  });
});
