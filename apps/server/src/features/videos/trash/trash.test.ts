import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addLines, addVideo, hostClip } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { purgeTrash } from '../index.ts';
import { sweepStorage } from './sweep-storage.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

const trash = (id: number) => admin.try(videos.deleteVideo, { params: { id } });
const restore = (id: number) => admin.try(videos.restoreVideo, { params: { id } });
const listIds = async (trashed: boolean) =>
  (await admin.call(videos.listManagedVideos, { query: { trashed } })).map(({ id }) => id);
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const countRows = async (id: number) =>
  (await server.context.db.execute(sql`select 1 from videos where id = ${id}`)).rows.length;

const addHosted = () => hostClip(admin, silentMp3());
const replaceMedia = (id: number) => hostClip(admin, silentMp3(), id);

/** Lists a video's files, without the speech profile, which is created later. */
const listMediaFiles = async (id: number) => {
  const files = await readdir(path.join(server.dataDir, 'media', 'videos', String(id))).catch(() => []);
  return files.filter((name) => !name.includes('.speech'));
};

describe('deleting a video', () => {
  it('moves it to the trash, where only administrators see it', async () => {
    const { videoId } = await addAlignedVideo(admin);
    expect((await trash(videoId)).statusCode).toBe(204);
    expect(await listIds(false)).not.toContain(videoId);
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

  it('is a 404 for an unknown video, or one in the trash', async () => {
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
  it('makes it visible again, unchanged', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const before = await learner.call(videos.getVideo, { params: { id: videoId } });
    await trash(videoId);
    expect((await restore(videoId)).json()).toEqual(before);
    expect(await learner.call(videos.getVideo, { params: { id: videoId } })).toEqual(before);
    expect(await listIds(true)).not.toContain(videoId);
  });

  it('doesn’t change a video outside the trash, and is a 404 for an unknown one', async () => {
    const { id } = await addVideo(admin);
    expect((await restore(id)).statusCode).toBe(200);
    expect((await restore(999_999)).statusCode).toBe(404);
  });
});

describe('a replaced media file', () => {
  const listReplaced = (id: number) => admin.call(videos.listReplacedMedia, { params: { id } });
  const restoreMedia = (id: number, replaced_id: number) =>
    admin.try(videos.restoreMedia, { params: { id }, body: { replaced_id } });
  const readMediaKey = async (id: number) => {
    const { rows } = await server.context.db.execute<{ media_key: string }>(
      sql`select media_key from videos where id = ${id}`,
    );
    return rows[0]?.media_key;
  };

  it('can be restored, and moves the current media to the trash', async () => {
    const id = await addHosted();
    const first = await readMediaKey(id);
    await replaceMedia(id);
    const second = await readMediaKey(id);
    expect(second).not.toBe(first);
    const [replaced] = await listReplaced(id);
    expect((await restoreMedia(id, replaced?.id ?? 0)).statusCode).toBe(200);
    expect(await readMediaKey(id)).toBe(first);
    expect(await listMediaFiles(id)).toHaveLength(2);
    const [other] = await listReplaced(id);
    await restoreMedia(id, other?.id ?? 0);
    expect(await readMediaKey(id)).toBe(second);
  });

  it('can’t be restored for another video, twice, or in a trashed video', async () => {
    const [id, another] = [await addHosted(), await addHosted()];
    await replaceMedia(id);
    const [replaced] = await listReplaced(id);
    const replacedId = replaced?.id ?? 0;
    expect((await restoreMedia(another, replacedId)).statusCode).toBe(404);
    expect((await restoreMedia(id, replacedId)).statusCode).toBe(200);
    expect((await restoreMedia(id, replacedId)).statusCode).toBe(404);
    await trash(id);
    expect((await restoreMedia(id, (replacedId ?? 0) + 1)).statusCode).toBe(404);
    expect((await admin.try(videos.listReplacedMedia, { params: { id } })).statusCode).toBe(404);
  });

  it('is permanently deleted after 30 days, but not before', async () => {
    const id = await addHosted();
    await replaceMedia(id);
    await sweepStorage(server.context, daysFromNow(20));
    await purgeTrash(server.context.db, daysFromNow(29.9));
    expect([(await listMediaFiles(id)).length, (await listReplaced(id)).length]).toEqual([2, 1]);
    await purgeTrash(server.context.db, daysFromNow(30.1));
    expect(await listReplaced(id)).toEqual([]);
    await eventually(async () =>
      expect((await listMediaFiles(id)).map((name) => `videos/${id}/${name}`)).toEqual([
        await readMediaKey(id),
      ]),
    );
  });

  it('is deleted with its video, but not with a restored video', async () => {
    const [deleted, restored] = [await addHosted(), await addHosted()];
    for (const id of [deleted, restored]) {
      await replaceMedia(id);
      await trash(id);
    }
    await restore(restored);
    await server.context.db.execute(
      sql`update replaced_media set trashed_at = now() + interval '1 day' where video_id in (${deleted}, ${restored})`,
    );
    await purgeTrash(server.context.db, daysFromNow(30.1));
    await eventually(async () => expect(await listMediaFiles(deleted)).toEqual([]));
    expect(await listMediaFiles(restored)).toHaveLength(2);
  });
});

describe('purging the trash', () => {
  it('permanently deletes videos after 30 days, with their media and rows', async () => {
    const id = await addHosted();
    const { videoId } = await addAlignedVideo(admin);
    await trash(id);
    await trash(videoId);
    expect(await listMediaFiles(id)).toHaveLength(1);
    await purgeTrash(server.context.db, daysFromNow(29.9));
    expect([await countRows(id), await countRows(videoId)]).toEqual([1, 1]);
    await purgeTrash(server.context.db, daysFromNow(30.1));
    expect([await countRows(id), await countRows(videoId)]).toEqual([0, 0]);
    await eventually(async () => expect(await listMediaFiles(id)).toEqual([]));
    const { rows } = await server.context.db.execute(
      sql`select 1 from subtitles where video_id = ${videoId}`,
    );
    expect(rows).toEqual([]);
  });

  it('uses the database’s clock', async () => {
    const id = await addHosted();
    await trash(id);
    vi.useFakeTimers({ toFake: ['Date'], now: daysFromNow(40) });
    onTestFinished(() => void vi.useRealTimers());
    await purgeTrash(server.context.db);
    expect(await countRows(id)).toBe(1);
  });

  it('deletes neither restored videos nor those that were never trashed', async () => {
    const [untouched, restored] = [await addHosted(), await addHosted()];
    await trash(restored);
    await restore(restored);
    await purgeTrash(server.context.db, daysFromNow(100));
    expect(await listMediaFiles(untouched)).toHaveLength(1);
    expect(await listMediaFiles(restored)).toHaveLength(1);
  });
});

describe('the original language of a video', () => {
  const change = (id: number, original_language: string) =>
    admin.try(videos.updateVideo, { params: { id }, body: { original_language, title: 'New title' } });

  it('can be changed without alignments', async () => {
    const { id } = await addVideo(admin);
    expect((await change(id, 'PT-br')).json()).toMatchObject({
      original_language: 'pt-BR',
      title: 'New title',
    });
    expect((await change(id, 'klingon')).json()).toHaveProperty('original_language');
  });

  it('can’t be changed while there are alignments: the call changes no field', async () => {
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

describe('closed media', () => {
  async function addHostedVideo(published: boolean): Promise<number> {
    const { id } = await addVideo(admin, { youtube_id: null, published });
    await hostClip(admin, silentMp3(), id);
    await addLines(server.context.db);
    return id;
  }
  const getMediaUrl = async (client: Client, id: number) =>
    String((await client.call(videos.getVideo, { params: { id } })).media_url);
  const requestStatus = async (url: string) => (await server.app.inject({ url })).statusCode;

  /** Changes that hide a video from learners, and their reversals. */
  const CHANGES: [string, (id: number) => Promise<unknown>, (id: number) => Promise<unknown>][] = [
    [
      'unpublished',
      (id) => admin.call(videos.updateVideo, { params: { id }, body: { published: false } }),
      (id) => admin.call(videos.updateVideo, { params: { id }, body: { published: true } }),
    ],
    [
      'put into the trash',
      (id) => admin.call(videos.deleteVideo, { params: { id } }),
      (id) => admin.call(videos.restoreVideo, { params: { id } }),
    ],
  ];

  describe('the media of a video', () => {
    it.each(CHANGES)('are no longer served to learners while the video is %s', async (_, close, open) => {
      const id = await addHostedVideo(true);
      const url = await getMediaUrl(learner, id);
      expect(await requestStatus(url)).toBe(200);
      await close(id);
      await expect.poll(() => requestStatus(url), { interval: 500 }).toBe(404);
      await open(id);
      await expect.poll(() => requestStatus(url), { interval: 500 }).toBe(200);
    });

    it('are only served to administrators if the video is a draft', async () => {
      const id = await addHostedVideo(false);
      expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
      const url = await getMediaUrl(admin, id);
      expect(await requestStatus(url)).toBe(200);
      expect(await requestStatus(url.replace('for=admin&', ''))).toBe(403);
    });
  });
});
