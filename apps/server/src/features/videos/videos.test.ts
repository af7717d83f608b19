import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm, signIn } from '../../testing/client.ts';
import { waitForLockWait } from '../../testing/databases.ts';
import { ENGLISH_SRT, SPANISH_VTT, silentMp3 } from '../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, addVideo, newYouTubeId } from '../../testing/library.ts';
import { openTransaction } from '../../testing/open-transaction.ts';
import { withServer } from '../../testing/with-server.ts';

const MAX_BYTES = 4 * 1024 * 1024;

const { server, admin } = await withServer({ MEDIA_MAX_BYTES: String(MAX_BYTES) });
const learner = await signIn(server);

const addVideoWithoutMedia = () => addVideo(admin, { youtube_id: null });
const upload = async (id: number, bytes: Uint8Array | string, name = 'clip.mp3') =>
  admin.try(videos.uploadMedia, {
    params: { id },
    ...(await buildForm({}, { media_file: { name, bytes } })),
  });
const listStoredFiles = async () => {
  const entries = await readdir(path.join(server.dataDir, 'media'), { recursive: true, withFileTypes: true });
  // Speech profiles are created some time after the upload.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.speech'));
  return files.map((entry) => entry.name);
};

describe('a video', () => {
  it('is created from a YouTube id, and immediately visible to learners', async () => {
    const created = await admin.call(videos.createVideo, {
      body: {
        title: ' En el café ',
        description: '',
        youtube_id: 'dQw4w9WgXcQ',
        original_language: 'es',
        country: 'es',
      },
    });
    expect(created).toMatchObject({
      title: 'En el café',
      language_display_name: 'Spanish',
      country: 'ES',
      published: true,
      media_url: null,
      latest_alignment_id: null,
    });
    expect(await learner.call(videos.getVideo, { params: { id: created.id } })).toMatchObject({
      id: created.id,
    });
  });

  it('treats an empty country and an empty YouTube id as missing', async () => {
    const created = await admin.call(videos.createVideo, {
      body: { title: 'x', description: 'y', youtube_id: '', original_language: 'es', country: '' },
    });
    expect(created).toMatchObject({ country: null, youtube_id: null });
  });

  it.each([
    ['title', { title: '   ' }],
    ['title', { title: undefined }],
    ['title', { title: 'x'.repeat(10_001) }],
    ['title', { title: 'a\0b' }],
    ['description', { description: '\ud800' }],
    ['youtube_id', { youtube_id: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['original_language', { original_language: 'elvish' }],
    ['country', { country: 'Atlantis' }],
  ])('is refused for an invalid %s', async (field, change) => {
    const valid = { title: 'x', description: '', youtube_id: 'dQw4w9WgXcQ', original_language: 'es' };
    const response = await admin.try(videos.createVideo, { body: { ...valid, ...change } });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['detail', field]);
  });

  it('can be unpublished and published again', async () => {
    const { videoId: id } = await addAlignedVideo(admin);
    await admin.call(videos.updateVideo, { params: { id }, body: { published: false } });
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
    await admin.call(videos.updateVideo, { params: { id }, body: { published: true } });
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(200);
  });

  it('can’t be published without lines to say', async () => {
    const { id } = await addVideo(admin, { published: false });
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const publish = () => admin.try(videos.updateVideo, { params: { id }, body: { published: true } });
    expect([(await publish()).statusCode, (await publish()).json().detail]).toEqual([
      409,
      "Learners can't practise it until a translation is aligned. Align one before you publish the video.",
    ]);
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
    await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    expect((await publish()).statusCode).toBe(200);
  });

  it('stays published without lines to say when other fields change', async () => {
    const { id } = await addVideo(admin);
    const body = { published: true, title: 'Another' };
    expect(await admin.call(videos.updateVideo, { params: { id }, body })).toMatchObject(body);
  });

  it('can’t have the YouTube id of another video, even one in the trash', async () => {
    const [first, second] = [await addVideo(admin), await addVideo(admin)];
    const { youtube_id } = first;
    const duplicate = { title: 'x', original_language: 'es', youtube_id };
    const taken = { detail: 'A video with this YouTube ID already exists.', video_id: first.id };
    const created = await admin.try(videos.createVideo, { body: duplicate });
    expect([created.statusCode, created.json()]).toEqual([409, taken]);
    const changeParameter = await admin.try(videos.updateVideo, {
      params: { id: second.id },
      body: { youtube_id: youtube_id ?? '' },
    });
    expect([changeParameter.statusCode, changeParameter.json()]).toEqual([409, taken]);
    const unchanged = { params: { id: first.id }, body: { youtube_id: youtube_id ?? '' } };
    expect(await admin.call(videos.updateVideo, unchanged)).toMatchObject({ youtube_id });
    await admin.call(videos.deleteVideo, { params: { id: first.id } });
    expect((await admin.try(videos.createVideo, { body: duplicate })).json()).toEqual({
      detail: 'A video with this YouTube ID is in the trash. Restore it there.',
      video_id: first.id,
    });
  });

  it('changes no field if its new YouTube id is taken, not even the language', async () => {
    const [{ youtube_id }, { id }] = [await addVideo(admin), await addVideo(admin)];
    const body = { title: 'Another', original_language: 'fr', country: 'fr' };
    const before = await admin.call(videos.getVideo, { params: { id } });
    const refused = await admin.try(videos.updateVideo, {
      params: { id },
      body: { ...body, youtube_id: youtube_id ?? '' },
    });
    expect(refused.statusCode).toBe(409);
    expect(await admin.call(videos.getVideo, { params: { id } })).toEqual(before);
    expect(await admin.call(videos.updateVideo, { params: { id }, body })).toMatchObject({
      original_language: 'fr',
      country: 'FR',
    });
  });

  it('gets a media file or a YouTube id, not both, if two administrators add them concurrently', async () => {
    const { id } = await addVideoWithoutMedia();
    const client = await openTransaction(server.databaseUrl);
    // Both calls have to wait for a lock on the video.
    await client.query('select 1 from videos where id = $1 for update', [id]);
    const uploading = upload(id, silentMp3());
    await waitForLockWait(client);
    const body = { youtube_id: newYouTubeId() };
    const changing = admin.try(videos.updateVideo, { params: { id }, body });
    await Promise.race([waitForLockWait(client, 2), changing]);
    await client.query('commit');
    const statuses = (await Promise.all([uploading, changing])).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    const { youtube_id, media_url } = await admin.call(videos.getVideo, { params: { id } });
    expect([youtube_id, media_url].filter((value) => value !== null)).toHaveLength(1);
  });

  it('is added once if two administrators add it concurrently', async () => {
    const body = { title: 'x', original_language: 'es', youtube_id: 'at-one-time' };
    const responses = await Promise.all([1, 2, 3].map(() => admin.try(videos.createVideo, { body })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });

  it('is listed for administrators, newest first', async () => {
    const [first, second] = [await addVideo(admin, { published: false }), await addVideoWithoutMedia()];
    const list = await admin.call(videos.listManagedVideos);
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('hosted media', () => {
  it('is identified by its content and served by a signed URL, whole and in ranges', async () => {
    const { id } = await addVideoWithoutMedia();
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
    const bytes = silentMp3();
    const response = await upload(id, bytes, 'misnamed.txt');
    expect(response.statusCode).toBe(201);
    const { media_url, media_type } = await learner.call(videos.getVideo, { params: { id } });
    expect(media_type).toBe('audio/mpeg');

    const get = (headers: Record<string, string> = {}) =>
      server.app.inject({ url: media_url as string, headers });
    const whole = await get();
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await get({ range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${bytes.length}`,
      'content-length': '10',
    });
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    const tail = await get({ range: 'bytes=-5' });
    expect(tail.rawPayload.equals(bytes.subarray(-5))).toBe(true);
    expect((await get({ range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
    expect(
      (await server.app.inject({ method: 'HEAD', url: media_url as string })).headers['content-length'],
    ).toBe(String(bytes.length));
  });

  it('is not served by a changed or expired URL', async () => {
    const { id } = await addVideoWithoutMedia();
    await upload(id, silentMp3());
    const { media_url } = await learner.call(videos.getVideo, { params: { id } });
    const valid = new URL(media_url as string, 'http://x');
    const changeParameter = (name: string, value: string) => {
      const url = new URL(valid);
      url.searchParams.set(name, value);
      return url;
    };
    for (const url of [
      changeParameter('expires', String(Number(valid.searchParams.get('expires')) + 60)),
      changeParameter('signature', 'AAAA'),
      new URL(valid.pathname, 'http://x'),
      new URL(valid.href.replace(/[0-9a-f]\.mp3/, 'x.mp3')),
    ]) {
      expect((await server.app.inject({ url: url.pathname + url.search })).statusCode).not.toBe(200);
    }
  });

  it('is refused without leaving files if no browser can play it', async () => {
    const { id } = await addVideoWithoutMedia();
    const before = await listStoredFiles();
    const response = await upload(id, '<html><script>alert(1)</script>', 'film.mp4');
    expect(response.statusCode).toBe(415);
    expect((await upload(id, '', 'film.mp4')).statusCode).toBe(415);
    expect(await listStoredFiles()).toEqual(before);
    expect((await admin.call(videos.getVideo, { params: { id } })).media_url).toBeNull();
  });

  it('is refused without leaving files if it is too large', async () => {
    const { id } = await addVideoWithoutMedia();
    const before = await listStoredFiles();
    const response = await upload(id, Buffer.concat([silentMp3(), Buffer.alloc(MAX_BYTES)]));
    expect(response.statusCode).toBe(413);
    expect(await listStoredFiles()).toEqual(before);
  });

  it('is refused for a YouTube video, for an unknown one, and without a file', async () => {
    const { id } = await addVideo(admin);
    expect((await upload(id, silentMp3())).statusCode).toBe(409);
    expect((await upload(999_999, silentMp3())).statusCode).toBe(404);
    const none = await admin.try(videos.uploadMedia, {
      params: { id: (await addVideoWithoutMedia()).id },
      ...(await buildForm({ a: 'b' })),
    });
    expect(none.json()).toHaveProperty('media_file');
  });
});
