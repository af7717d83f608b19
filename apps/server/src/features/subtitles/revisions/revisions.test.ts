import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { addAlignedVideo, addSubtitle, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const list = (id: number) => listSegments(admin, id);
const updateSegment = (id: number | undefined, body: object) =>
  admin.call(subtitles.updateSegment, { params: { id }, body });
const save = async (id: number, note = '') =>
  (await admin.call(subtitles.saveRevision, { params: { id }, body: { note } })).revision_id;
const apply = (id: number, note = '') =>
  admin.call(subtitles.applyRevision, { params: { id }, body: { note } });
const listSavedSegments = (id: number | null) =>
  admin.call(subtitles.listRevisionSegments, { params: { id } });
const listRevisions = (id: number) => admin.call(subtitles.listRevisions, { params: { id } });
const listFiles = (id: number) => admin.call(subtitles.listFiles, { params: { id } });
const readContent = async (fileId: number | undefined) => {
  const { rows } = await server.context.db.execute<{ content: string }>(
    sql`select content from stored_files where id = ${fileId}`,
  );
  return rows[0]?.content;
};
const omitIdentity = (rows: subtitles.Segment[]) => rows.map(({ id: _, version: __, ...row }) => row);

describe('saving a revision', () => {
  it('saves the current segments, their author and a note', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const id = await save(alignmentId, 'before the lesson');
    const [first] = await list(alignmentId);
    await updateSegment(first?.id, { text_target: 'Changed later' });
    expect(await listRevisions(targetId)).toEqual([
      {
        id,
        subtitle_id: targetId,
        kind: 'alignment',
        reason: 'saved',
        note: 'before the lesson',
        created_by: admin.username,
        created_at: expect.any(String),
        segment_count: 3,
        has_draft: false,
        is_last_applied: false,
      },
    ]);
    expect((await listSavedSegments(id))[0]).toEqual({
      index: 1,
      start: '00:00:01.000',
      end: '00:00:03.000',
      original: 'Buenos días.',
      modified: 'Buenos días.',
      text_original: 'Good morning.',
      mismatch: false,
      label: '1-1',
    });
  });

  it('accepts a missing note, and refuses an overlong one', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const attempt = (body?: object) =>
      admin.try(subtitles.saveRevision, { params: { id: alignmentId }, body });
    expect((await attempt()).statusCode).toBe(201);
    expect((await attempt({ note: 'x'.repeat(1001) })).json()).toHaveProperty('note');
  });

  it('is counted for the subtitle, and listed newest first', async () => {
    const { alignmentId, targetId, videoId } = await addAlignedVideo(admin);
    const ids = [await save(alignmentId), await save(alignmentId)];
    expect((await listRevisions(targetId)).map(({ id }) => id)).toEqual(ids.reverse());
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results[1]).toMatchObject({ revision_count: 2, last_applied_revision_id: null });
  });

  it('is possible for an alignment without segments', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 0 });
    expect(await listSavedSegments(await save(alignmentId))).toEqual([]);
  });

  it('creates a revision that can be read after its author’s account was deleted', async () => {
    const { alignmentId, targetId, videoId } = await addAlignedVideo(admin);
    const author = await signIn(server, 'admin');
    const { revision_id } = await author.call(subtitles.saveRevision, { params: { id: alignmentId } });
    await server.context.db.execute(sql`delete from users where id = ${author.id}`);
    expect(await admin.call(subtitles.getRevision, { params: { id: revision_id } })).toMatchObject({
      subtitle_id: targetId,
      video_id: videoId,
      video_title: 'In the café',
      language: 'es',
      alignment_id: alignmentId,
      created_by: null,
    });
  });
});

