import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const files = (id: number) => admin.call(subtitles.listFiles, { params: { id } });
const remove = (id: number) => admin.try(subtitles.deleteFile, { params: { id } });
const protect = (id: number, value: boolean) =>
  admin.call(subtitles.protectFile, { params: { id }, body: { protected: value } });
const open = (id: number) => admin.try(subtitles.openFile, { params: { id } });

async function addFiles() {
  const { videoId, targetId } = await addAlignedVideo(admin);
  await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
  const [second, first] = await files(targetId);
  return { videoId, targetId, first: first?.id ?? 0, second: second?.id ?? 0 };
}

describe('stored files', () => {
  it('are listed newest first', async () => {
    const { targetId, first, second } = await addFiles();
    expect(await files(targetId)).toEqual([
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
    expect(await protect(first, true)).toMatchObject({ id: first, protected: true });
    const refused = await remove(first);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/protected/);
    expect((await remove(second)).statusCode).toBe(204);
    expect((await remove(second)).statusCode).toBe(404);
    expect(await protect(first, false)).toMatchObject({ protected: false });
    expect((await remove(first)).statusCode).toBe(204);
    expect(await files(targetId)).toEqual([]);
  });

  it('can be deleted without changing the subtitle’s cues', async () => {
    const { targetId, first, second, videoId } = await addFiles();
    await remove(first);
    await remove(second);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.find(({ id }) => id === targetId)?.cue_count).toBe(4);
  });
});

describe('downloading a stored file', () => {
  const getAddress = async (targetId: number) => (await files(targetId))[0]?.download_url ?? '';
  const get = (url: string) => server.app.inject({ url });

  it('returns its text as UTF-8, under its original name', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const latin = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\n¿Dónde está el niño?\n', 'latin1');
    const form = await buildForm(
      { language: 'fr' },
      { subtitle_file: { name: 'Ça va (2).srt', bytes: latin } },
    );
    const { id } = await admin.call(subtitles.uploadSubtitle, { params: { id: videoId }, ...form });
    const { headers, body, statusCode } = await get(await getAddress(id));
    expect(statusCode).toBe(200);
    expect(body).toContain('¿Dónde está el niño?');
    expect(headers).toMatchObject({
      'content-type': 'application/x-subrip; charset=utf-8',
      'content-disposition': `attachment; filename="_a va (2).srt"; filename*=UTF-8''%C3%87a%20va%20%282%29.srt`,
    });
  });

  it('is refused for a changed or expired URL, and is a 404 for a deleted file', async () => {
    const { targetId, second, first } = await addFiles();
    const address = await getAddress(targetId);
    const refused = [
      address.replace(String(second), String(first)),
      address.replace(/expires=\d+/, 'expires=1'),
      address.replace(/signature=.*/, ''),
    ];
    for (const url of refused) expect((await get(url)).statusCode).toBe(403);
    expect((await get(address.replace('/downloads/', '/media/'))).statusCode).toBe(403);
    await remove(second);
    expect((await get(address)).statusCode).toBe(404);
  });
});

describe('opening a stored file', () => {
  it('creates a revision of its cues the first time, and returns the same one later', async () => {
    const { first, targetId } = await addFiles();
    const opened = await open(first);
    expect(opened.statusCode).toBe(201);
    const { revision_id } = opened.json();
    const again = await open(first);
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

  it('opening a stored file concurrently makes one revision', async () => {
    const { first, targetId } = await addFiles();
    const before = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    const responses = await Promise.all(Array.from({ length: 5 }, () => open(first)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    const after = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(after).toHaveLength(before.length + 1);
  });

  it('opening a file written by an edit leads to that edit’s revision', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await open(first)).json();
    const saved = await admin.call(subtitles.saveEditedSubtitle, {
      params: { id: revision_id },
      body: { segments: [{ index: 1, modified: 'Hola' }] },
    });
    const response = await open(saved.file_id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ revision_id: saved.revision_id });
  });

  it('creates a new revision if the first was deleted', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await open(first)).json();
    await admin.call(subtitles.deleteRevision, { params: { id: revision_id } });
    expect((await open(first)).statusCode).toBe(201);
  });

  it('creates a revision that survives the file’s deletion', async () => {
    const { first } = await addFiles();
    const { revision_id } = (await open(first)).json();
    await remove(first);
    const segments = await admin.call(subtitles.listRevisionSegments, { params: { id: revision_id } });
    expect(segments).toHaveLength(3);
  });
});

describe('subtitles of a trashed video', () => {
  it('are a 404, and return when the video is restored', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id: alignmentId } });
    const [file] = await files(targetId);
    const [row] = (await admin.call(subtitles.listSegments, {
      params: { id: alignmentId },
      query: { all: true },
    })) as subtitles.Segment[];
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
      () => open(file?.id ?? 0),
    ];
    const statuses = async () => {
      const seen = [];
      for (const call of calls) seen.push((await call()).statusCode);
      return seen;
    };
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect(await statuses()).toEqual(calls.map(() => 404));
    await admin.call(videos.restoreVideo, { params: { id: videoId } });
    expect(await statuses()).toEqual([200, 201, 200, 200, 200, 200, 200, 200, 200, 201]);
  });
});
