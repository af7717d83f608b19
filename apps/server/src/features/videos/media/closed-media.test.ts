import { videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm, type Client, signIn } from '../../../testing/client.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addLines, addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

async function hostedVideo(published: boolean): Promise<number> {
  const { id } = await addVideo(admin, { youtube_id: null, published });
  const { body, headers } = await buildForm({}, { media_file: { name: 'a.mp3', bytes: silentMp3() } });
  await admin.call(videos.uploadMedia, { params: { id }, body, headers });
  await addLines(server.context.db);
  return id;
}
const addressFor = async (client: Client, id: number) =>
  String((await client.call(videos.getVideo, { params: { id } })).media_url);
const getStatus = async (url: string) => (await server.app.inject({ url })).statusCode;

/** Ways to close a video to learners, each with its reverse. */
const CLOSINGS: [string, (id: number) => Promise<unknown>, (id: number) => Promise<unknown>][] = [
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
  it.each(CLOSINGS)(
    'that is %s are no longer served to learners until it is back',
    async (_, close, open) => {
      const id = await hostedVideo(true);
      const address = await addressFor(learner, id);
      expect(await getStatus(address)).toBe(200);
      await close(id);
      await expect.poll(() => getStatus(address), { interval: 500 }).toBe(404);
      await open(id);
      await expect.poll(() => getStatus(address), { interval: 500 }).toBe(200);
    },
  );

  it('media of a draft are only served to administrators', async () => {
    const id = await hostedVideo(false);
    expect((await learner.try(videos.getVideo, { params: { id } })).statusCode).toBe(404);
    const address = await addressFor(admin, id);
    expect(await getStatus(address)).toBe(200);
    expect(await getStatus(address.replace('for=admin&', ''))).toBe(403);
  });
});