describe('applying an alignment’s revision', () => {
  it('restores texts, times, labels and mismatch marks, as segments of the same alignment', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const [first, second] = await list(alignmentId);
    await updateSegment(first?.id, {
      text_original: 'Hello',
      start_time: 0.5,
      mismatch: true,
      label: 'mine',
    });
    const before = await list(alignmentId);
    const id = await save(alignmentId);
    await updateSegment(first?.id, { text_original: 'Broken', start_time: 0.7, mismatch: false, label: '' });
    await admin.call(subtitles.deleteSegment, { params: { id: second?.id } });
    const { subtitle } = await apply(id);
    expect(omitIdentity(await list(alignmentId))).toEqual(omitIdentity(before));
    expect(subtitle).toMatchObject({
      id: targetId,
      alignment_id: alignmentId,
      needs_realign: false,
      last_applied_revision_id: id,
      segment_count: 3,
      mismatch_count: 1,
      cue_count: 3,
    });
  });

  it('preserves the ids of existing segments, with a new version', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const [first, second, third] = await list(alignmentId);
    const id = await save(alignmentId);
    await updateSegment(first?.id, { text_target: 'x' });
    await admin.call(subtitles.deleteSegment, { params: { id: second?.id } });
    await apply(id);
    const rows = await list(alignmentId);
    expect([rows[0]?.id, rows[2]?.id]).toEqual([first?.id, third?.id]);
    expect(rows[0]?.version).toBe(3);
    const stale = await admin.try(subtitles.updateSegment, {
      params: { id: first?.id },
      body: { label: 'late' },
      headers: { 'if-match': '"2"' },
    });
    expect(stale.statusCode).toBe(412);
  });

  it('saves the previous segments as a revision first, which can be applied to undo it', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const id = await save(alignmentId);
    const [first] = await list(alignmentId);
    await updateSegment(first?.id, { text_target: 'An hour of work' });
    const { saved_revision_id } = await apply(id, 'undo');
    expect((await listRevisions(targetId))[0]).toMatchObject({
      id: saved_revision_id,
      reason: 'apply',
      note: 'undo',
    });
    await apply(saved_revision_id ?? 0);
    expect((await list(alignmentId))[0]?.text_target).toBe('An hour of work');
  });

  it('applies its draft, whose texts count as edited', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const id = await save(alignmentId);
    const segments = [{ index: 3, modified: 'Tome.' }];
    await admin.call(subtitles.applyRegexChanges, { params: { id }, body: { segments } });
    await apply(id);
    const rows = await list(alignmentId);
    expect(rows.map(({ text_target, edited }) => [text_target, edited])).toEqual([
      ['Buenos días.', false],
      ['Dos cafés, por favor, y un vaso de agua.', false],
      ['Tome.', true],
    ]);
  });

  it('deletes the draft that it was created from, but no other draft', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const [parent, other] = [await save(alignmentId), await save(alignmentId)];
    const saveDraft = (id: number, modified: string) =>
      admin.call(subtitles.applyRegexChanges, {
        params: { id },
        body: { segments: [{ index: 3, modified }] },
      });
    await saveDraft(parent, 'Tome.');
    await saveDraft(other, 'Otra cosa.');
    const child = await admin.call(subtitles.saveEditedSubtitle, { params: { id: parent }, body: {} });
    await apply(child.revision_id);
    const drafted = (await listRevisions(targetId)).filter(({ has_draft }) => has_draft);
    expect(drafted.map(({ id }) => id)).toEqual([other]);
  });

  it('creates a stored file of its texts', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const id = await save(alignmentId);
    await apply(id);
    const [file, uploaded] = await listFiles(targetId);
    expect(file).toMatchObject({
      file_name: `es-revision-${id}.srt`,
      format: 'srt',
      created_by: admin.username,
    });
    expect(uploaded?.file_name).toBe('es.srt');
    expect(await readContent(file?.id)).toContain('1\n00:00:01,000 --> 00:00:03,000\nBuenos días.\n');
  });

  it('results in the segments of exactly one revision if several are applied concurrently', async () => {
    const { alignmentId, targetId, videoId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 40 });
    const long = await save(alignmentId);
    await fillAlignment(server.context.db, alignmentId, { count: 20 });
    const short = await save(alignmentId);
    await Promise.all([apply(long), apply(short), apply(long), apply(short)]);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const applied = results.find(({ id }) => id === targetId)?.last_applied_revision_id;
    expect(await list(alignmentId)).toHaveLength(applied === long ? 40 : 20);
  });
});

