import { accounts, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { purgeSubtitleTrash } from './purge-trash.ts';

const { server, admin } = await withServer();

const at = (id: number) => ({ params: { id } });
const removeSubtitle = (id: number) => admin.call(subtitles.deleteSubtitle, at(id));
const restoreSubtitle = (id: number) => admin.try(subtitles.restoreSubtitle, at(id));
const removeRevision = (id: number) => admin.call(subtitles.deleteRevision, at(id));
const restoreRevision = (id: number) => admin.try(subtitles.restoreRevision, at(id));
const removeFile = (id: number) => admin.call(subtitles.deleteFile, at(id));
const restoreFile = (id: number) => admin.try(subtitles.restoreFile, at(id));
const align = (id: number) => admin.call(subtitles.alignSubtitle, at(id));
const listAll = async (videoId: number) => (await admin.call(subtitles.listSubtitles, at(videoId))).results;
const listDeleted = (videoId: number) => admin.call(subtitles.listDeletedSubtitles, at(videoId));
const getTarget = async (videoId: number) => (await listAll(videoId)).find(({ is_original }) => !is_original);
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/** Every row of a subtitle, with all columns. */
async function getRows(id: number) {
  const { rows } = await server.context.db.execute(sql`
    select to_jsonb(s) as row from subtitles s where id = ${id}
    union all select to_jsonb(f) from stored_files f where subtitle_id = ${id}
    union all select to_jsonb(a) from alignments a where subtitle_id = ${id}
    union all select to_jsonb(g) from segments g join alignments a on a.id = alignment_id where subtitle_id = ${id}
    union all select to_jsonb(r) from revisions r where subtitle_id = ${id}
    union all select to_jsonb(d) from drafts d join revisions r on r.id = revision_id where subtitle_id = ${id}
    order by row`);
  return rows;
}

/** Adds an aligned target with an edited segment, a revision, and a draft. */
async function addEdited() {
  const created = await addAlignedVideo(admin);
  const [segment] = await listSegments(admin, created.alignmentId);
  await admin.call(subtitles.updateSegment, {
    ...at(segment?.id ?? 0),
    body: { text_target: 'Edited “it”.' },
  });
  const { revision_id } = await admin.call(subtitles.saveRevision, { ...at(created.alignmentId), body: {} });
  const body = { segments: [{ index: 1, modified: 'Drafted.' }] };
  await admin.call(subtitles.applyRegexChanges, { ...at(revision_id), body });
  const [file] = await admin.call(subtitles.listFiles, at(created.targetId));
  return { ...created, revisionId: revision_id, fileId: file?.id ?? 0 };
}

it('the audit log names the video of a restored item', async () => {
  const { revisionId, fileId, targetId, videoId } = await addEdited();
  await removeRevision(revisionId);
  await restoreRevision(revisionId);
  await removeFile(fileId);
  await restoreFile(fileId);
  await removeSubtitle(targetId);
  await restoreSubtitle(targetId);
  const { results } = await admin.call(accounts.listAudit, {});
  const events = results.filter(({ action }) => action.endsWith('/restore/')).slice(0, 3);
  expect(events.map(({ details }) => details.about.video_id)).toEqual([videoId, videoId, videoId]);
});

describe('a deleted subtitle', () => {
  it('is hidden from every call, and can be restored with every row', async () => {
    const { videoId, targetId, alignmentId, revisionId, fileId } = await addEdited();
    await admin.call(subtitles.openFile, at(fileId));
    const [rows, list] = [await getRows(targetId), await listAll(videoId)];
    const video = await admin.call(videos.getVideo, at(videoId));
    await removeSubtitle(targetId);
    expect(await getRows(targetId)).toEqual([]);
    expect((await admin.try(subtitles.getSubtitle, at(targetId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.getAlignment, at(alignmentId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.getRevision, at(revisionId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.deleteSubtitle, at(targetId))).statusCode).toBe(404);

    expect(await listDeleted(videoId)).toEqual([
      {
        id: targetId,
        language: 'es',
        language_display_name: 'Spanish',
        deleted_at: expect.stringMatching(/Z$/),
      },
    ]);

    const response = await restoreSubtitle(targetId);
    expect(await listDeleted(videoId)).toEqual([]);
    expect(list.find(({ id }) => id === targetId)).toMatchObject(response.json());
    expect(await getRows(targetId)).toEqual(rows);
    expect(await listAll(videoId)).toEqual(list);
    expect(await admin.call(videos.getVideo, at(videoId))).toEqual(video);
    // It can be deleted and restored once more.
    await removeSubtitle(targetId);
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
  });

  it('restoring a subtitle that isn’t deleted gets the same response, and an unknown one a 404', async () => {
    const { targetId } = await addAlignedVideo(admin);
    expect((await restoreSubtitle(targetId)).json()).toMatchObject({ id: targetId });
    expect((await restoreSubtitle(999_999)).statusCode).toBe(404);
  });

  it('frees its language for another one, and can’t be restored until that is deleted', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await removeSubtitle(targetId);
    const other = await addSubtitle(admin, videoId, 'es', SPANISH_VTT);
    const refused = await restoreSubtitle(targetId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/another subtitle in this language/);
    await removeSubtitle(other.id);
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
    expect((await restoreSubtitle(other.id)).statusCode).toBe(409);
  });

  it('can’t be restored if the video’s language has changed', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await removeSubtitle(targetId);
    await admin.call(videos.updateVideo, { ...at(videoId), body: { original_language: 'fr' } });
    expect((await restoreSubtitle(targetId)).json().detail).toMatch(/original language has changed/);
  });

  it('is restored without the name of a deleted account', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const passing = await signIn(server, 'admin');
    const added = await addSubtitle(passing, videoId, 'fr', ENGLISH_SRT);
    await removeSubtitle(added.id);
    await server.context.db.execute(sql`delete from users where username = ${passing.username}`);
    expect((await restoreSubtitle(added.id)).statusCode).toBe(200);
    const [file] = await admin.call(subtitles.listFiles, at(added.id));
    expect(file).toMatchObject({ created_by: null });
  });

  it('restoring the original unmarks unchanged alignments for realigning', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const original = (await listAll(videoId)).find(({ is_original }) => is_original)?.id ?? 0;
    await removeSubtitle(original);
    expect(await getTarget(videoId)).toMatchObject({ needs_realign: true });
    await restoreSubtitle(original);
    expect(await getTarget(videoId)).toMatchObject({ needs_realign: false });

    await removeSubtitle(original);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT);
    await restoreSubtitle(original);
    expect(await getTarget(videoId)).toMatchObject({ needs_realign: true });

    await align(targetId);
    await removeSubtitle(original);
    const second = await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await align(targetId);
    await removeSubtitle(second.id);
    await restoreSubtitle(original);
    expect(await getTarget(videoId)).toMatchObject({ needs_realign: true });
  });

  it('needs realigning if the original was deleted or changed meanwhile', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await removeSubtitle(targetId);
    await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await restoreSubtitle(targetId);
    expect(await getTarget(videoId)).toMatchObject({ needs_realign: true });
  });
});

