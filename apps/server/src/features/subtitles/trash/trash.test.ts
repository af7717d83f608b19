import { accounts, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, listSegments } from '../../../testing/library.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { withServer } from '../../../testing/with-server.ts';
import { purgeSubtitleTrash } from './purge-subtitle-trash.ts';

const { server, admin } = await withServer();

const withId = (id: number) => ({ params: { id } });
const deleteSubtitle = (id: number) => admin.call(subtitles.deleteSubtitle, withId(id));
const restoreSubtitle = (id: number) => admin.try(subtitles.restoreSubtitle, withId(id));
const deleteRevision = (id: number) => admin.call(subtitles.deleteRevision, withId(id));
const restoreRevision = (id: number) => admin.try(subtitles.restoreRevision, withId(id));
const deleteFile = (id: number) => admin.call(subtitles.deleteFile, withId(id));
const restoreFile = (id: number) => admin.try(subtitles.restoreFile, withId(id));
const align = (id: number) => admin.call(subtitles.alignSubtitle, withId(id));
const listSubtitles = async (videoId: number) =>
  (await admin.call(subtitles.listSubtitles, withId(videoId))).results;
const listDeleted = (videoId: number) => admin.call(subtitles.listDeletedSubtitles, withId(videoId));
const findTarget = async (videoId: number) =>
  (await listSubtitles(videoId)).find(({ is_original }) => !is_original);
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/** Reads all rows of a subtitle, with all columns. */
async function readRows(id: number) {
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
    ...withId(segment?.id ?? 0),
    body: { text_target: 'Edited “it”.' },
  });
  const { revision_id } = await admin.call(subtitles.saveRevision, {
    ...withId(created.alignmentId),
    body: {},
  });
  const body = { segments: [{ index: 1, modified: 'Drafted.' }] };
  await admin.call(subtitles.applyRegexChanges, { ...withId(revision_id), body });
  const [file] = await admin.call(subtitles.listFiles, withId(created.targetId));
  return { ...created, revisionId: revision_id, fileId: file?.id ?? 0 };
}

it('the audit log names the video of a restored item', async () => {
  const { revisionId, fileId, targetId, videoId } = await addEdited();
  await deleteRevision(revisionId);
  await restoreRevision(revisionId);
  await deleteFile(fileId);
  await restoreFile(fileId);
  await deleteSubtitle(targetId);
  await restoreSubtitle(targetId);
  const { results } = await admin.call(accounts.listAudit, {});
  const events = results.filter(({ action }) => action.endsWith('/restore/')).slice(0, 3);
  expect(events.map(({ details }) => details.about.video_id)).toEqual([videoId, videoId, videoId]);
});

describe('a deleted subtitle', () => {
  it('is a 404 in all calls, and can be restored with all rows', async () => {
    const { videoId, targetId, alignmentId, revisionId, fileId } = await addEdited();
    await admin.call(subtitles.openFile, withId(fileId));
    const [rows, list] = [await readRows(targetId), await listSubtitles(videoId)];
    const video = await admin.call(videos.getVideo, withId(videoId));
    await deleteSubtitle(targetId);
    expect(await readRows(targetId)).toEqual([]);
    expect((await admin.try(subtitles.getSubtitle, withId(targetId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.getAlignment, withId(alignmentId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.getRevision, withId(revisionId))).statusCode).toBe(404);
    expect((await admin.try(subtitles.deleteSubtitle, withId(targetId))).statusCode).toBe(404);

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
    expect(await readRows(targetId)).toEqual(rows);
    expect(await listSubtitles(videoId)).toEqual(list);
    expect(await admin.call(videos.getVideo, withId(videoId))).toEqual(video);
    // The restored subtitle can be deleted and restored again.
    await deleteSubtitle(targetId);
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
  });

  it('can be restored twice with the same response, but an unknown subtitle can’t', async () => {
    const { targetId } = await addAlignedVideo(admin);
    expect((await restoreSubtitle(targetId)).json()).toMatchObject({ id: targetId });
    expect((await restoreSubtitle(999_999)).statusCode).toBe(404);
  });

  it('can’t be restored while the video has another subtitle in its language', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await deleteSubtitle(targetId);
    const other = await addSubtitle(admin, videoId, 'es', SPANISH_VTT);
    const refused = await restoreSubtitle(targetId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/another subtitle in this language/);
    await deleteSubtitle(other.id);
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
    expect((await restoreSubtitle(other.id)).statusCode).toBe(409);
  });

  it('can’t be restored if the video’s spoken language has changed', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await deleteSubtitle(targetId);
    await admin.call(videos.updateVideo, { ...withId(videoId), body: { original_language: 'fr' } });
    expect((await restoreSubtitle(targetId)).json().detail).toMatch(/original language has changed/);
  });

  it('is restored without its uploader if the uploader’s account was deleted', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const uploader = await signIn(server, 'admin');
    const added = await addSubtitle(uploader, videoId, 'fr', ENGLISH_SRT);
    await deleteSubtitle(added.id);
    await server.context.db.execute(sql`delete from users where username = ${uploader.username}`);
    expect((await restoreSubtitle(added.id)).statusCode).toBe(200);
    const [file] = await admin.call(subtitles.listFiles, withId(added.id));
    expect(file).toMatchObject({ created_by: null });
  });

  it('if it was the original, its restoration unmarks alignments that haven’t changed meanwhile', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const original = (await listSubtitles(videoId)).find(({ is_original }) => is_original)?.id ?? 0;
    await deleteSubtitle(original);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: true });
    await restoreSubtitle(original);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: false });

    await deleteSubtitle(original);
    await addSubtitle(admin, videoId, 'es', SPANISH_VTT);
    await restoreSubtitle(original);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: true });

    await align(targetId);
    await deleteSubtitle(original);
    const second = await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await align(targetId);
    await deleteSubtitle(second.id);
    await restoreSubtitle(original);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: true });
  });

  it('if it was the original, its restoration waits for a save in flight, without a deadlock', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const original = (await listSubtitles(videoId)).find(({ is_original }) => is_original)?.id ?? 0;
    await deleteSubtitle(original);
    const save = await openTransaction(server.databaseUrl);
    await save.query(`select from alignments where id = ${alignmentId} for update`);
    const restoring = restoreSubtitle(original);
    await waitForLockWait(save);
    // Changes the video's length.
    await save.query(`update segments set end_ms = end_ms + 1000 where alignment_id = ${alignmentId}`);
    await save.query('commit');
    expect((await restoring).statusCode).toBe(200);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: false });
  });

  it('needs realigning if the original was deleted or changed meanwhile', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await deleteSubtitle(targetId);
    await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    await restoreSubtitle(targetId);
    expect(await findTarget(videoId)).toMatchObject({ needs_realign: true });
  });
});

