import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { addAlignedVideo, fillAlignment } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

const getPage = (learner: Client, id: number, page?: number) =>
  learner.try(subtitles.listSegments, { params: { id }, query: { page } });

describe('a page of segments', () => {
  it('has twenty segments in order, the total, and the adjacent pages', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 50, mismatches: [21] });
    const url = `http://sayback.test/api/alignments/${alignmentId}/segments/`;
    const second = (await getPage(learner, alignmentId, 2)).json();
    expect(second).toMatchObject({ count: 50, next: `${url}?page=3`, previous: `${url}?page=1` });
    const texts = second.results.map(({ text_original }: subtitles.Segment) => text_original);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => `Line ${20 + n}`));
    expect(second.results[1]).toEqual({
      id: second.results[0].id + 1,
      start_time: '00:01:03.000',
      end_time: '00:01:05.000',
      text_original: 'Line 21',
      text_target: 'Línea 21',
      mismatch: true,
      label: '1-1',
      confidence: 0.9,
      edited: false,
      origin: 'file',
      approved: false,
      version: 1,
    });
    expect((await getPage(learner, alignmentId, 3)).json()).toMatchObject({ next: null });
    expect((await getPage(learner, alignmentId)).json()).toMatchObject({ previous: null });
  });

  it('past the end is a 404, but an empty alignment has a first page', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 20 });
    expect((await getPage(learner, alignmentId, 2)).statusCode).toBe(404);
    await fillAlignment(server.context.db, alignmentId, { count: 0 });
    expect((await getPage(learner, alignmentId, 1)).json()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it('is only visible to administrators while the video is a draft, and to nobody while it is in the trash', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { published: false });
    expect((await getPage(learner, alignmentId)).statusCode).toBe(404);
    expect((await getPage(admin, alignmentId)).statusCode).toBe(200);
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect((await getPage(admin, alignmentId)).statusCode).toBe(404);
    expect((await getPage(admin, 999_999)).statusCode).toBe(404);
  });
});
