import { parsePosition, subtitles } from '@sayback/contract';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { waitForLockWait } from '../../../testing/databases.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

/** The target with another last line: the first two segments stay the same. */
const OTHER_ENDING = SPANISH_VTT.replace('Aquí tiene.', 'Aquí está.');

const align = (id: number) => admin.call(subtitles.alignSubtitle, { params: { id } });
const list = (id: number) => listSegments(admin, id);
const targets = async (id: number) => (await list(id)).map(({ text_target }) => text_target);
const change = (id: number, changes: subtitles.SegmentChange[]) =>
  admin.call(subtitles.changeSegments, { params: { id }, body: { changes } });
const revisions = (id: number) => admin.call(subtitles.listRevisions, { params: { id } });
const realigns = async (id: number) => (await revisions(id)).filter(({ reason }) => reason === 'realign');

async function addThree() {
  const created = await addAlignedVideo(admin);
  const ids = (await list(created.alignmentId)).map(({ id }) => id);
  return { ...created, ids: ids as [number, number, number] };
}

describe('realigning', () => {
  it('keeps edits of a segment whose cues are unchanged', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    const fields = { text_target: '¡Buenos días!', end_time: 2.5, label: 'checked', mismatch: true };
    await change(alignmentId, [{ op: 'update', id: ids[0], fields }]);
    await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    expect(await align(targetId)).toEqual({ alignment_id: alignmentId });
    const [first, second, third] = await list(alignmentId);
    expect(first).toMatchObject({ ...fields, end_time: '00:00:02.500', edited: true });
    expect(second).toMatchObject({ edited: false, label: '2-1' });
    expect(third).toMatchObject({ text_target: 'Aquí está.', edited: false });
    const alignment = await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(alignment).toMatchObject({ segment_count: 3, mismatch_count: 1 });
  });

  it('uses the new cues if they differ, and saves the edited segments as a revision first', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'update', id: ids[2], fields: { text_target: 'Aquí lo tiene.' } }]);
    await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    await align(targetId);
    expect((await targets(alignmentId)).at(-1)).toBe('Aquí está.');
    const [saved] = await realigns(targetId);
    expect(saved).toMatchObject({ kind: 'alignment', segment_count: 3, created_by: admin.username });
    const savedSegments = await admin.call(subtitles.listRevisionSegments, { params: { id: saved?.id } });
    expect(savedSegments.map(({ original }) => original).at(-1)).toBe('Aquí lo tiene.');
  });

  it('saves no revision if nothing was edited', async () => {
    const { targetId } = await addThree();
    await align(targetId);
    expect(await revisions(targetId)).toEqual([]);
  });

  it('keeps edits if the translation was retimed', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT.replaceAll('.100 -->', '.000 -->'));
    await align(targetId);
    expect((await targets(alignmentId))[0]).toBe('Hola');
  });

  it('keeps edits if the original was shifted', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const params = { id: results.find(({ is_original }) => is_original)?.id ?? 0 };
    const { cues, uploaded_at } = await admin.call(subtitles.listCues, { params });
    const times = cues.map(({ start, end }) => ({ start: start + 5000, end: end + 5000 }));
    const [before] = await list(alignmentId);
    await admin.call(subtitles.setCueTimes, { params, body: { uploaded_at, note: '', times } });
    await align(targetId);
    const [first] = await list(alignmentId);
    expect(first).toMatchObject({ id: ids[0], text_target: 'Hola', edited: true });
    expect(parsePosition(first?.start_time ?? '')).toBe(
      (parsePosition(before?.start_time ?? '') ?? 0) + 5000,
    );
  });

  it('keeps merged segments merged, deleted ones deleted and inserted ones inserted', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [
      { op: 'update', id: ids[0], fields: { end_time: 8, text_target: 'Buenos días. Dos cafés.' } },
      { op: 'delete', id: ids[1] },
      { op: 'insert', after: ids[0], fields: { text_target: 'Por favor.' } },
      { op: 'insert', after: null, fields: { text_target: 'Título' } },
    ]);
    const edited = ['Título', 'Buenos días. Dos cafés.', 'Por favor.', 'Aquí tiene.'];
    expect(await targets(alignmentId)).toEqual(edited);
    await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    await align(targetId);
    expect(await targets(alignmentId)).toEqual([...edited.slice(0, 3), 'Aquí está.']);
    await align(targetId);
    expect(await targets(alignmentId)).toEqual([...edited.slice(0, 3), 'Aquí está.']);
  });

  it('keeps a deleted first segment deleted', async () => {
    const { alignmentId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'delete', id: ids[0] }]);
    await align(targetId);
    expect(await targets(alignmentId)).toHaveLength(2);
    expect(await realigns(targetId)).toHaveLength(1);
  });

  it('restores a deleted segment if its neighbour has changed', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'delete', id: ids[1] }]);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT.replace('Buenos días.', 'Muy buenas.'));
    await align(targetId);
    expect(await targets(alignmentId)).toHaveLength(3);
  });

  it('is still required if a file was uploaded meanwhile', async () => {
    const { videoId, targetId, alignmentId } = await addThree();
    const uploading = new pg.Client({ connectionString: server.databaseUrl });
    await uploading.connect();
    await uploading.query('begin');
    await uploading.query(
      `update subtitles set uploaded_at = now() where video_id = ${videoId} and language = 'en'`,
    );
    await uploading.query(`update alignments set needs_realign = true where id = ${alignmentId}`);
    const aligning = align(targetId);
    await waitForLockWait(uploading);
    await uploading.query('commit');
    await uploading.end();
    await aligning;
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.find(({ id }) => id === targetId)?.needs_realign).toBe(true);
  });

  it('keeps edits restored by a revision', async () => {
    const { alignmentId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id: alignmentId } });
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Adiós' } }]);
    await admin.call(subtitles.applyRevision, { params: { id: revision_id } });
    await align(targetId);
    expect((await targets(alignmentId))[0]).toBe('Hola');
  });
});

