import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addLines, addVideo, hostClip } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

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
  it.each(CHANGES)(
    'that is %s are no longer served to learners until this is undone',
    async (_, close, open) => {
      const id = await addHostedVideo(true);
      const url = await getMediaUrl(learner, id);
      expect(await requestStatus(url)).toBe(200);
      await close(id);
      await expect.poll(() => requestStatus(url), { interval: 500 }).toBe(404);
      await open(id);
      await expect.poll(() => requestStatus(url), { interval: 500 }).toBe(200);
    },
  );

  it('that is a draft are only served to administrators', async () => {
    const id = await addHostedVideo(false);
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
    const url = await getMediaUrl(admin, id);
    expect(await requestStatus(url)).toBe(200);
    expect(await requestStatus(url.replace('for=admin&', ''))).toBe(403);
  });
});