describe('applying a file’s revision', () => {
  it('replaces the cues of the subtitle, which then needs realigning', async () => {
    const { targetId, videoId, alignmentId } = await addAlignedVideo(admin);
    const [file] = await listFiles(targetId);
    const { revision_id } = await admin.call(subtitles.openFile, { params: { id: file?.id } });
    const segments = [{ index: 1, modified: 'Hola.' }];
    await admin.call(subtitles.applyRegexChanges, { params: { id: revision_id }, body: { segments } });
    const { subtitle, saved_revision_id } = await apply(revision_id);
    expect(subtitle).toMatchObject({
      needs_realign: true,
      cue_count: 3,
      last_applied_revision_id: revision_id,
    });
    expect((await list(alignmentId))[0]?.text_target).toBe('Buenos días.');
    expect((await listSavedSegments(saved_revision_id))[0]).toMatchObject({
      original: 'Buenos días.',
      text_original: '',
    });
    const [written] = await listFiles(targetId);
    expect(written).toMatchObject({ file_name: `es-revision-${revision_id}.vtt`, format: 'vtt' });
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    expect((await list(alignmentId))[0]?.text_target).toBe('Hola.');
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results[1]?.needs_realign).toBe(false);
  });

  it('marks all alignments of the video for realigning if the file is the original’s', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const listSubtitles = async () =>
      (await admin.call(subtitles.listSubtitles, { params: { id: videoId } })).results;
    const [original] = await listSubtitles();
    const [file] = await listFiles(original?.id ?? 0);
    const { revision_id } = await admin.call(subtitles.openFile, { params: { id: file?.id } });
    await apply(revision_id);
    expect((await listSubtitles()).map(({ needs_realign }) => needs_realign)).toEqual([false, true]);
  });

  it('preserves the cues’ tags', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const tagged = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000 align:start\n<i>Hola</i>\n';
    await addSubtitle(admin, videoId, 'es', tagged);
    const [file] = await listFiles(targetId);
    const { revision_id } = await admin.call(subtitles.openFile, { params: { id: file?.id } });
    await apply(revision_id);
    expect(await readContent((await listFiles(targetId))[0]?.id)).toBe(tagged);
  });
});

describe('deleting a revision', () => {
  const deleteRevision = (id: number) => admin.try(subtitles.deleteRevision, { params: { id } });

  it('removes it from the list, with its draft', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const id = await save(alignmentId);
    const segments = [{ index: 1, modified: 'x' }];
    await admin.call(subtitles.applyRegexChanges, { params: { id }, body: { segments } });
    expect((await deleteRevision(id)).statusCode).toBe(204);
    expect(await listRevisions(targetId)).toEqual([]);
    expect((await deleteRevision(id)).statusCode).toBe(404);
  });

  it('is refused for the last applied revision', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const first = await save(alignmentId);
    await apply(first);
    expect((await deleteRevision(first)).statusCode).toBe(409);
    const second = await save(alignmentId);
    await apply(second);
    expect((await deleteRevision(first)).statusCode).toBe(204);
    expect((await listRevisions(targetId)).find(({ id }) => id === second)?.is_last_applied).toBe(true);
  });

  it('waits for an application in progress', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    const id = await save(alignmentId);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query('update subtitles set last_applied_revision_id = $1 where id = $2', [id, targetId]);
    const deletion = deleteRevision(id);
    await Promise.race([deletion, waitForLockWait(client)]);
    await client.query('commit');
    await client.end();
    expect((await deletion).statusCode).toBe(409);
  });
});

describe('revisions of ten thousand segments', () => {
  it('can be saved and applied', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 10_000, mismatches: [0, 9999] });
    const before = await list(alignmentId);
    const id = await save(alignmentId);
    await fillAlignment(server.context.db, alignmentId, { count: 5 });
    const { subtitle } = await apply(id);
    expect(subtitle).toMatchObject({ segment_count: 10_000, mismatch_count: 2 });
    expect(omitIdentity(await list(alignmentId))).toEqual(omitIdentity(before));
  });
});
