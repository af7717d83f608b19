import { subtitles } from '@sayback/contract';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

type Row = Record<string, string>;

async function exportRows(alignmentId: number): Promise<Row[]> {
  const body = { of: 'alignment', id: alignmentId, format: 'csv' };
  const { url } = await admin.call(subtitles.prepareDownload, { body });
  const { rawPayload } = await server.app.inject({ url: url ?? '' });
  return parse(rawPayload, { bom: true, columns: true });
}

const formatCsv = (rows: Row[]) => stringify(rows, { header: true, columns: Object.keys(rows[0] ?? {}) });

async function tryImport(alignmentId: number, csv: string | Uint8Array, name = 'edited.csv') {
  const form = await buildForm({}, { csv_file: { name, bytes: csv } });
  return admin.try(subtitles.importSegments, { params: { id: alignmentId }, ...form });
}

async function edit(alignmentId: number, change: (rows: Row[]) => Row[]) {
  const response = await tryImport(alignmentId, formatCsv(change(await exportRows(alignmentId))));
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ saved_revision_id: number; segment_count: number; changed: number }>();
}

describe('importing an exported table unchanged', () => {
  it('changes nothing, but saves a revision', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const before = await listSegments(admin, alignmentId);
    const { saved_revision_id, ...counts } = await edit(alignmentId, (rows) => rows);
    expect(counts).toEqual({ segment_count: before.length, changed: 0 });
    expect(await listSegments(admin, alignmentId)).toEqual(before);
    const [newest] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(newest).toMatchObject({ id: saved_revision_id, reason: 'import', note: 'edited.csv' });
  });

  it('changes nothing if Excel or LibreOffice has shortened the times', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await admin.call(subtitles.updateSegment, {
      params: { id: (await listSegments(admin, alignmentId))[0]?.id },
      body: { start_time: '00:00:01.567' },
    });
    const before = await listSegments(admin, alignmentId);
    for (const start of ['00:01.6', '00:01,6', '00:00:01.57', '']) {
      const { changed } = await edit(alignmentId, ([first, ...rows]) => [{ ...first, start }, ...rows]);
      expect(changed, start).toBe(0);
    }
    expect(await listSegments(admin, alignmentId)).toEqual(before);
  });
});

describe('importing an edited table', () => {
  it('changes the edited cells, and returns their number', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const before = await listSegments(admin, alignmentId);
    const { changed } = await edit(alignmentId, (rows) =>
      rows.map((row, index) =>
        index === 1 ? { ...row, text_target: "'=1+1", mismatch: '1', label: "'-x", start: '3.7' } : row,
      ),
    );
    expect(changed).toBe(1);
    const after = await listSegments(admin, alignmentId);
    expect(after[1]).toEqual({
      ...before[1],
      text_target: '=1+1',
      mismatch: true,
      label: '-x',
      start_time: '00:00:03.700',
      edited: true,
      version: (before[1]?.version ?? 0) + 1,
    });
    expect(after.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
    const alignment = await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(alignment.mismatch_count).toBe(1);
  });

  it('adds rows without an index, deletes missing rows, and uses the order of the rows', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 4 });
    const before = await listSegments(admin, alignmentId);
    const newRow = {
      index: '',
      start: '00:00:01',
      end: '2',
      text_original: 'new',
      text_target: 'nuevo',
      mismatch: '',
      label: '',
    };
    const { changed, segment_count } = await edit(alignmentId, (rows) => {
      const [a = {}, b = {}, , d = {}] = rows;
      return [d, newRow, a, b];
    });
    expect({ changed, segment_count }).toEqual({ changed: 2, segment_count: 4 });
    const after = await listSegments(admin, alignmentId);
    expect(after.map(({ id }) => id)).toEqual([
      before[3]?.id,
      expect.any(Number),
      before[0]?.id,
      before[1]?.id,
    ]);
    expect(after[1]).toMatchObject({ text_target: 'nuevo', end_time: '00:00:02.000', edited: true });
  });

  it('can be undone by its revision', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const before = await listSegments(admin, alignmentId);
    const { saved_revision_id: id } = await edit(alignmentId, ([first]) => [
      { ...first, text_target: 'Edited.' },
    ]);
    expect(await listSegments(admin, alignmentId)).toHaveLength(1);
    await admin.call(subtitles.applyRevision, { params: { id }, body: {} });
    const after = await listSegments(admin, alignmentId);
    expect(after.map((segment) => segment.text_target)).toEqual(before.map((segment) => segment.text_target));
  });

  it('deletes and edits in a way that realigning preserves', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    await edit(alignmentId, ([, ...rows]) =>
      rows.map((row, index) => (index === 0 ? { ...row, text_target: 'Dos.' } : row)),
    );
    const before = await listSegments(admin, alignmentId);
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    const listTexts = (segments: typeof before) => segments.map((segment) => segment.text_target);
    expect(listTexts(await listSegments(admin, alignmentId))).toEqual(listTexts(before));
    expect(before).toHaveLength(2);
  });

  it('saves its translations in the translation memory', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await edit(alignmentId, ([first, ...rows]) => [{ ...first, text_target: 'Muy buenos días.' }, ...rows]);
    const { rows } = await server.context.db.execute('select text_target from translation_memory');
    expect(rows).toContainEqual({ text_target: 'Muy buenos días.' });
  });
});

