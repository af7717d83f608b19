import { accounts, subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { clientFor } from '../testing/client.ts';
import { withServer } from '../testing/with-server.ts';
import { DEMO_ACCOUNTS, seedDemo } from './seed-demo.ts';

const { server } = await withServer();
await seedDemo(server.context);

async function logIn(account: { username: string; password: string }) {
  const { access } = await clientFor(server.app).call(accounts.login, { body: account });
  return clientFor(server.app, access);
}

describe('the demo', () => {
  it('has accounts that can log in, one of them an administrator', async () => {
    const roles = await Promise.all(
      DEMO_ACCOUNTS.map(async (account) => (await (await logIn(account)).call(accounts.getProfile)).is_admin),
    );
    expect(roles).toEqual([false, true]);
  });

  it('has at least three playable videos, each aligned with two languages and few mismatches', async () => {
    const learner = await logIn(DEMO_ACCOUNTS[0]);
    const { results } = await learner.call(videos.listVideos, {});
    expect(results.length).toBeGreaterThanOrEqual(3);
    for (const video of results) {
      const media = await server.app.inject({
        url: video.media_url as string,
        headers: { range: 'bytes=0-99' },
      });
      expect(media.statusCode).toBe(206);
      const { results: files } = await learner.call(subtitles.listSubtitles, { params: { id: video.id } });
      const targets = files.filter(({ is_original }) => !is_original);
      expect(targets.length).toBeGreaterThanOrEqual(2);
      for (const target of targets) {
        const alignment = await learner.call(subtitles.getAlignment, {
          params: { id: target.alignment_id as number },
        });
        expect(alignment.segment_count).toBeGreaterThan(10);
        expect(alignment.mismatch_count).toBeLessThan(3);
      }
    }
  });

  it('has an original text in every segment', async () => {
    const learner = await logIn(DEMO_ACCOUNTS[0]);
    const { results } = await learner.call(videos.listVideos, {});
    for (const video of results) {
      const { results: files } = await learner.call(subtitles.listSubtitles, { params: { id: video.id } });
      for (const { alignment_id } of files) {
        if (alignment_id === null) continue;
        const params = { id: alignment_id };
        const list = await learner.call(subtitles.listSegments, { params, query: { all: true } });
        const invalid = (list as subtitles.Segment[]).filter(
          ({ text_original, start_time, end_time }) =>
            !/\p{L}/u.test(text_original.replace(/\[.*\]/, '')) || end_time <= start_time,
        );
        expect(invalid).toEqual([]);
      }
    }
  });

  it('adds its videos only once', async () => {
    await seedDemo(server.context);
    const admin = await logIn(DEMO_ACCOUNTS[1]);
    expect(await admin.call(videos.listManagedVideos, {})).toHaveLength(3);
  });
});
