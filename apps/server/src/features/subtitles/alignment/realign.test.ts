import { parsePosition, subtitles } from '@sayback/contract';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { openUpload } from '../../../testing/open-upload.ts';
import { withServer } from '../../../testing/with-server.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { alignmentStore } from './alignment-store.ts';

const { server, admin } = await withServer();

/** The target with a different last line, so that the first two segments stay the same. */
const OTHER_ENDING = SPANISH_VTT.replace('Aquí tiene.', 'Aquí está.');

const align = (id: number) => admin.call(subtitles.alignSubtitle, { params: { id } });
const list = (id: number) => listSegments(admin, id);
const listTargets = async (id: number) => (await list(id)).map(({ text_target }) => text_target);
const change = (id: number, changes: subtitles.SegmentChange[]) =>
  admin.call(subtitles.changeSegments, { params: { id }, body: { changes } });
const listRevisions = (id: number) => admin.call(subtitles.listRevisions, { params: { id } });
const listRealignRevisions = async (id: number) =>
  (await listRevisions(id)).filter(({ reason }) => reason === 'realign');

async function addThreeSegments() {
  const created = await addAlignedVideo(admin);
  const ids = (await list(created.alignmentId)).map(({ id }) => id);
  return { ...created, ids: ids as [number, number, number] };
}

describe('realigning', () => {
  it('preserves edits of a segment whose cues are unchanged', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
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

  it('replaces edited segments whose cues have changed, and saves them as a revision first', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'update', id: ids[2], fields: { text_target: 'Aquí lo tiene.' } }]);
    await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    await align(targetId);
    expect((await listTargets(alignmentId)).at(-1)).toBe('Aquí está.');
    const [saved] = await listRealignRevisions(targetId);
    expect(saved).toMatchObject({ kind: 'alignment', segment_count: 3, created_by: admin.username });
    const savedSegments = await admin.call(subtitles.listRevisionSegments, { params: { id: saved?.id } });
    expect(savedSegments.map(({ original }) => original).at(-1)).toBe('Aquí lo tiene.');
  });

  it('saves no revision if nothing was edited', async () => {
    const { targetId } = await addThreeSegments();
    await align(targetId);
    expect(await listRevisions(targetId)).toEqual([]);
  });

  it('preserves edits if only the translation’s times have changed', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT.replaceAll('.100 -->', '.000 -->'));
    await align(targetId);
    expect((await listTargets(alignmentId))[0]).toBe('Hola');
  });

  it('preserves edits if all times of the original were shifted', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
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

  it('preserves merges, deletions and insertions', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [
      { op: 'update', id: ids[0], fields: { end_time: 8, text_target: 'Buenos días. Dos cafés.' } },
      { op: 'delete', id: ids[1] },
      { op: 'insert', after: ids[0], fields: { text_target: 'Por favor.' } },
      { op: 'insert', after: null, fields: { text_target: 'Título' } },
    ]);
    const edited = ['Título', 'Buenos días. Dos cafés.', 'Por favor.', 'Aquí tiene.'];
    expect(await listTargets(alignmentId)).toEqual(edited);
    await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    await align(targetId);
    expect(await listTargets(alignmentId)).toEqual([...edited.slice(0, 3), 'Aquí está.']);
    await align(targetId);
    expect(await listTargets(alignmentId)).toEqual([...edited.slice(0, 3), 'Aquí está.']);
  });

  it('doesn’t restore a deleted first segment', async () => {
    const { alignmentId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'delete', id: ids[0] }]);
    await align(targetId);
    expect(await listTargets(alignmentId)).toHaveLength(2);
    expect(await listRealignRevisions(targetId)).toHaveLength(1);
  });

  it('restores a deleted segment if its neighbour has changed', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'delete', id: ids[1] }]);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT.replace('Buenos días.', 'Muy buenas.'));
    await align(targetId);
    expect(await listTargets(alignmentId)).toHaveLength(3);
  });

  it('is required again if a file was uploaded meanwhile', async () => {
    const { videoId, targetId, alignmentId } = await addThreeSegments();
    const uploader = new pg.Client({ connectionString: server.databaseUrl });
    await uploader.connect();
    await uploader.query('begin');
    await uploader.query(
      `update subtitles set uploaded_at = now() where video_id = ${videoId} and language = 'en'`,
    );
    await uploader.query(`update alignments set needs_realign = true where id = ${alignmentId}`);
    const aligning = align(targetId);
    await waitForLockWait(uploader);
    await uploader.query('commit');
    await uploader.end();
    await aligning;
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.find(({ id }) => id === targetId)?.needs_realign).toBe(true);
  });

  it('preserves edits that were restored from a revision', async () => {
    const { alignmentId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id: alignmentId } });
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Adiós' } }]);
    await admin.call(subtitles.applyRevision, { params: { id: revision_id } });
    await align(targetId);
    expect((await listTargets(alignmentId))[0]).toBe('Hola');
  });
});

