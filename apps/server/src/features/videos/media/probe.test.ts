import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { hasFfmpeg, toneAudio, toneClip } from '../../../testing/clip.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

// Created before the server starts, since creating them blocks the thread.
const CLIP = hasFfmpeg ? await toneClip() : Buffer.alloc(0);
const FAST_START_CLIP = hasFfmpeg ? await toneClip('-movflags', '+faststart') : Buffer.alloc(0);
const SOUND = hasFfmpeg ? await toneAudio('flac') : Buffer.alloc(0);
const { server, admin } = await withServer();

const listStored = () => server.context.storage.list('videos');
const addVideoWithoutMedia = async () => (await addVideo(admin, { youtube_id: null })).id;
const upload = async (id: number, bytes: Buffer) =>
  admin.try(videos.uploadMedia, {
    params: { id },
    ...(await buildForm({}, { media_file: { name: 'clip.mp4', bytes } })),
  });
const getMedia = async (id: number) => (await admin.call(videos.getVideo, { params: { id } })).media;
const takeHalf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

it('a video without media has no media properties', async () => {
  expect(await getMedia(await addVideoWithoutMedia())).toBeNull();
});

describe.skipIf(!hasFfmpeg)('uploaded media', () => {
  it('have a duration and a frame size', async () => {
    const id = await addVideoWithoutMedia();
    expect((await upload(id, CLIP)).statusCode).toBe(201);
    expect(await getMedia(id)).toEqual({
      bytes: CLIP.length,
      duration_ms: expect.closeTo(12_000, -3),
      width: 64,
      height: 48,
    });
  });

  it('can be audio only', async () => {
    const id = await addVideoWithoutMedia();
    for (const sound of [SOUND, silentMp3()]) {
      expect((await upload(id, sound)).statusCode).toBe(201);
      expect(await getMedia(id)).toMatchObject({
        duration_ms: expect.any(Number),
        width: null,
        height: null,
      });
    }
  });

  it.each([
    ['with a missing index', takeHalf(CLIP)],
    ['with an index but missing content', takeHalf(FAST_START_CLIP)],
    [
      'without pictures and sound',
      Buffer.from(CLIP.toString('latin1').replace(/vide|soun/g, 'text'), 'latin1'),
    ],
  ])(
    'are refused without replacing the previous media if they can’t be played: a file %s',
    async (_, broken) => {
      const id = await addVideoWithoutMedia();
      await upload(id, silentMp3());
      const [before, saved] = [await listStored(), await getMedia(id)];
      const refused = await upload(id, broken);
      expect([refused.statusCode, refused.json()]).toEqual([
        415,
        { detail: expect.stringMatching(/^This file can't be played: it is damaged/) },
      ]);
      expect(await listStored()).toEqual(before);
      expect(await getMedia(id)).toEqual(saved);
    },
  );

  it('have the same properties after being restored from the trash', async () => {
    const id = await addVideoWithoutMedia();
    await upload(id, CLIP);
    const first = await getMedia(id);
    await upload(id, silentMp3());
    const [replaced] = await admin.call(videos.listReplacedMedia, { params: { id } });
    const body = { replaced_id: replaced?.id ?? 0 };
    expect(await admin.call(videos.restoreMedia, { params: { id }, body })).toMatchObject({ media: first });
  });
});

describe.skipIf(!hasFfmpeg)('the thumbnail of hosted media (needs ffmpeg)', () => {
  it('is a frame of the video, even if the file’s index is at its end', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    const form = await buildForm({}, { media_file: { name: 'film.mp4', bytes: await toneClip() } });
    const { thumbnail_url } = await admin.call(videos.uploadMedia, { params: { id }, ...form });
    const picture = await server.app.inject({ url: thumbnail_url ?? '/none' });
    expect(picture.statusCode).toBe(200);
    expect([...picture.rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });
});