describe('a deleted revision', () => {
  it('can be restored with its draft', async () => {
    const { targetId, revisionId } = await addEdited();
    const rows = await readRows(targetId);
    await deleteRevision(revisionId);
    expect(await admin.call(subtitles.listRevisions, withId(targetId))).toEqual([]);
    expect((await restoreRevision(revisionId)).json()).toMatchObject({ id: revisionId, has_draft: true });
    expect(await readRows(targetId)).toEqual(rows);
    expect((await restoreRevision(revisionId)).statusCode).toBe(200);
    expect((await restoreRevision(999_999)).statusCode).toBe(404);
  });

  it('can be restored only while its subtitle isn’t deleted', async () => {
    const { targetId, revisionId } = await addEdited();
    await deleteRevision(revisionId);
    await deleteSubtitle(targetId);
    expect((await restoreRevision(revisionId)).statusCode).toBe(404);
    await restoreSubtitle(targetId);
    expect((await restoreRevision(revisionId)).statusCode).toBe(200);
  });
});

describe('a deleted file', () => {
  it('can be restored, and opens the same revision', async () => {
    const { targetId, fileId } = await addEdited();
    const { revision_id } = await admin.call(subtitles.openFile, withId(fileId));
    const rows = await readRows(targetId);
    await deleteFile(fileId);
    expect(await admin.call(subtitles.listFiles, withId(targetId))).toEqual([]);
    expect((await restoreFile(fileId)).json()).toMatchObject({ id: fileId, created_by: admin.username });
    expect(await readRows(targetId)).toEqual(rows);
    expect(await admin.call(subtitles.openFile, withId(fileId))).toEqual({ revision_id });
    expect((await restoreFile(999_999)).statusCode).toBe(404);
  });

  it('doesn’t prevent restoring its deleted revision', async () => {
    const { fileId } = await addEdited();
    const { revision_id } = await admin.call(subtitles.openFile, withId(fileId));
    await deleteRevision(revision_id);
    await deleteFile(fileId);
    expect((await restoreRevision(revision_id)).statusCode).toBe(200);
  });
});

describe('the purge of the trash', () => {
  it('permanently deletes items after 30 days', async () => {
    const { targetId } = await addAlignedVideo(admin);
    await deleteSubtitle(targetId);
    await purgeSubtitleTrash(server.context.db, daysFromNow(29.9));
    expect((await restoreSubtitle(targetId)).statusCode).toBe(200);
    await deleteSubtitle(targetId);
    await purgeSubtitleTrash(server.context.db, daysFromNow(30.1));
    expect((await restoreSubtitle(targetId)).statusCode).toBe(404);
    const { rows } = await server.context.db.execute(sql`select 1 from trashed_rows`);
    expect(rows).toEqual([]);
  });
});
