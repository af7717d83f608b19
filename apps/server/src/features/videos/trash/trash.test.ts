import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildForm, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { purgeTrash } from '../index.ts';
import { sweepStorage } from './sweep-storage.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

const trash = (id: number) => admin.try(videos.deleteVideo, { params: { id } });
const restore = (id: number) => admin.try(videos.restoreVideo, { params: { id } });
const idsListed = async (trashed: boolean) =>
  (await admin.call(videos.listManagedVideos, { query: { trashed } })).map(({ id }) => id);
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const rowCount = async (id: number) =>
  (await server.context.db.execute(sql`select 1 from videos where id = ${id}`)).rows.length;

async function uploadTo(id: number) {
  const form = await buildForm({}, { media_file: { name: 'a.mp3', bytes: silentMp3() } });
  await admin.call(videos.uploadMedia, { params: { id }, ...form });
}
async function addHosted() {
  const { id } = await addVideo(admin, { youtube_id: null });
  await uploadTo(id);
  return id;
}
/** Without the speech profile, which is created later. */
const getMedia = async (id: number) => {
  const files = await readdir(path.join(server.dataDir, 'media', 'videos', String(id))).catch(() => []);
  return files.filter((name) => !name.includes('.speech'));
};

describe('deleting a video', () => {
  it('moves it to the trash, where only administrators see it', async () => {
    const { videoId } = await addAlignedVideo(admin);
    expect((await trash(videoId)).statusCode).toBe(204);
    expect(await idsListed(false)).not.toContain(videoId);
    const [trashed] = await admin.call(videos.listManagedVideos, { query: { trashed: true } });
    expect(trashed).toMatchObject({ id: videoId, trashed_at: expect.any(String), has_original: true });
    const { results } = await learner.call(videos.listVideos);
    expect(results.map(({ id }) => id)).not.toContain(videoId);
    for (const client of [learner, admin]) {
      expect((await client.try(videos.getVideo, { params: { id: videoId } })).statusCode).toBe(404);
      const lists = await client.try(subtitles.listSubtitles, { params: { id: videoId } });
      expect(lists.statusCode).toBe(404);
    }
  });

  it('is a 404 for one that does not exist, or is already in the trash', async () => {
    const { id } = await addVideo(admin);
    await trash(id);
    expect((await trash(id)).statusCode).toBe(404);
    expect((await trash(999_999)).statusCode).toBe(404);
    expect((await admin.try(videos.updateVideo, { params: { id }, body: { title: 'x' } })).statusCode).toBe(
      404,
    );
  });
});

describe('restoring a video', () => {
  it('restores it unchanged', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const before = await learner.call(videos.getVideo, { params: { id: videoId } });
    await trash(videoId);
    expect((await restore(videoId)).json()).toEqual(before);
    expect(await learner.call(videos.getVideo, { params: { id: videoId } })).toEqual(before);
    expect(await idsListed(true)).not.toContain(videoId);
  });

  it('doesn’t change one that is not in the trash, and is a 404 for an unknown one', async () => {
    const { id } = await addVideo(admin);
    expect((await restore(id)).statusCode).toBe(200);
    expect((await restore(999_999)).statusCode).toBe(404);
  });
});

