import { accounts, jobs, parsePosition, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, hostClip, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const report = (
  learner: Client,
  id: number,
  kind: subtitles.ReportKind,
  nudge: subtitles.Nudge | null = null,
) => learner.call(subtitles.reportLine, { params: { id }, body: { kind, nudge } });
const listCuts = (id: number) => admin.call(subtitles.listCuts, { params: { id } });
const parseTimes = ({ start_time, end_time }: subtitles.Segment) => ({
  start_ms: parsePosition(start_time) as number,
  end_ms: parsePosition(end_time) as number,
});
const listStates = async (learner: Client) =>
  (await learner.call(subtitles.listOwnReports)).map(({ state }) => state);

async function addVideoWithLine() {
  const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
  const [line] = (await listSegments(admin, alignmentId)) as [subtitles.Segment];
  return { videoId, targetId, alignmentId, line };
}

describe('a report about a line', () => {
  it('moves the line only for its reporter, in pages and in the list of all segments', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const [ana, ben] = [await signIn(server), await signIn(server)];
    await report(ana, line.id, 'starts_late', { start_ms: -100, end_ms: 50 });
    const expected = { kinds: ['starts_late'], nudge: { start_ms: -100, end_ms: 50 } };
    expect((await listSegments(ana, alignmentId))[0]).toEqual({ ...line, report: expected });
    const page = await ana.call(subtitles.listSegments, { params: { id: alignmentId } });
    expect(page).toMatchObject({ results: [{ id: line.id, report: expected }, {}, {}] });
    expect((await listSegments(ben, alignmentId))[0]).toEqual(line);
  });

  it('counts once per learner and kind, and the last nudge wins', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'starts_late', { start_ms: -50, end_ms: 0 });
    await report(learner, line.id, 'ends_early', { start_ms: -50, end_ms: 100 });
    await report(learner, line.id, 'starts_late', { start_ms: -150, end_ms: 100 });
    const [first] = await listSegments(learner, alignmentId);
    expect(first?.report?.nudge).toEqual({ start_ms: -150, end_ms: 100 });
    expect(first?.report?.kinds.sort()).toEqual(['ends_early', 'starts_late']);
    expect((await listCuts(alignmentId)).cuts[0]).toMatchObject({ learners: 1 });
  });

  it('stays with its line after realigning, in another language, and after a change of punctuation', async () => {
    const { videoId, targetId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'starts_late', { start_ms: -100, end_ms: 0 });
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const frenchAlignment = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    for (const id of [alignment_id, frenchAlignment.alignment_id]) {
      const [first] = await listSegments(learner, id);
      await admin.call(subtitles.updateSegment, {
        params: { id: first?.id },
        body: { text_original: `<i>${first?.text_original.toUpperCase()}</i>!` },
      });
      expect((await listSegments(learner, id))[0]?.report?.nudge).toEqual({ start_ms: -100, end_ms: 0 });
    }
  });

  it('doesn’t nudge an end that an editor has moved since', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'starts_late', { start_ms: -100, end_ms: 50 });
    const { start_ms } = parseTimes(line);
    await admin.call(subtitles.updateSegment, {
      params: { id: line.id },
      body: { start_time: (start_ms + 300) / 1000 },
    });
    expect((await listSegments(learner, alignmentId))[0]?.report).toEqual({
      kinds: ['starts_late'],
      nudge: { start_ms: 0, end_ms: 50 },
    });
  });

  it('can be withdrawn', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'two_lines');
    await learner.call(subtitles.withdrawReport, { params: { id: line.id } });
    expect((await listSegments(learner, alignmentId))[0]?.report).toBeUndefined();
    expect(await listStates(learner)).toEqual([]);
  });

  it('is refused for a hidden video, and for a nudge of more than a second', async () => {
    const { videoId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    const nudge = { start_ms: -1001, end_ms: 0 };
    const tooFar = await learner.try(subtitles.reportLine, {
      params: { id: line.id },
      body: { kind: 'starts_late', nudge },
    });
    expect(tooFar.statusCode).toBe(400);
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: false } });
    const hidden = await learner.try(subtitles.reportLine, {
      params: { id: line.id },
      body: { kind: 'wrong_text' },
    });
    expect(hidden.statusCode).toBe(404);
  });

  it('is exported, and deleted with the account', async () => {
    const { line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'wrong_text');
    expect(await learner.call(accounts.exportAccount)).toMatchObject({
      line_reports: [{ kind: 'wrong_text', text: line.text_original, state: 'open' }],
    });
    await server.context.db.execute(sql`delete from users where id = ${learner.id}`);
    const { rows } = await server.context.db.execute(
      sql`select from line_reports where user_id = ${learner.id}`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the queue of cuts', () => {
  it('ranks reports by the number of learners and the size of the nudge, and proposes the median nudge', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const [first, second] = (await listSegments(admin, alignmentId)) as [
      subtitles.Segment,
      subtitles.Segment,
    ];
    const learners = await Promise.all([1, 2, 3].map(() => signIn(server)));
    await report(learners[0] as Client, second.id, 'ends_early', { start_ms: 0, end_ms: 50 });
    for (const [index, learner] of learners.entries()) {
      const nudge = { start_ms: [-50, -200, -150][index] ?? 0, end_ms: 0 };
      await report(learner, first.id, 'starts_late', nudge);
    }
    const { cuts, can_fit, fitted_at } = await listCuts(alignmentId);
    expect({ can_fit, fitted_at }).toEqual({ can_fit: false, fitted_at: null });
    const { start_ms, end_ms } = parseTimes(first);
    expect(cuts.map(({ segment_id }) => segment_id)).toEqual([first.id, second.id]);
    expect(cuts[0]).toMatchObject({
      proposed: { start_ms: start_ms - 150, end_ms, source: 'learners' },
      reports: [{ kind: 'starts_late', count: 3 }],
      learners: 3,
      weight: 3 * 3 * 150,
    });
    expect(cuts[1]?.proposed).toMatchObject({ is_sure: false });
  });

  it('moves a cut, saves a revision, resolves the reports, and can undo the move', async () => {
    const { alignmentId, targetId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'starts_late', { start_ms: -100, end_ms: 0 });
    await report(learner, line.id, 'wrong_text');
    const { start_ms, end_ms } = parseTimes(line);
    const moved = await admin.call(subtitles.moveCuts, {
      params: { id: alignmentId },
      body: { cuts: [{ segment_id: line.id, version: line.version, start_ms: start_ms - 100, end_ms }] },
    });
    const [current] = (await listSegments(learner, alignmentId)) as [subtitles.Segment];
    expect(parseTimes(current)).toEqual({ start_ms: start_ms - 100, end_ms });
    // Moving the cut doesn't resolve a report about the text.
    expect(current.report).toEqual({ kinds: ['wrong_text'], nudge: null });
    expect((await listStates(learner)).sort()).toEqual(['fixed', 'open']);
    const revisions = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revisions[0]).toMatchObject({ reason: 'cuts', kind: 'alignment' });

    await admin.call(subtitles.moveCuts, {
      params: { id: alignmentId },
      body: { cuts: moved.cuts.map((cut) => ({ ...cut, start_ms, end_ms })), undo: true },
    });
    const [restored] = (await listSegments(learner, alignmentId)) as [subtitles.Segment];
    expect(parseTimes(restored)).toEqual({ start_ms, end_ms });
    expect(restored.report).toEqual({
      kinds: ['starts_late', 'wrong_text'],
      nudge: { start_ms: -100, end_ms: 0 },
    });
  });

  it('saves one revision for a run of moves, and another one after any other change', async () => {
    const { videoId, targetId, alignmentId } = await addVideoWithLine();
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const move = async (index: number, client: Client = admin, undo = false) => {
      const line = (await listSegments(admin, alignmentId))[index] as subtitles.Segment;
      const { start_ms, end_ms } = parseTimes(line);
      const cut = { segment_id: line.id, version: line.version, start_ms: start_ms + 10, end_ms };
      await client.call(subtitles.moveCuts, { params: { id: alignmentId }, body: { cuts: [cut], undo } });
    };
    const countRevisions = async (id: number) =>
      (await admin.call(subtitles.listRevisions, { params: { id } })).length;

    await move(0);
    await move(2);
    await move(2, admin, true);
    await move(0);
    expect([await countRevisions(targetId), await countRevisions(french.id)]).toEqual([1, 1]);

    // An editor's change of a time, even of an edited segment.
    for (const end_time of [2.9, 2.8]) {
      const [first] = await listSegments(admin, alignmentId);
      await admin.call(subtitles.updateSegment, { params: { id: first?.id }, body: { end_time } });
      await move(2);
      await move(2);
    }
    expect([await countRevisions(targetId), await countRevisions(french.id)]).toEqual([3, 1]);

    await move(0, await signIn(server, 'admin'));
    expect(await countRevisions(targetId)).toBe(4);
    await server.context.db.execute(sql`update revisions set created_at = created_at - interval '1 hour'`);
    await move(0);
    expect(await countRevisions(targetId)).toBe(5);
  });

  it('also moves the cut in the video’s other languages, but no other cut', async () => {
    const { videoId, alignmentId, line } = await addVideoWithLine();
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const [, ...others] = await listSegments(admin, alignment_id);
    const { start_ms, end_ms } = parseTimes(line);
    await admin.call(subtitles.moveCuts, {
      params: { id: alignmentId },
      body: { cuts: [{ segment_id: line.id, version: line.version, start_ms: start_ms + 50, end_ms }] },
    });
    const [same, ...rest] = (await listSegments(admin, alignment_id)) as [subtitles.Segment];
    expect(parseTimes(same)).toEqual({ start_ms: start_ms + 50, end_ms });
    expect(rest).toEqual(others);
  });

  it('moves nothing if one of the cuts was changed meanwhile', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const cuts = [{ segment_id: line.id, version: line.version + 1, start_ms: 0, end_ms: 500 }];
    const stale = await admin.try(subtitles.moveCuts, { params: { id: alignmentId }, body: { cuts } });
    expect(stale.statusCode).toBe(412);
    expect((await listSegments(admin, alignmentId))[0]).toEqual(line);
  });

  it('doesn’t resolve a report about the translation into another language', async () => {
    const { videoId, alignmentId, line } = await addVideoWithLine();
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const [frenchLine] = (await listSegments(admin, alignment_id)) as [subtitles.Segment];
    const learner = await signIn(server);
    await report(learner, line.id, 'wrong_translation');
    await report(learner, line.id, 'wrong_text');

    const listKinds = async (id: number) => (await listSegments(learner, id))[0]?.report?.kinds.sort();
    expect(await listKinds(alignmentId)).toEqual(['wrong_text', 'wrong_translation']);
    expect(await listKinds(alignment_id)).toEqual(['wrong_text']);
    await learner.call(subtitles.withdrawReport, { params: { id: frenchLine.id } });
    expect(await listKinds(alignmentId)).toEqual(['wrong_translation']);
    await report(learner, line.id, 'wrong_text');
    await admin.call(subtitles.dismissCut, { params: { id: frenchLine.id }, body: { outcome: 'fixed' } });
    expect((await listStates(learner)).sort()).toEqual(['fixed', 'open']);
    expect(await listKinds(alignmentId)).toEqual(['wrong_translation']);
    expect((await listCuts(alignmentId)).cuts[0]?.reports).toEqual([{ kind: 'wrong_translation', count: 1 }]);
    expect((await listCuts(alignment_id)).cuts).toEqual([]);
    await admin.call(subtitles.dismissCut, { params: { id: line.id }, body: { outcome: 'declined' } });
    expect((await listStates(learner)).sort()).toEqual(['declined', 'fixed']);
  });

  it('reopens only the last of two fixed reports when the move is undone', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    const { start_ms, end_ms } = parseTimes(line);
    const move = async (end: number, undo = false) => {
      const [current] = (await listSegments(admin, alignmentId)) as [subtitles.Segment];
      const cuts = [{ segment_id: line.id, version: current.version, start_ms, end_ms: end }];
      await admin.call(subtitles.moveCuts, { params: { id: alignmentId }, body: { cuts, undo } });
    };
    for (const end of [end_ms + 50, end_ms + 90]) {
      await report(learner, line.id, 'ends_early');
      await move(end);
    }
    await move(end_ms + 50, true);
    expect((await listStates(learner)).sort()).toEqual(['fixed', 'open']);
  });

  it('resolves declined reports as declined', async () => {
    const { alignmentId, line } = await addVideoWithLine();
    const learner = await signIn(server);
    await report(learner, line.id, 'wrong_translation');
    await admin.call(subtitles.dismissCut, { params: { id: line.id }, body: { outcome: 'declined' } });
    expect(await listStates(learner)).toEqual(['declined']);
    expect((await listCuts(alignmentId)).cuts).toEqual([]);
  });
});

