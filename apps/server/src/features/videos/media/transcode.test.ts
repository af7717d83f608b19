import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { delayedTone, findFirstSound, hasFfmpeg, measureAudio, toneAudio } from '../../../testing/clip.ts';
import { addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const listStored = () => server.context.storage.list('videos');

async function upload(bytes: Buffer, uploader = admin) {
  const { id } = await addVideo(uploader, { youtube_id: null });
  const form = await buildForm({}, { media_file: { name: 'sound', bytes } });
  return uploader.try(videos.uploadMedia, { params: { id }, ...form });
}

describe.skipIf(!hasFfmpeg)('audio that some browsers can’t play', () => {
  it.each(['wav', 'ogg', 'opus', 'flac'] as const)(
    'is transcoded to M4A, and not shifted in time: %s',
    async (extension) => {
      const response = await upload(await delayedTone(extension));
      expect(response.statusCode).toBe(201);
      expect(response.json()).toMatchObject({ media_type: 'audio/mp4' });
      const { rawPayload } = await server.app.inject({ url: response.json().media_url });
      const { seconds, decibels } = await measureAudio(rawPayload);
      expect(seconds).toBeGreaterThan(2.8);
      expect(seconds).toBeLessThan(3.2);
      expect(decibels).toBeGreaterThan(-8);
      expect(Math.abs((await findFirstSound(rawPayload)) - 1000)).toBeLessThan(5);
    },
  );

  it('is refused without leaving files if ffmpeg can’t read it', async () => {
    const before = await listStored();
    const broken = (await toneAudio('wav')).subarray(0, 1000).fill(0xff, 20);
    const response = await upload(broken);
    expect([response.statusCode, response.json().detail]).toEqual([
      415,
      "Couldn't read the sound in this file.",
    ]);
    expect(await listStored()).toEqual(before);
  });

  it('is refused if it is a playlist', async () => {
    const list = Buffer.from('OggS\n#EXTM3U\nhttp://169.254.169.254/latest\nfile:///etc/passwd\n');
    expect((await upload(list)).statusCode).toBe(415);
  });

  it('leaves no files if its upload is interrupted', async () => {
    const before = await listStored();
    const { id } = await addVideo(admin, { youtube_id: null });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { body, headers } = await buildForm(
      {},
      { media_file: { name: 'a.wav', bytes: await toneAudio('wav') } },
    );
    const request = httpRequest({
      port,
      method: 'POST',
      path: `/api/videos/${id}/media/`,
      headers: { ...headers, authorization: `Bearer ${admin.token}`, 'content-length': body.length },
    });
    request.on('error', () => undefined);
    request.write(body.subarray(0, body.length / 2), () => request.destroy());
    await new Promise((closed) => request.once('close', closed));
    await expect.poll(listStored).toEqual(before);
    expect((await admin.call(videos.getVideo, { params: { id } })).media_url).toBeNull();
  });
});

describe('without ffmpeg', async () => {
  const withoutFfmpeg = await withServer({}, [], { sound: null });

  it('audio that must be transcoded is refused with the reason', async () => {
    const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), Buffer.alloc(64)]);
    const response = await upload(wav, withoutFfmpeg.admin);
    expect([response.statusCode, response.json().detail]).toEqual([
      415,
      "This server can't convert WAV files, since it has no ffmpeg. Choose an MP4, WebM, M4A or MP3 file.",
    ]);
  });
});
