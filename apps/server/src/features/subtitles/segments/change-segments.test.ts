import { subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { segmentCalls } from '../../../testing/segments.ts';
import { withServer } from '../../../testing/with-server.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';

const { server, admin } = await withServer();
const calls = segmentCalls(server, admin);
const listStored = (alignmentId: number) => alignmentStore(server.context.db).listSegments(alignmentId);

describe('inserting a segment', () => {
  it('fills the gap between its neighbours', async () => {
    const { alignmentId } = await calls.addSegments(3);
    const response = await calls.insert(alignmentId, 1);
    expect(response.statusCode).toBe(201);
    expect(response.json().new_segment).toMatchObject({
      start_time: '00:00:02.000',
      end_time: '00:00:03.000',
      text_original: '',
      text_target: '',
      mismatch: false,
      version: 1,
    });
    const rows = await calls.listAll(alignmentId);
    expect(rows.map(({ text_original }) => text_original)).toEqual(['Line 0', '', 'Line 1', 'Line 2']);
    expect(rows.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
    expect(await calls.getCounts(alignmentId)).toMatchObject({ segment_count: 4 });
  });

  it('lasts two seconds before the first segment and after the last one', async () => {
    const { alignmentId, rows } = await calls.addSegments(2);
    await calls.patch((rows[0] as subtitles.Segment).id, { start_time: 1.5 });
    expect((await calls.insert(alignmentId, 0)).json().new_segment).toMatchObject({
      start_time: '00:00:00.000',
      end_time: '00:00:01.500',
    });
    expect((await calls.insert(alignmentId, 3)).json().new_segment).toMatchObject({
      start_time: '00:00:05.000',
      end_time: '00:00:07.000',
    });
  });

  it('takes a tenth of a second from the longer neighbour if there is no gap, and raises the neighbour’s version', async () => {
    const { alignmentId, rows } = await calls.addSegments(2);
    const [first, second] = rows as [subtitles.Segment, subtitles.Segment];
    await calls.patch(second.id, { start_time: 2 });
    const { new_segment, shortened } = (await calls.insert(alignmentId, 1)).json();
    expect(new_segment).toMatchObject({ start_time: '00:00:02.000', end_time: '00:00:02.100' });
    const [before, , after] = await calls.listAll(alignmentId);
    expect(before).toEqual(first);
    expect(after).toMatchObject({ start_time: '00:00:02.100', version: 3, edited: true });
    expect(shortened).toEqual([after]);
  });

  it('is placed after a segment even if others were inserted above it since', async () => {
    const { alignmentId, rows } = await calls.addSegments(3);
    const [first, second] = rows as [subtitles.Segment, subtitles.Segment];
    await calls.insert(alignmentId, 0);
    const response = await calls.insert(alignmentId, 2, { text_target: 'new', after: second.id });
    expect(response.json()).toMatchObject({ new_segment: { text_target: 'new' }, shortened: [] });
    const ids = (await calls.listAll(alignmentId)).map(({ id }) => id);
    expect(ids.slice(1, 4)).toEqual([first.id, second.id, response.json().new_segment.id]);
    expect((await calls.insert(alignmentId, 1, { after: 999_999 })).statusCode).toBe(404);
  });

  it('uses the texts and times in the request', async () => {
    const { alignmentId } = await calls.addSegments(1);
    const body = {
      start_time: 60,
      end_time: 61,
      text_original: 'a',
      text_target: 'b',
      mismatch: true,
      label: 'x',
    };
    expect((await calls.insert(alignmentId, 1, body)).json().new_segment).toMatchObject({
      ...body,
      start_time: '00:01:00.000',
      end_time: '00:01:01.000',
    });
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 2, mismatch_count: 1 });
  });

  it('refuses a position past the end, a single time, and an unknown alignment', async () => {
    const { alignmentId } = await calls.addSegments(2);
    expect((await calls.insert(alignmentId, 3)).json()).toHaveProperty('index');
    expect((await calls.insert(alignmentId, 1, { start_time: 1 })).json()).toHaveProperty('end_time');
    expect((await calls.insert(alignmentId, 1, { start_time: 2, end_time: 1 })).json()).toHaveProperty(
      'end_time',
    );
    expect((await calls.insert(999_999, 0)).statusCode).toBe(404);
  });

  it('is possible in an alignment without segments', async () => {
    const { alignmentId } = await calls.addSegments(0);
    expect((await calls.insert(alignmentId, 0)).json().new_segment).toMatchObject({
      end_time: '00:00:02.000',
    });
  });

  it('inserts all segments that are sent concurrently for the same position', async () => {
    const { alignmentId } = await calls.addSegments(2);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => calls.insert(alignmentId, 1, { text_target: `new ${n}` })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    const rows = await calls.listAll(alignmentId);
    expect(rows.at(0)?.text_original).toBe('Line 0');
    expect(rows.at(-1)?.text_original).toBe('Line 1');
    expect(new Set(rows.slice(1, -1).map(({ text_target }) => text_target)).size).toBe(8);
    expect(await calls.getCounts(alignmentId)).toMatchObject({ segment_count: 10 });
  });
});

