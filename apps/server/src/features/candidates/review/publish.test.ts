import { candidates, subtitles, videos } from '@sayback/contract';
import { count, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { createCaptionsDouble, track } from '../../../testing/doubles/captions-double.ts';
import { addVideo, newYouTubeId } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { videos as videoRows } from '../../videos/index.ts';

const captions = createCaptionsDouble();
const { server, admin } = await withServer({}, [], { captions });
const calls = candidateCalls(server, admin);
beforeEach(() => {
  captions.faults = [];
});

const publish = (id: number, body: object) => calls.post(candidates.publishCandidate, id, body);
const EN_AND_ES = { original: 'en', targets: ['es'] };
const countVideos = async () => (await server.context.db.select({ n: count() }).from(videoRows))[0]?.n;

describe('publishing a candidate', () => {
  it('creates a draft with its aligned subtitles, and marks the candidate processed', async () => {
    const { id, youtube_id } = await calls.addDownloaded({
      ...{ review_status: 'approved', title: 'El café', description: 'A film.' },
    });
    const response = await publish(id, EN_AND_ES);
    expect(response.statusCode).toBe(201);
    const { video_id } = response.json();
    const video = await admin.call(videos.getVideo, { params: { id: video_id } });
    expect(video).toMatchObject({
      ...{ title: 'El café', description: 'A film.', youtube_id, original_language: 'en', published: false },
      latest_alignment_id: expect.any(Number),
    });
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: video_id } });
    expect(results).toMatchObject([
      { language: 'en', is_original: true },
      { language: 'es', alignment_id: video.latest_alignment_id, needs_realign: false },
    ]);
    expect(await calls.get(id)).toMatchObject({ review_status: 'processed', video_id });
  });

  it('returns the number of target cues left out before the original’s first one', async () => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    const writeVtt = (texts: string[], startSecond: number) =>
      `WEBVTT\n\n${texts.map((text, n) => `00:${startSecond + n}.000 --> 00:${startSecond + n}.900\n${text}\n`).join('\n')}`;
    const setContent = (key: string, content: string) =>
      server.context.db.execute(
        sql`update candidate_subtitles set content = ${content} where candidate_id = ${id} and version_key = ${key}`,
      );
    await setContent('en', writeVtt(['Good morning.', 'Two coffees, please.', 'Here you are.'], 12));
    await setContent('es', writeVtt(['Un café', 'Buenos días.', 'Dos cafés, por favor.', 'Aquí tiene.'], 11));
    const response = await publish(id, EN_AND_ES);
    expect(response.json().left_out).toBe(1);
  });

  it('accepts a title, a description and an empty list of targets', async () => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    const response = await publish(id, { original: 'es', title: 'Mine', description: '' });
    const video = await admin.call(videos.getVideo, { params: { id: response.json().video_id } });
    expect(video).toMatchObject({ title: 'Mine', description: '', original_language: 'es' });
  });

  it.each(['pending', 'rejected', 'processed'] as const)(
    'is refused with a 409 for a candidate that is %s',
    async (review_status) => {
      const { id } = await calls.addDownloaded({ review_status });
      expect((await publish(id, EN_AND_ES)).statusCode).toBe(409);
    },
  );

  it('is refused with a 409 and the video’s id if a video has the same YouTube id, even in the trash', async () => {
    const { id, youtube_id } = await calls.addDownloaded({ review_status: 'approved' });
    const video = await addVideo(admin, { youtube_id });
    const response = await publish(id, EN_AND_ES);
    expect(response.statusCode).toBe(409);
    expect(response.json().video_id).toBe(video.id);
    await admin.call(videos.deleteVideo, { params: { id: video.id } });
    const trashed = await publish(id, EN_AND_ES);
    expect([trashed.statusCode, trashed.json()]).toEqual([
      409,
      { detail: 'A video with this YouTube ID is in the trash. Restore it there.', video_id: video.id },
    ]);
  });

  it('creates one video for two concurrent calls', async () => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    const responses = await Promise.all([publish(id, EN_AND_ES), publish(id, EN_AND_ES)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(responses.map((response) => response.json().video_id)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it.each([
    ['original', { original: 'fr' }],
    ['targets', { original: 'en', targets: ['fr'] }],
    ['targets', { original: 'en', targets: ['es', 'es'] }],
    ['targets', { original: 'en', targets: ['en'] }],
  ])('refuses missing versions and duplicate languages in %s', async (field, body) => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    const before = await countVideos();
    const response = await publish(id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty(field);
    expect(await countVideos()).toBe(before);
  });

  it('reports a duplicate language in the request’s language', async () => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    const response = await admin.try(candidates.publishCandidate, {
      ...{ params: { id }, body: { original: 'en', targets: ['en'] } },
      headers: { 'accept-language': 'es' },
    });
    expect(response.json().detail).toBe('«en» está en un idioma que ya elegiste. Elige uno de cada.');
  });

  it('creates no video if a subtitle can’t be parsed', async () => {
    const { id } = await calls.addDownloaded({ review_status: 'approved' });
    await server.context.db.execute(
      `update candidate_subtitles set content = 'nothing' where candidate_id = ${id} and version_key = 'es'`,
    );
    const before = await countVideos();
    expect((await publish(id, EN_AND_ES)).statusCode).toBe(400);
    expect(await countVideos()).toBe(before);
    expect(await calls.get(id)).toMatchObject({ review_status: 'approved', video_id: null });
  });

  it('converts a regional language to the app’s code', async () => {
    const { id, youtube_id } = await calls.addCandidate({ review_status: 'approved' });
    captions.tracks.set(youtube_id, [track('en-GB', { language: 'en-GB' })]);
    await calls.post(candidates.downloadSubtitles, id);
    const response = await publish(id, { original: 'en-GB' });
    const video = await admin.call(videos.getVideo, { params: { id: response.json().video_id } });
    expect(video.original_language).toBe('en');
  });
});

describe('importing YouTube’s subtitles into a video', () => {
  const addYouTubeVideo = () => addVideo(admin, { youtube_id: newYouTubeId() });

  it('lists the available subtitles', async () => {
    const { id } = await addYouTubeVideo();
    const lookup = await admin.call(candidates.lookForSubtitles, { params: { id } });
    expect(lookup.subtitles).toHaveLength(3);
  });

  it('adds the selected subtitles, and reports unavailable ones', async () => {
    const { id, youtube_id } = await addYouTubeVideo();
    captions.texts.set(`${youtube_id} en`, new CaptionError('po-token-required'));
    const body = { version_keys: ['en', 'es', 'fr'] };
    const taken = await admin.call(candidates.takeSubtitles, { params: { id }, body });
    expect(taken.added).toEqual(['es']);
    expect(Object.keys(taken.failed).sort()).toEqual(['en', 'fr']);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id } });
    expect(results.map(({ language }) => language)).toEqual(['es']);
  });

  it('fails if none is available, or if two are in the same language', async () => {
    const { id } = await addYouTubeVideo();
    expect((await calls.post(candidates.takeSubtitles, id, { version_keys: ['fr'] })).statusCode).toBe(409);
    const two = await calls.post(candidates.takeSubtitles, id, { version_keys: ['en', 'en-auto'] });
    expect(two.statusCode).toBe(400);
    captions.faults = [new CaptionError('time-out')];
    expect((await calls.post(candidates.lookForSubtitles, id)).statusCode).toBe(504);
  });

  it('is refused with a 409 for a hosted video', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    expect((await calls.post(candidates.lookForSubtitles, id)).statusCode).toBe(409);
    expect((await calls.post(candidates.takeSubtitles, id, { version_keys: ['en'] })).statusCode).toBe(409);
  });
});
