import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { segmentCalls } from '../../../testing/segments.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const calls = segmentCalls(server, admin);

describe('changing a segment', () => {
  it('changes the sent fields, raises the version and returns it as ETag', async () => {
    const { id } = await calls.addSegment();
    const response = await calls.patch(id, { text_target: 'Otra cosa', mismatch: true, label: ' hand ' });
    expect(response.headers.etag).toBe('"2"');
    expect(response.json()).toEqual({
      id,
      start_time: '00:00:03.000',
      end_time: '00:00:05.000',
      text_original: 'Line 1',
      text_target: 'Otra cosa',
      mismatch: true,
      label: 'hand',
      confidence: 0.9,
      edited: true,
      origin: 'person',
      approved: false,
      version: 2,
    });
  });

  it('updates the count of mismatches', async () => {
    const { alignmentId, id } = await calls.addSegment();
    await calls.patch(id, { mismatch: true });
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 3, mismatch_count: 1 });
    await calls.patch(id, { mismatch: false });
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 3, mismatch_count: 0 });
  });

  it('writes nothing if nothing changes', async () => {
    const { id } = await calls.addSegment();
    const response = await calls.patch(id, { text_target: 'Línea 1', start_time: 3 });
    expect(response.json()).toMatchObject({ version: 1, edited: false });
  });

  it.each([
    ['00:00:03.250', '00:00:03.250'],
    ['00:00:03,25', '00:00:03.250'],
    [3.25, '00:00:03.250'],
    [3.2504, '00:00:03.250'],
    [0, '00:00:00.000'],
    ['0:0:4', '00:00:04.000'],
  ])('accepts a start of %s', async (start_time, parsed) => {
    const { id } = await calls.addSegment();
    expect((await calls.patch(id, { start_time })).json()).toMatchObject({ start_time: parsed });
  });

  it.each([
    ['start_time', 'soon'],
    ['start_time', -1],
    ['start_time', 1e12],
    ['start_time', '00:00:05.000'],
    ['start_time', '00:00:05.001'],
    ['end_time', '00:00:03.000'],
    ['end_time', ''],
    ['end_time', '1:75:00'],
  ])('is refused for a %s of %s, without changing anything', async (field, value) => {
    const { id, alignmentId } = await calls.addSegment();
    const response = await calls.patch(id, { [field]: value, text_target: 'Refused.' });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['detail', field]);
    expect((await calls.listAll(alignmentId))[1]).toMatchObject({ text_target: 'Línea 1', version: 1 });
  });

  it('can move its times past those of its neighbours', async () => {
    const { id } = await calls.addSegment();
    expect((await calls.patch(id, { start_time: 100, end_time: 101 })).statusCode).toBe(200);
  });

  it.each([
    [{ text_target: 'x'.repeat(10_001) }, 'text_target'],
    [{ text_original: 'a\0b' }, 'text_original'],
    [{ text_original: '\ud800' }, 'text_original'],
    [{ label: 'x'.repeat(41) }, 'label'],
    [{ mismatch: 'yes' }, 'mismatch'],
  ])('refuses %j', async (body, field) => {
    const { id } = await calls.addSegment();
    const response = await calls.patch(id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty(field);
  });

  it('rejects a change to an older version with a 412 and the current segment', async () => {
    const { id } = await calls.addSegment();
    const newer = (await calls.patch(id, { text_target: 'Primera' }, 1)).json();
    const response = await calls.patch(id, { text_target: 'Segunda' }, 1);
    expect(response.statusCode).toBe(412);
    expect(response.json()).toEqual({ detail: expect.any(String), current: newer });
    expect(newer).toMatchObject({ text_target: 'Primera', version: 2 });
  });

  it('refuses an invalid If-Match', async () => {
    const { id } = await calls.addSegment();
    const headers = { 'if-match': 'yesterday' };
    const response = await admin.try(subtitles.updateSegment, { params: { id }, body: {}, headers });
    expect(response.statusCode).toBe(400);
  });

  it('succeeds for only one of several concurrent changes to the same version', async () => {
    const { id, alignmentId } = await calls.addSegment();
    const texts = Array.from({ length: 6 }, (_, n) => `Text ${n}`);
    const responses = await Promise.all(texts.map((text_target) => calls.patch(id, { text_target }, 1)));
    const accepted = responses.filter(({ statusCode }) => statusCode === 200);
    expect(accepted).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 412)).toHaveLength(5);
    expect((await calls.listAll(alignmentId))[1]).toEqual(accepted[0]?.json());
  });

  it('counts concurrent changes of several segments', async () => {
    const { alignmentId, rows } = await calls.addSegments(8);
    await Promise.all(rows.map(({ id }) => calls.patch(id, { mismatch: true })));
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 8, mismatch_count: 8 });
  });
});

describe('deleting a segment', () => {
  it('removes it from the list and the counts', async () => {
    const { alignmentId, rows } = await calls.addSegments(4, [1]);
    const id = (rows[1] as subtitles.Segment).id;
    expect((await admin.try(subtitles.deleteSegment, { params: { id } })).statusCode).toBe(204);
    expect((await calls.listAll(alignmentId)).map(({ text_original }) => text_original)).toEqual([
      'Line 0',
      'Line 2',
      'Line 3',
    ]);
    expect(await calls.getCounts(alignmentId)).toEqual({ segment_count: 3, mismatch_count: 0 });
    expect((await admin.try(subtitles.deleteSegment, { params: { id } })).statusCode).toBe(404);
    expect((await calls.patch(id, { label: 'x' })).statusCode).toBe(404);
  });

  it('rejects deleting an older version with a 412', async () => {
    const { id, alignmentId } = await calls.addSegment();
    await calls.patch(id, { text_target: 'Newer' });
    const response = await admin.try(subtitles.deleteSegment, {
      params: { id },
      headers: { 'if-match': '"1"' },
    });
    expect(response.statusCode).toBe(412);
    expect(response.json()).toHaveProperty('current.text_target', 'Newer');
    expect(await calls.getCounts(alignmentId)).toMatchObject({ segment_count: 3 });
  });
});

describe('an editor’s approved texts', () => {
  const listRemembered = async (text: string) => {
    const { rows } = await server.context.db.execute<{ text_target: string }>(sql`
      select text_target from translation_memory where text_original = ${text}
        and source_language = 'en' and target_language = 'es'`);
    return rows.map(({ text_target }) => text_target);
  };

  it('are saved as translations, the last one of each text', async () => {
    const { id } = await calls.addSegment();
    await calls.patch(id, { text_original: 'Approved twice', text_target: 'Una vez' });
    await calls.patch(id, { text_original: 'approved  TWICE', text_target: 'Dos veces' });
    expect(await listRemembered('Approved twice')).toEqual([]);
    expect(await listRemembered('approved  TWICE')).toEqual(['Dos veces']);
  });

  it('aren’t saved for a mismatch, or without a translation', async () => {
    const { id } = await calls.addSegment();
    await calls.patch(id, { text_original: 'A mismatch', mismatch: true });
    await calls.patch(id, { text_original: 'Without', text_target: ' ', mismatch: false });
    expect(await listRemembered('A mismatch')).toEqual([]);
    expect(await listRemembered('Without')).toEqual([]);
  });
});
