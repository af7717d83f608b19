import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

async function addTwoTranslations() {
  const spanish = await addAlignedVideo(admin);
  const french = await addSubtitle(admin, spanish.videoId, 'fr', ENGLISH_SRT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
  return { ...spanish, frenchId: french.id, french: alignment_id };
}
const report = (learner: Client, id: number | undefined, kind: subtitles.ReportKind) =>
  learner.call(subtitles.reportLine, { params: { id: id ?? 0 }, body: { kind } });
const listIds = async (alignment: number) => (await listSegments(admin, alignment)).map(({ id }) => id);

/** Reads the counts in an administrator's lists, by subtitle language and for the video. */
async function readCounts(videoId: number) {
  const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
  const listed = (await admin.call(videos.listManagedVideos, {})).find(({ id }) => id === videoId);
  return {
    ...Object.fromEntries(results.map(({ language, report_count }) => [language, report_count])),
    video: listed?.report_count,
    most_reported: listed?.reported_subtitle_id,
  };
}

describe('the count of open reports', () => {
  it('is listed per translation; in the video’s count, a line of several translations counts once', async () => {
    const { videoId, alignmentId, targetId, frenchId, french } = await addTwoTranslations();
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 0, fr: 0, video: 0, most_reported: null });
    const [ana, ben] = [await signIn(server), await signIn(server)];
    // The second segment joins two lines, which are separate in the French translation.
    const [first, , third] = await listIds(alignmentId);
    for (const learner of [ana, ben]) await report(learner, first, 'starts_late');
    await report(ana, third, 'wrong_text');
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 3, fr: 3, video: 3, most_reported: targetId });
    const [line] = await listIds(french);
    await report(ben, line, 'wrong_translation');
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 3, fr: 4, video: 4, most_reported: frenchId });
  });

  it('excludes resolved reports, and lines whose text has changed', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [first, second] = await listIds(alignmentId);
    for (const id of [first, second]) await report(learner, id, 'wrong_text');
    expect(await readCounts(videoId)).toMatchObject({ es: 2, video: 2 });
    await admin.call(subtitles.dismissCut, { params: { id: first ?? 0 }, body: { outcome: 'fixed' } });
    expect(await readCounts(videoId)).toMatchObject({ es: 1, video: 1 });
    const body = { text_original: 'Something else is said here.' };
    await admin.call(subtitles.updateSegment, { params: { id: second ?? 0 }, body });
    expect(await readCounts(videoId)).toMatchObject({ es: 0, video: 0, most_reported: null });
    expect((await admin.call(subtitles.listCuts, { params: { id: alignmentId } })).cuts).toEqual([]);
  });

  it('isn’t sent to learners', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const { results } = await (await signIn(server)).call(subtitles.listSubtitles, {
      params: { id: videoId },
    });
    expect(results.every((listed) => !('report_count' in listed))).toBe(true);
  });
});