describe('a replaced media file', () => {
  const listed = (id: number) => admin.call(videos.listReplacedMedia, { params: { id } });
  const restoreMedia = (id: number, replaced_id: number) =>
    admin.try(videos.restoreMedia, { params: { id }, body: { replaced_id } });
  const toKey = async (id: number) => {
    const { rows } = await server.context.db.execute<{ media_key: string }>(
      sql`select media_key from videos where id = ${id}`,
    );
    return rows[0]?.media_key;
  };

  it('can be restored, and moves the current media to the trash', async () => {
    const id = await addHosted();
    const first = await toKey(id);
    await uploadTo(id);
    const second = await toKey(id);
    expect(second).not.toBe(first);
    const [replaced] = await listed(id);
    expect((await restoreMedia(id, replaced?.id ?? 0)).statusCode).toBe(200);
    expect(await toKey(id)).toBe(first);
    expect(await getMedia(id)).toHaveLength(2);
    const [other] = await listed(id);
    await restoreMedia(id, other?.id ?? 0);
    expect(await toKey(id)).toBe(second);
  });

  it('is a 404 for another video, a second time, and in the trash', async () => {
    const [id, another] = [await addHosted(), await addHosted()];
    await uploadTo(id);
    const [replaced] = await listed(id);
    const replacedId = replaced?.id ?? 0;
    expect((await restoreMedia(another, replacedId)).statusCode).toBe(404);
    expect((await restoreMedia(id, replacedId)).statusCode).toBe(200);
    expect((await restoreMedia(id, replacedId)).statusCode).toBe(404);
    await trash(id);
    expect((await restoreMedia(id, (replacedId ?? 0) + 1)).statusCode).toBe(404);
    expect((await admin.try(videos.listReplacedMedia, { params: { id } })).statusCode).toBe(404);
  });

  it('is permanently deleted after 30 days, and not swept before', async () => {
    const id = await addHosted();
    await uploadTo(id);
    await sweepStorage(server.context, daysFromNow(20));
    await purgeTrash(server.context.db, daysFromNow(29.9));
    expect([(await getMedia(id)).length, (await listed(id)).length]).toEqual([2, 1]);
    await purgeTrash(server.context.db, daysFromNow(30.1));
    expect(await listed(id)).toEqual([]);
    await eventually(async () =>
      expect((await getMedia(id)).map((name) => `videos/${id}/${name}`)).toEqual([await toKey(id)]),
    );
  });

  it('is deleted with its video, and stays with a restored one', async () => {
    const [gone, back] = [await addHosted(), await addHosted()];
    for (const id of [gone, back]) {
      await uploadTo(id);
      await trash(id);
    }
    await restore(back);
    await server.context.db.execute(
      sql`update replaced_media set trashed_at = now() + interval '1 day' where video_id in (${gone}, ${back})`,
    );
    await purgeTrash(server.context.db, daysFromNow(30.1));
    await eventually(async () => expect(await getMedia(gone)).toEqual([]));
    expect(await getMedia(back)).toHaveLength(2);
  });
});

describe('the purge of the trash', () => {
  it('permanently deletes videos that were trashed 30 days ago, with their media and related rows', async () => {
    const id = await addHosted();
    const { videoId } = await addAlignedVideo(admin);
    await trash(id);
    await trash(videoId);
    expect(await getMedia(id)).toHaveLength(1);
    await purgeTrash(server.context.db, daysFromNow(29.9));
    expect([await rowCount(id), await rowCount(videoId)]).toEqual([1, 1]);
    await purgeTrash(server.context.db, daysFromNow(30.1));
    expect([await rowCount(id), await rowCount(videoId)]).toEqual([0, 0]);
    await eventually(async () => expect(await getMedia(id)).toEqual([]));
    const { rows } = await server.context.db.execute(
      sql`select 1 from subtitles where video_id = ${videoId}`,
    );
    expect(rows).toEqual([]);
  });

  it('deletes nothing too early if the server’s clock is wrong', async () => {
    const id = await addHosted();
    await trash(id);
    vi.useFakeTimers({ toFake: ['Date'], now: daysFromNow(40) });
    onTestFinished(() => void vi.useRealTimers());
    await purgeTrash(server.context.db);
    expect(await rowCount(id)).toBe(1);
  });

  it('keeps restored videos, and those that were never trashed', async () => {
    const [trashed, restored] = [await addHosted(), await addHosted()];
    await trash(restored);
    await restore(restored);
    await purgeTrash(server.context.db, daysFromNow(100));
    expect(await getMedia(trashed)).toHaveLength(1);
    expect(await getMedia(restored)).toHaveLength(1);
  });
});

describe('the original language of a video', () => {
  const change = (id: number, original_language: string) =>
    admin.try(videos.updateVideo, { params: { id }, body: { original_language, title: 'New title' } });

  it('can be changed while nothing is aligned', async () => {
    const { id } = await addVideo(admin);
    expect((await change(id, 'PT-br')).json()).toMatchObject({
      original_language: 'pt-BR',
      title: 'New title',
    });
    expect((await change(id, 'klingon')).json()).toHaveProperty('original_language');
  });

  it('can’t be changed while there are alignments, and neither can the other fields of that call', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    expect((await change(videoId, 'es')).statusCode).toBe(409);
    expect(await admin.call(videos.getVideo, { params: { id: videoId } })).toMatchObject({
      original_language: 'en',
      title: 'In the café',
    });
    expect((await change(videoId, 'en')).statusCode).toBe(200);
    await admin.call(subtitles.deleteSubtitle, { params: { id: targetId } });
    expect((await change(videoId, 'es')).statusCode).toBe(200);
  });
});