describe('importing an invalid table', () => {
  const invalid: [string, (rows: Row[]) => Row[], string][] = [
    ['a repeated index', ([a, b]) => [{ ...a }, { ...b, index: '1' }], 'Row 3: index 1 is already in row 2.'],
    ['an unreadable time', ([a]) => [{ ...a, start: 'soon' }], 'Row 2: Write a position as HH:MM:SS.mmm'],
    [
      'an end before its start',
      ([a, b]) => [{ ...a }, { ...b, end: '0' }],
      'Row 3: The end must be after the start.',
    ],
    [
      'a new row without times',
      ([a]) => [{ ...a, index: '', start: '', end: '' }],
      'Row 2: Write a position',
    ],
    ['a long text', ([a]) => [{ ...a, text_target: 'x'.repeat(10_001) }], 'Row 2: text_target has more than'],
  ];
  it.each(invalid)('is rejected, and changes nothing: a table with %s', async (_, change, detail) => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const before = await listSegments(admin, alignmentId);
    const response = await tryImport(alignmentId, formatCsv(change(await exportRows(alignmentId))));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      detail: expect.stringContaining(detail),
      csv_file: [response.json().detail],
    });
    expect(await listSegments(admin, alignmentId)).toEqual(before);
    expect(await admin.call(subtitles.listRevisions, { params: { id: targetId } })).toEqual([]);
  });

  it.each([
    ['no content', ''],
    ['only a header', 'index,start,end,text_original,text_target,mismatch,label'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR"', 'latin1')],
    ['only NUL characters', '\0'.repeat(1000)],
    ['an unclosed quotation mark', 'index,start,end,text_original,text_target,mismatch,label\n"'],
    ['random bytes', Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 256))],
  ])('gets a 400 with the reason: a table with %s', async (_, bytes) => {
    const { alignmentId } = await addAlignedVideo(admin);
    const response = await tryImport(alignmentId, bytes, '../../\0etc\ud800/passwd');
    expect(response.statusCode).toBe(400);
    expect(response.json().csv_file).toHaveLength(1);
  });

  it('gets a 404 for a missing alignment, and a 413 for too large a file', async () => {
    expect((await tryImport(424242, 'x')).statusCode).toBe(404);
    const { alignmentId } = await addAlignedVideo(admin);
    expect((await tryImport(alignmentId, Buffer.alloc(17 * 1024 * 1024, 'a'))).statusCode).toBe(413);
  });
});

it('an import saves a revision, even if the file name has special characters', async () => {
  const { alignmentId, targetId } = await addAlignedVideo(admin);
  const csv = formatCsv(await exportRows(alignmentId));
  expect((await tryImport(alignmentId, csv, '../../\0etc\ud800/passwd')).statusCode).toBe(200);
  const [newest] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
  expect(newest?.reason).toBe('import');
});

it('10,000 segments can be exported and imported', async () => {
  const { alignmentId } = await addAlignedVideo(admin);
  await fillAlignment(server.context.db, alignmentId, { count: 10_000 });
  const { changed, segment_count } = await edit(alignmentId, (rows) =>
    rows.map((row) => ({ ...row, text_target: `${row.text_target}!` })),
  );
  expect({ changed, segment_count }).toEqual({ changed: 10_000, segment_count: 10_000 });
  expect((await listSegments(admin, alignmentId)).at(-1)?.text_target).toBe('Línea 9999!');
});