describe('fitting cuts to the speech', () => {
  it('is refused for a YouTube video', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const refused = await admin.try(subtitles.fitCuts, { params: { id: alignmentId } });
    expect(refused.statusCode).toBe(409);
  });

  it.skipIf(!hasFfmpeg)('proposes times from the audio, and moves nothing', async () => {
    const id = await hostClip(admin, await toneClip());
    // The clip has tones from 2 to 3 s and from 6 to 7 s.
    const srt =
      '1\n00:00:02,300 --> 00:00:03,300\nOne tone\n\n2\n00:00:05,700 --> 00:00:06,800\nAnother tone\n';
    await addSubtitle(admin, id, 'en', srt);
    const target = await addSubtitle(admin, id, 'es', srt);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    const before = await listSegments(admin, alignment_id);
    const { job_id } = await admin.call(subtitles.fitCuts, { params: { id: alignment_id } });
    await eventually(async () => {
      const { status } = await admin.call(jobs.getJob, { params: { id: job_id } });
      expect(status).toBe('completed');
    });
    const { cuts, fitted_at, can_fit } = await listCuts(alignment_id);
    expect(can_fit).toBe(true);
    expect(fitted_at).not.toBeNull();
    expect(await listSegments(admin, alignment_id)).toEqual(before);
    const proposed = cuts.map((cut) => cut.proposed).sort((a, b) => (a?.start_ms ?? 0) - (b?.start_ms ?? 0));
    for (const [index, start] of [2000, 6000].entries()) {
      expect(Math.abs((proposed[index]?.start_ms ?? 0) - start)).toBeLessThanOrEqual(100);
      expect(Math.abs((proposed[index]?.end_ms ?? 0) - start - 1000)).toBeLessThanOrEqual(100);
      // Each line becomes shorter at the end that is silent.
      expect(proposed[index]).toMatchObject({ is_sure: false, is_likely: true });
    }
  });
});
