import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const listFiles = (id: number) => admin.call(subtitles.listFiles, { params: { id } });
const deleteFile = (id: number) => admin.try(subtitles.deleteFile, { params: { id } });
const setProtected = (id: number, value: boolean) =>
  admin.call(subtitles.protectFile, { params: { id }, body: { protected: value } });
const openFile = (id: number) => admin.try(subtitles.openFile, { params: { id } });

async function addFiles() {
  const { videoId, targetId } = await addAlignedVideo(admin);
  await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
  const [second, first] = await listFiles(targetId);
  return { videoId, targetId, first: first?.id ?? 0, second: second?.id ?? 0 };
}

describe('stored files', () => {
  it('are listed newest first', async () => {
    const { targetId, first, second } = await addFiles();
    expect(await listFiles(targetId)).toEqual([
      {
        id: second,
        subtitle_id: targetId,
        file_name: 'es.srt',
        format: 'srt',
        encoding: expect.any(String),
        protected: false,
        uploaded_at: expect.any(String),
        created_by: admin.username,
        download_url: expect.stringMatching(/^\/downloads\/.+signature=/),
      },
      expect.objectContaining({ id: first, format: 'vtt' }),
    ]);
  });

  it('can be deleted, unless they are protected', async () => {
    const { targetId, first, second } = await addFiles();
    expect(await setProtected(first, true)).toMatchObject({ id: first, protected: true });
    const refused = await deleteFile(first);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/protected/);
    expect((await deleteFile(second)).statusCode).toBe(204);
    expect((await deleteFile(second)).statusCode).toBe(404);
    expect(await setProtected(first, false)).toMatchObject({ protected: false });
    expect((await deleteFile(first)).statusCode).toBe(204);
    expect(await listFiles(targetId)).toEqual([]);
  });

  it('can be deleted without a change of the subtitle’s cues', async () => {
    const { targetId, first, second, videoId } = await addFiles();
    await deleteFile(first);
    await deleteFile(second);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.find(({ id }) => id === targetId)?.cue_count).toBe(4);
  });
});

describe('downloading a stored file', () => {
  const findUrl = async (targetId: number) => (await listFiles(targetId))[0]?.download_url ?? '';
  const get = (url: string) => server.app.inject({ url });

  it('returns its text as UTF-8, under its original name', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const latin = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\n¿Dónde está el niño?\n', 'latin1');
    const form = await buildForm(
      { language: 'fr' },
      { subtitle_file: { name: 'Ça va (2).srt', bytes: latin } },
    );
    const { id } = await admin.call(subtitles.uploadSubtitle, { params: { id: videoId }, ...form });
    const { headers, body, statusCode } = await get(await findUrl(id));
    expect(statusCode).toBe(200);
    expect(body).toContain('¿Dónde está el niño?');
    expect(headers).toMatchObject({
      'content-type': 'application/x-subrip; charset=utf-8',
      'content-disposition': `attachment; filename="_a va (2).srt"; filename*=UTF-8''%C3%87a%20va%20%282%29.srt`,
    });
  });

  it('is refused for a changed or expired URL, and responds with a 404 for a deleted file', async () => {
    const { targetId, second, first } = await addFiles();
    const signedUrl = await findUrl(targetId);
    const changedUrls = [
      signedUrl.replace(String(second), String(first)),
      signedUrl.replace(/expires=\d+/, 'expires=1'),
      signedUrl.replace(/signature=.*/, ''),
    ];
    for (const url of changedUrls) expect((await get(url)).statusCode).toBe(403);
    expect((await get(signedUrl.replace('/downloads/', '/media/'))).statusCode).toBe(403);
    await deleteFile(second);
    expect((await get(signedUrl)).statusCode).toBe(404);
  });
});

describe('opening a stored file', () => {
  it('creates a revision of its cues the first time, and returns the same one later', async () => {
    const { first, targetId } = await addFiles();
    const opened = await openFile(first);
    expect(opened.statusCode).toBe(201);
    const { revision_id } = opened.json();
    const again = await openFile(first);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual({ revision_id });
    const revision = await admin.call(subtitles.getRevision, { params: { id: revision_id } });
    expect(revision).toMatchObject({
      kind: 'file',
      reason: 'opened',
      subtitle_id: targetId,
      segment_count: 3,
    });
    const segments = await admin.call(subtitles.listRevisionSegments, { params: { id: revision_id } });
    expect(segments[0]).toMatchObject({ start: '00:00:01.100', original: 'Buenos días.', text_original: '' });
  });

  it('creates one revision for concurrent requests', async () => {
    const { first, targetId } = await addFiles();
    const before = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    const responses = await Promise.all(Array.from({ length: 5 }, () => openFile(first)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    const after = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(after).toHaveLength(before.length + 1);
  });

  it('returns the edit’s revision for a file created by an edit', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await openFile(first)).json();
    const saved = await admin.call(subtitles.saveEditedSubtitle, {
      params: { id: revision_id },
      body: { segments: [{ index: 1, modified: 'Hola' }] },
    });
    const response = await openFile(saved.file_id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ revision_id: saved.revision_id });
  });

  it('creates a new revision if the first was deleted', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await openFile(first)).json();
    await admin.call(subtitles.deleteRevision, { params: { id: revision_id } });
    expect((await openFile(first)).statusCode).toBe(201);
  });

  it('creates a revision that survives the file’s deletion', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await openFile(first)).json();
    await deleteFile(first);
    const segments = await admin.call(subtitles.listRevisionSegments, { params: { id: revision_id } });
    expect(segments).toHaveLength(3);
  });
});

describe('subtitles of a trashed video', () => {
  it('are a 404 until the video is restored', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id: alignmentId } });
    const [file] = await listFiles(targetId);
    const [row] = await listSegments(admin, alignmentId);
    const calls = [
      () => admin.try(subtitles.listFiles, { params: { id: targetId } }),
      () => admin.try(subtitles.alignSubtitle, { params: { id: targetId } }),
      () => admin.try(subtitles.listRevisions, { params: { id: targetId } }),
      () => admin.try(subtitles.getAlignment, { params: { id: alignmentId } }),
      () => admin.try(subtitles.findNextMismatch, { params: { id: alignmentId, after: 0 } }),
      () => admin.try(subtitles.updateSegment, { params: { id: row?.id }, body: {} }),
      () => admin.try(subtitles.getRevision, { params: { id: revision_id } }),
      () => admin.try(subtitles.applyRevision, { params: { id: revision_id } }),
      () => admin.try(subtitles.protectFile, { params: { id: file?.id }, body: { protected: false } }),
      () => openFile(file?.id ?? 0),
    ];
    const callAll = async () => {
      const statuses = [];
      for (const call of calls) statuses.push((await call()).statusCode);
      return statuses;
    };
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect(await callAll()).toEqual(calls.map(() => 404));
    await admin.call(videos.restoreVideo, { params: { id: videoId } });
    expect(await callAll()).toEqual([200, 201, 200, 200, 200, 200, 200, 200, 200, 201]);
  });
});
