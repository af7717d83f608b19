import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { hasFfmpeg, toneAudio, toneClip } from '../../../testing/clip.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

// Created before the server starts, since they block the thread.
const CLIP = hasFfmpeg ? await toneClip() : Buffer.alloc(0);
const CLIP_WITH_INDEX_FIRST = hasFfmpeg ? await toneClip('-movflags', '+faststart') : Buffer.alloc(0);
const SOUND = hasFfmpeg ? await toneAudio('flac') : Buffer.alloc(0);
const { server, admin } = await withServer();

const stored = () => server.context.storage.list('videos');
const addWaiting = async () => (await addVideo(admin, { youtube_id: null })).id;
const upload = async (id: number, bytes: Buffer) =>
  admin.try(videos.uploadMedia, {
    params: { id },
    ...(await buildForm({}, { media_file: { name: 'clip.mp4', bytes } })),
  });
const getMedia = async (id: number) => (await admin.call(videos.getVideo, { params: { id } })).media;
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

it('a video without media has no facts', async () => {
  expect(await getMedia(await addWaiting())).toBeNull();
});

describe.skipIf(!hasFfmpeg)('uploaded media', () => {
  it('have a length and a size', async () => {
    const id = await addWaiting();
    expect((await upload(id, CLIP)).statusCode).toBe(201);
    expect(await getMedia(id)).toEqual({
      bytes: CLIP.length,
      duration_ms: expect.closeTo(12_000, -3),
      width: 64,
      height: 48,
    });
  });

  it('may be audio only', async () => {
    const id = await addWaiting();
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
    ['whose index was at its end', half(CLIP)],
    ['whose index is there', half(CLIP_WITH_INDEX_FIRST)],
    [
      'without pictures and sound',
      Buffer.from(CLIP.toString('latin1').replace(/vide|soun/g, 'text'), 'latin1'),
    ],
  ])('are refused if they can’t be played, and the previous ones stay: a file %s', async (_, broken) => {
    const id = await addWaiting();
    await upload(id, silentMp3());
    const [before, saved] = [await stored(), await getMedia(id)];
    const refused = await upload(id, broken);
    expect([refused.statusCode, refused.json()]).toEqual([
      415,
      { detail: expect.stringMatching(/^This file can't be played: it is damaged/) },
    ]);
    expect(await stored()).toEqual(before);
    expect(await getMedia(id)).toEqual(saved);
  });

  it('keep their facts in the trash and after a restore', async () => {
    const id = await addWaiting();
    await upload(id, CLIP);
    const first = await getMedia(id);
    await upload(id, silentMp3());
    const [replaced] = await admin.call(videos.listReplacedMedia, { params: { id } });
    const body = { replaced_id: replaced?.id ?? 0 };
    expect(await admin.call(videos.restoreMedia, { params: { id }, body })).toMatchObject({ media: first });
  });
});