describe('a deleted revision', () => {
  it('can be restored with its draft', async () => {
    const { targetId, revisionId } = await addEdited();
    const rows = await getRows(targetId);
    await removeRevision(revisionId);
    expect(await admin.call(subtitles.listRevisions, at(targetId))).toEqual([]);
    expect((await restoreRevision(revisionId)).json()).toMatchObject({ id: revisionId, has_draft: true });
    expect(await getRows(targetId)).toEqual(rows);
    expect((await restoreRevision(revisionId)).statusCode).toBe(200);
    expect((await restoreRevision(999_999)).statusCode).toBe(404);
  });

  it('is a 404 while its subtitle is deleted, and is back after that is restored', async () => {
    const { targetId, revisionId } = await addEdited();
    await removeRevision(revisionId);
    await removeSubtitle(targetId);
    expect((await restoreRevision(revisionId)).statusCode).toBe(404);
    await restoreSubtitle(targetId);
    expect((await restoreRevision(revisionId)).statusCode).toBe(200);
  });
});

describe('a deleted file', () => {
  it('can be restored, and opens the same revision', async () => {
    const { targetId, fileId } = await addEdited();
    const { revision_id } = await admin.call(subtitles.openFile, at(fileId));
    const rows = await getRows(targetId);
    await removeFile(fileId);
    expect(await admin.call(subtitles.listFiles, at(targetId))).toEqual([]);
    expect((await restoreFile(fileId)).json()).toMatchObject({ id: fileId, created_by: admin.username });
    expect(await getRows(targetId)).toEqual(rows);
    expect(await admin.call(subtitles.openFile, at(fileId))).toEqual({ revision_id });
    expect((await restoreFile(999_999)).statusCode).toBe(404);
  });

  it('doesn’t link to a revision that was restored on its own', async () => {
    const { fileId } = await addEdited();
    const { revision_id } = await admin.call(subtitles.openFile, at(fileId));
    await removeRevision(revision_id);
    await removeFile(fileId);
    expect((await restoreRevision(revision_id)).statusCode).toBe(200);
  });
});

describe('the purge', () => {
  it('permanently deletes items after 30 days', async () => {
    const { targetId } = await addAlignedVideo(admin);
    await removeSubtitle(targetId);
    await purgeSubtitleTrash(server.context.db, daysFromNow(29.9));
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
    await removeSubtitle(targetId);
    await purgeSubtitleTrash(server.context.db, daysFromNow(30.1));
    expect((await restoreSubtitle(targetId)).statusCode).toBe(404);
    const { rows } = await server.context.db.execute(sql`select 1 from trashed_rows`);
    expect(rows).toEqual([]);
  });
});

it('a learner can’t restore anything', async () => {
  const learner = await signIn(server);
  for (const call of [subtitles.restoreSubtitle, subtitles.restoreRevision, subtitles.restoreFile]) {
    expect((await learner.try(call, at(1))).statusCode).toBe(403);
  }
});