describe('a batch of changes', () => {
  it('merges two segments, and splits them again', async () => {
    const { alignmentId, rows } = await calls.addSegments(3);
    const [first, second] = rows as [subtitles.Segment, subtitles.Segment];
    const merged = await calls.change(alignmentId, [
      { op: 'update', id: first.id, version: 1, fields: { end_time: 5, text_original: 'Line 0 Line 1' } },
      { op: 'delete', id: second.id, version: 1 },
    ]);
    expect(merged.json()).toMatchObject({
      results: [{ id: first.id, end_time: '00:00:05.000', version: 2 }, null],
      segment_count: 2,
      mismatch_count: 0,
    });
    const fields = { start_time: 3, end_time: 5, text_original: 'Line 1', text_target: 'Línea 1' };
    const split = await calls.change(alignmentId, [
      { op: 'update', id: first.id, version: 2, fields: { end_time: 2, text_original: 'Line 0' } },
      { op: 'insert', after: first.id, fields },
    ]);
    expect(split.json().results[1]).toMatchObject({ start_time: '00:00:03.000', text_original: 'Line 1' });
    expect((await calls.listAll(alignmentId)).map(({ text_original }) => text_original)).toEqual([
      'Line 0',
      'Line 1',
      'Line 2',
    ]);
  });

  it('inserts segments before the first one, and several after the same one', async () => {
    const { alignmentId, rows } = await calls.addSegments(1);
    const after = (rows[0] as subtitles.Segment).id;
    await calls.change(alignmentId, [
      { op: 'insert', after: null, fields: { text_original: 'start' } },
      { op: 'insert', after, fields: { text_original: 'second' } },
      { op: 'insert', after, fields: { text_original: 'first' } },
    ]);
    expect((await calls.listAll(alignmentId)).map(({ text_original }) => text_original)).toEqual([
      'start',
      'Line 0',
      'first',
      'second',
    ]);
  });

  it('restores a segment with the aligner’s confidence; a new segment has a confidence of 1, and counts as edited', async () => {
    const { alignmentId, rows } = await calls.addSegments(2);
    const [first, second] = rows as [subtitles.Segment, subtitles.Segment];
    const { id, version: _, ...fields } = { ...second, confidence: 0.275 };
    const response = await calls.change(alignmentId, [
      { op: 'delete', id },
      { op: 'insert', after: first.id, fields },
      { op: 'insert', after: null, fields: {} },
    ]);
    expect(response.json().results).toMatchObject([null, fields, { confidence: 1, edited: true }]);
    const overconfident = { op: 'insert' as const, after: null, fields: { confidence: 1.1 } };
    expect((await calls.change(alignmentId, [overconfident])).statusCode).toBe(400);
  });

  it('deletes hundreds of consecutive segments and restores them in reverse order, with short positions', async () => {
    const { alignmentId, rows } = await calls.addSegments(500, [7]);
    const [first, ...deleted] = rows.slice(0, -1) as [subtitles.Segment, ...subtitles.Segment[]];
    await calls.change(
      alignmentId,
      deleted.map(({ id }) => ({ op: 'delete', id })),
    );
    const remaining = await listStored(alignmentId);
    expect(remaining.map(({ text_original }) => text_original)).toEqual(['Line 0', 'Line 499']);
    // The digests of the removed rows move to the row before them.
    expect(remaining[0]?.aligned_digest?.split(' ')).toEqual(rows.slice(0, -1).map((_, n) => `digest-${n}`));
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 2, mismatch_count: 0 });

    const response = await calls.change(
      alignmentId,
      deleted
        .toReversed()
        .map(({ id: _, version: __, ...fields }) => ({ op: 'insert', after: first.id, fields })),
    );
    expect(response.json().results.map((row: subtitles.Segment) => row.text_original)).toEqual(
      deleted.toReversed().map(({ text_original }) => text_original),
    );
    const restored = await listStored(alignmentId);
    expect(restored.map(({ text_original }) => text_original)).toEqual(
      rows.map(({ text_original }) => text_original),
    );
    expect(restored.map(({ id }) => id)).toEqual((await calls.listAll(alignmentId)).map(({ id }) => id));
    expect(Math.max(...restored.map(({ position }) => position.length))).toBeLessThan(10);
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 500, mismatch_count: 1 });
  });

  it('moves the digests of deleted first segments to the next one', async () => {
    const { alignmentId, rows } = await calls.addSegments(4);
    const deletions = [1, 0, 3].map((index) => ({
      op: 'delete' as const,
      id: (rows[index] as subtitles.Segment).id,
    }));
    await calls.change(alignmentId, deletions);
    const digests = (await listStored(alignmentId)).map(({ aligned_digest }) => aligned_digest);
    expect(digests).toEqual(['digest-0 digest-1 digest-2 digest-3']);
  });

  it('inserts a segment without times between the existing ones', async () => {
    const { alignmentId, rows } = await calls.addSegments(4);
    const [first, second, third] = rows as [subtitles.Segment, subtitles.Segment, subtitles.Segment];
    const response = await calls.change(alignmentId, [
      { op: 'delete', id: second.id },
      { op: 'delete', id: third.id },
      { op: 'insert', after: first.id, fields: {} },
    ]);
    expect(response.json().results[2]).toMatchObject({
      start_time: '00:00:02.000',
      end_time: '00:00:09.000',
    });
  });

  it('saves the previous segments as a revision on request, and only if something changes', async () => {
    const { alignmentId, rows } = await calls.addSegments(3);
    const { subtitle_id } = await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
    const { id } = rows[0] as subtitles.Segment;
    const change = (version: number) =>
      admin.try(subtitles.changeSegments, {
        params: { id: alignmentId },
        body: { changes: [{ op: 'delete', id, version }], save_revision: true },
      });
    const listRevisions = () => admin.call(subtitles.listRevisions, { params: { id: subtitle_id } });
    expect((await change(7)).statusCode).toBe(412);
    expect(await listRevisions()).toEqual([]);
    expect((await change(1)).statusCode).toBe(200);
    expect(await listRevisions()).toMatchObject([{ reason: 'rows', segment_count: 3 }]);
  });

  it('raises a segment’s version once, even for several changes', async () => {
    const { alignmentId, id } = await calls.addSegment();
    const response = await calls.change(alignmentId, [
      { op: 'update', id, version: 1, fields: { mismatch: true } },
      { op: 'update', id, version: 1, fields: { text_target: 'x' } },
    ]);
    const row = { mismatch: true, text_target: 'x', version: 2 };
    expect(response.json()).toMatchObject({ results: [row, row], mismatch_count: 1 });
  });

  it.each([
    ['a stale version', { version: 7, fields: {} }, 412],
    ['an invalid time', { fields: { end_time: 0 } }, 400],
  ])('is refused completely if one of the changes has %s', async (_, invalid, status) => {
    const { alignmentId, rows } = await calls.addSegments(3);
    const [first, second, third] = rows.map(({ id }) => id) as [number, number, number];
    const response = await calls.change(alignmentId, [
      { op: 'delete', id: first },
      { op: 'insert', after: second, fields: {} },
      { op: 'update', id: third, ...invalid },
    ]);
    expect(response.statusCode).toBe(status);
    expect(await calls.listAll(alignmentId)).toEqual(rows);
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 3, mismatch_count: 0 });
  });

  it('is refused for another alignment’s segment, and for one deleted earlier in the batch', async () => {
    const { alignmentId, id } = await calls.addSegment();
    const other = await calls.addSegment();
    expect((await calls.change(alignmentId, [{ op: 'delete', id: other.id }])).statusCode).toBe(404);
    const reused = await calls.change(alignmentId, [
      { op: 'delete', id },
      { op: 'insert', after: id, fields: {} },
    ]);
    expect(reused.statusCode).toBe(404);
    expect(await calls.getCounts(alignmentId)).toMatchObject({ segment_count: 3 });
  });

  it('is refused if it is empty, or has more than 20,000 changes', async () => {
    const { alignmentId, id } = await calls.addSegment();
    expect((await calls.change(alignmentId, [])).statusCode).toBe(400);
    const many = Array.from({ length: 20_001 }, () => ({ op: 'update' as const, id, fields: {} }));
    expect((await calls.change(alignmentId, many)).statusCode).toBe(400);
  });
});