describe('replacing a subtitle by upload', () => {
  it('saves the previous cues as a revision, and preserves the edited segments until realigning', async () => {
    const { alignmentId, videoId, targetId, ids } = await addThreeSegments();
    await change(alignmentId, [{ op: 'update', id: ids[0], fields: { text_target: 'Hola' } }]);
    const replaced = await addSubtitle(admin, videoId, 'es', OTHER_ENDING);
    expect(replaced).toMatchObject({ id: targetId, needs_realign: true, revision_count: 1 });
    expect((await listTargets(alignmentId))[0]).toBe('Hola');
    const [saved] = await listRevisions(targetId);
    expect(saved).toMatchObject({ kind: 'file', reason: 'upload', segment_count: 3 });
    const { subtitle } = await admin.call(subtitles.applyRevision, { params: { id: saved?.id } });
    expect(subtitle).toMatchObject({ cue_count: 3, needs_realign: true });
    await align(targetId);
    expect((await listTargets(alignmentId)).at(-1)).toBe('Aquí tiene.');
  });

  it('saves the cues of a first upload that was still in flight', async () => {
    const { id } = await addVideo(admin);
    const first = await openUpload(server, id, { language: 'en', srt: ENGLISH_SRT });
    const replacing = addSubtitle(admin, id, 'en', SPANISH_VTT);
    await waitForLockWait(await openTransaction(server.databaseUrl));
    await first.commit();
    const { id: subtitleId } = await replacing;
    expect(await listRevisions(subtitleId)).toMatchObject([{ reason: 'upload', segment_count: 4 }]);
  });

  it('records the uploader', async () => {
    const { targetId } = await addThreeSegments();
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    expect(file).toMatchObject({ created_by: admin.username, file_name: 'es.srt', format: 'vtt' });
  });
});

describe('deleting a subtitle', () => {
  const remove = (id: number) => admin.try(subtitles.deleteSubtitle, { params: { id } });
  const findLatest = async (videoId: number) => {
    const { rows } = await server.context.db.execute<{ latest: string | null }>(
      `select latest_alignment_id as latest from videos where id = ${videoId}`,
    );
    return rows[0]?.latest === null ? null : Number(rows[0]?.latest);
  };

  it('deletes its alignment, and makes another one the video’s latest', async () => {
    const { videoId, targetId, alignmentId } = await addThreeSegments();
    const french = await addSubtitle(admin, videoId, 'fr', SPANISH_VTT);
    const second = await align(french.id);
    expect(await findLatest(videoId)).toBe(second.alignment_id);
    expect((await remove(french.id)).statusCode).toBe(204);
    expect(await findLatest(videoId)).toBe(alignmentId);
    await remove(targetId);
    expect(await findLatest(videoId)).toBeNull();
    const response = await admin.try(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(response.statusCode).toBe(404);
    expect((await remove(targetId)).statusCode).toBe(404);
  });

  it('marks the other subtitles for realigning if it was the original', async () => {
    const { videoId, targetId } = await addThreeSegments();
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    await remove(results[0]?.id ?? 0);
    const remaining = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(remaining.results).toMatchObject([{ id: targetId, needs_realign: true }]);
    expect((await admin.try(subtitles.alignSubtitle, { params: { id: targetId } })).statusCode).toBe(409);
    await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await align(targetId);
  });

  it('is refused while one of its files is protected', async () => {
    const { targetId } = await addThreeSegments();
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    await admin.call(subtitles.protectFile, { params: { id: file?.id }, body: { protected: true } });
    expect((await remove(targetId)).statusCode).toBe(409);
    expect(await admin.call(subtitles.listFiles, { params: { id: targetId } })).toHaveLength(1);
  });
});

describe('notifications about an alignment', () => {
  it('list changed segments or report a new order, after the commit', async () => {
    const { alignmentId, targetId, ids } = await addThreeSegments();
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

describe('two subtitles with 1500 cues each', () => {
  it('are aligned into one segment per pair', async () => {
    const formatTimes = (s: number) =>
      `${new Date(s * 1000).toISOString().slice(11, 19)}.000 --> ${new Date(s * 1000 + 1800).toISOString().slice(11, 23)}`;
    const createFile = (text: string) =>
      `WEBVTT\n\n${Array.from({ length: 1500 }, (_, n) => `${formatTimes(n * 3)}\n${text} ${n}.\n`).join('\n')}`;
    const { id } = await addVideo(admin);
    await addSubtitle(admin, id, 'en', createFile('Line number'));
    const target = await addSubtitle(admin, id, 'es', createFile('Línea número'));
    const { alignment_id } = await align(target.id);
    expect(await list(alignment_id)).toHaveLength(1500);
  });
});

it('an alignment lists the cues of both subtitles, with times in milliseconds', async () => {
  const { alignmentId } = await addThreeSegments();
  const cues = await admin.call(subtitles.listSourceCues, { params: { id: alignmentId } });
  expect(cues.original.map(({ text }) => text).join(' ')).toContain('Good morning');
  expect(cues.target.at(-1)).toEqual({
    start: expect.any(Number),
    end: expect.any(Number),
    text: 'Aquí tiene.',
  });
});

const TABLE =
  'index,start,end,text_original,text_target,mismatch,label\n1,00:00:01.000,00:00:02.000,Yes.,Sí.,0,1-1\n';

it.each([
  [
    subtitles.changeSegments,
    () => ({ body: { changes: [{ op: 'insert', after: null, fields: {} }], save_revision: true } }),
  ],
  [subtitles.importSegments, () => buildForm({}, { csv_file: { name: 'edited.csv', bytes: TABLE } })],
  [subtitles.saveRevision, () => ({ body: {} })],
])(
  '$id waits for an alignment that saves a revision of the same subtitle, without a deadlock',
  async (endpoint, buildInput) => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    let call: ReturnType<typeof admin.try> | undefined;
    const { $client } = server.context.db;
    await server.context.db.transaction(async (aligning) => {
      await subtitleStore(aligning).lock(targetId);
      call = admin.try(endpoint, { params: { id: alignmentId }, ...(await buildInput()) });
      const watcher = await $client.connect();
      await Promise.race([waitForLockWait(watcher), call]).finally(() => watcher.release());
      await alignmentStore(aligning).findOrCreate(targetId);
      await revisionStore(aligning).saveAlignment(alignmentId, { reason: 'realign', created_by: null });
    });
    const response = await call;
    expect(response?.statusCode, response?.body).toBeLessThan(300);
  },
);