describe('replacing a subtitle by upload', () => {
  it('saves the earlier cues as a revision, and keeps the edited segments until the next alignment', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThree();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    const replaced = await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    expect(replaced).toMatchObject({ id: targetId, needs_realign: true, revision_count: 1 });
    expect((await targets(alignmentId))[0]).toBe('Hola');
    const [saved] = await revisions(targetId);
    expect(saved).toMatchObject({ kind: 'file', reason: 'upload', segment_count: 3 });
    const { subtitle } = await admin.call(subtitles.applyRevision, { params: { id: saved?.id } });
    expect(subtitle).toMatchObject({ cue_count: 3, needs_realign: true });
    await align(targetId);
    expect((await targets(alignmentId)).at(-1)).toBe('Aquí tiene.');
  });

  it('records who uploaded', async () => {
    const { targetId } = await addThree();
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    expect(file).toMatchObject({ created_by: admin.username, file_name: 'es.srt', format: 'vtt' });
  });
});

describe('deleting a subtitle', () => {
  const remove = (id: number) => admin.try(subtitles.deleteSubtitle, { params: { id } });
  const latest = async (videoId: number) => {
    const { rows } = await server.context.db.execute<{ latest: string | null }>(
      `select latest_alignment_id as latest from videos where id = ${videoId}`,
    );
    return rows[0]?.latest === null ? null : Number(rows[0]?.latest);
  };

  it('deletes its alignment, and makes another one the latest', async () => {
    const { videoId, targetId, alignmentId } = await addThree();
    const french = await addSubtitle(admin, videoId, 'fr', SPANISH_VTT);
    const second = await align(french.id);
    expect(await latest(videoId)).toBe(second.alignment_id);
    expect((await remove(french.id)).statusCode).toBe(204);
    expect(await latest(videoId)).toBe(alignmentId);
    await remove(targetId);
    expect(await latest(videoId)).toBeNull();
    const gone = await admin.try(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(gone.statusCode).toBe(404);
    expect((await remove(targetId)).statusCode).toBe(404);
  });

  it('deleting the original subtitle marks the others for realigning', async () => {
    const { videoId, targetId } = await addThree();
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    await remove(results[0]?.id ?? 0);
    const left = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(left.results).toMatchObject([{ id: targetId, needs_realign: true }]);
    expect((await admin.try(subtitles.alignSubtitle, { params: { id: targetId } })).statusCode).toBe(409);
    await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await align(targetId);
  });

  it('is refused while one of its files is protected', async () => {
    const { targetId } = await addThree();
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    await admin.call(subtitles.protectFile, { params: { id: file?.id }, body: { protected: true } });
    expect((await remove(targetId)).statusCode).toBe(409);
    expect(await admin.call(subtitles.listFiles, { params: { id: targetId } })).toHaveLength(1);
  });
});

describe('announcements of an alignment', () => {
  it('list replaced segments or a new order, after the commit', async () => {
    const { alignmentId, targetId, ids } = await addThree();
    const listener = new pg.Client({ connectionString: server.databaseUrl });
    await listener.connect();
    const received: unknown[] = [];
    listener.on('notification', ({ payload }) => received.push(JSON.parse(payload ?? '')));
    await listener.query('listen alignments');
    await change(alignmentId, [
      { op: 'update', id: ids[0], fields: { label: 'a' } },
      { op: 'update', id: ids[2], fields: { label: 'b' } },
    ]);
    await admin.try(subtitles.updateSegment, { params: { id: ids[1] }, body: { end_time: 0 } });
    await change(alignmentId, [{ op: 'delete', id: ids[1] }]);
    await align(targetId);
    await listener.query('select 1');
    await listener.end();
    expect(received).toEqual([
      { alignment_id: alignmentId, ids: [ids[0], ids[2]], versions: [2, 2] },
      { alignment_id: alignmentId, reordered: true },
      { alignment_id: alignmentId, reordered: true },
    ]);
  });
});

describe('two films with 1500 cues each', () => {
  it('are aligned into one segment per pair', async () => {
    const time = (s: number) =>
      `${new Date(s * 1000).toISOString().slice(11, 19)}.000 --> ${new Date(s * 1000 + 1800).toISOString().slice(11, 23)}`;
    const film = (word: string) =>
      `WEBVTT\n\n${Array.from({ length: 1500 }, (_, n) => `${time(n * 3)}\n${word} ${n}.\n`).join('\n')}`;
    const { id } = await addVideo(admin);
    await addSubtitle(admin, id, 'en', film('Line number'));
    const target = await addSubtitle(admin, id, 'es', film('Línea número'));
    const { alignment_id } = await align(target.id);
    expect(await list(alignment_id)).toHaveLength(1500);
  });
});

it('an alignment lists the cues of both subtitles, with times in milliseconds', async () => {
  const { alignmentId } = await addThree();
  const cues = await admin.call(subtitles.listSourceCues, { params: { id: alignmentId } });
  expect(cues.original.map(({ text }) => text).join(' ')).toContain('Good morning');
  expect(cues.target.at(-1)).toEqual({
    start: expect.any(Number),
    end: expect.any(Number),
    text: 'Aquí tiene.',
  });
});
