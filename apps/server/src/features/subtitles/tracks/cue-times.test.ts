import { subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { addAlignedVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { admin } = await withServer();

const listCues = (id: number) => admin.call(subtitles.listCues, { params: { id } });
const delayTimes = (cues: subtitles.CueList['cues'], ms: number) =>
  cues.map(({ start, end }) => ({ start: start + ms, end: end + ms }));

describe('changing a subtitle’s times', () => {
  it('changes all cues at once, saves a revision, and requires realigning', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const body = { uploaded_at, note: 'Too early', times: delayTimes(cues, 2000) };
    const changed = await admin.call(subtitles.setCueTimes, { params: { id: targetId }, body });
    expect(changed.subtitle).toMatchObject({ needs_realign: true, cue_count: cues.length });
    const current = await listCues(targetId);
    expect(current.cues).toEqual(
      cues.map((cue) => ({ ...cue, start: cue.start + 2000, end: cue.end + 2000 })),
    );
    const [revision] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revision).toMatchObject({ id: changed.saved_revision_id, kind: 'file', note: 'Too early' });
    const files = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    expect(files.map(({ file_name }) => file_name)).toContain('es-times.srt');
  });

  it('can be undone by the saved revision', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const body = { uploaded_at, times: delayTimes(cues, 500) };
    const { saved_revision_id } = await admin.call(subtitles.setCueTimes, { params: { id: targetId }, body });
    await admin.call(subtitles.applyRevision, { params: { id: saved_revision_id }, body: {} });
    expect((await listCues(targetId)).cues).toEqual(cues);
  });

  it('of the original marks all alignments of the video for realigning', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const original = results.find(({ is_original }) => is_original)?.id ?? 0;
    const { cues, uploaded_at } = await listCues(original);
    await admin.call(subtitles.setCueTimes, {
      params: { id: original },
      body: { uploaded_at, times: delayTimes(cues, 100) },
    });
    const target = await admin.call(subtitles.getSubtitle, { params: { id: targetId } });
    expect(target.needs_realign).toBe(true);
  });

  it('is refused if the cues have changed, or if their number differs', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const params = { id: targetId };
    const incomplete = await admin.try(subtitles.setCueTimes, {
      params,
      body: { uploaded_at, times: delayTimes(cues, 1).slice(1) },
    });
    await admin.call(subtitles.setCueTimes, { params, body: { uploaded_at, times: delayTimes(cues, 1) } });
    const stale = await admin.try(subtitles.setCueTimes, {
      params,
      body: { uploaded_at, times: delayTimes(cues, 2) },
    });
    expect([incomplete.statusCode, stale.statusCode]).toEqual([409, 409]);
  });

  it('is refused for an end before its start', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const times = cues.map(({ start }) => ({ start, end: start }));
    const refused = await admin.try(subtitles.setCueTimes, {
      params: { id: targetId },
      body: { uploaded_at, times },
    });
    expect(refused.statusCode).toBe(400);
  });
});
