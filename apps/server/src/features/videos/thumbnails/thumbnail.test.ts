import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { hasFfmpeg, toneClip } from '../../../testing/clip.ts';
import { addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

describe.skipIf(!hasFfmpeg)('the thumbnail of hosted media (needs ffmpeg)', () => {
  it('is a frame, even if the file’s index is at its end', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    const form = await buildForm({}, { media_file: { name: 'film.mp4', bytes: await toneClip() } });
    const { thumbnail_url } = await admin.call(videos.uploadMedia, { params: { id }, ...form });
    const picture = await server.app.inject({ url: thumbnail_url ?? '/none' });
    expect(picture.statusCode).toBe(200);
    expect([...picture.rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });
});
