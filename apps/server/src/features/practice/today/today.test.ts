import { randomBytes } from 'node:crypto';
import {
  accounts,
  hashLine,
  makeAttemptId,
  practice,
  subtitles,
  TIME_ZONE_HEADER,
  videos,
} from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db } = server.context;

const DAY_MS = 86_400_000;
const createId = (at: number) => makeAttemptId(at, randomBytes(10));
const now = Date.now();

/** The lines of `fillAlignment`. */
const createLine = (video_id: number, line: number) => ({
  video_id,
  start_ms: line * 3000,
  text_hash: hashLine(`Line ${line}`),
});
const createReview = (
  video_id: number,
  line: number,
  fields: Partial<practice.Review> & { at?: number } = {},
): practice.Review => {
  const { at = now - 10 * DAY_MS, ...others } = fields;
  return {
    ...createLine(video_id, line),
    id: createId(at),
    skill: 'say',
    grade: 'good',
    utc_offset: 0,
    ...others,
  };
};
const createTake = (
  video_id: number,
  line: number,
  at: number,
  rest: Partial<practice.Attempt> = {},
): practice.Attempt => ({
  ...createLine(video_id, line),
  id: createId(at),
  what: 'said',
  ...rest,
});

async function addLines(count = 10) {
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  await fillAlignment(db, alignmentId, { count });
  return { videoId, alignmentId };
}
const save = (learner: Client, reviews: practice.Review[]) =>
  learner.call(practice.saveReviews, { body: { reviews } });
const saveTakes = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });
const mark = (learner: Client, { video_id, ...line }: ReturnType<typeof createLine>, marks: object) =>
  learner.call(practice.markLine, { params: { id: video_id }, body: { ...line, ...marks } });
const getToday = (learner: Client, zone = 'UTC') =>
  learner.call(practice.getToday, { headers: { [TIME_ZONE_HEADER]: zone } });
const getQueue = (learner: Client) => learner.call(practice.getQueue);
const summarize = ({ lines }: practice.Queue) =>
  lines.map(({ video_id, text_original, skill, reason }) => [video_id, text_original, skill, reason]);

/** Creates a function that edits the segment that now has this number. */
async function createSegmentEditor(alignmentId: number, number: number) {
  const id = (await listSegments(admin, alignmentId))[number]?.id ?? 0;
  return (fields: Extract<subtitles.SegmentChange, { op: 'update' }>['fields']) =>
    admin.call(subtitles.changeSegments, {
      params: { id: alignmentId },
      body: { changes: [{ op: 'update', id, fields }] },
    });
}

describe('Today', () => {
  it('is empty for a new learner', async () => {
    const learner = await signIn(server);
    const { days, ...counts } = await getToday(learner);
    expect(counts).toEqual({ waiting: 0, fresh: 0, minutes: 0, done: 0, goal_minutes: null });
    expect(days).toHaveLength(7);
    expect(days.every(({ minutes }) => minutes === 0)).toBe(true);
    expect(await getQueue(learner)).toEqual({ lines: [], videos: [], gone: [] });
  });

  it('has the due, wrong, starred and hard lines of all videos, and those with a recurring hint, each once', async () => {
    const [a, b] = [await addLines(), await addLines()];
    const [learner, other] = [await signIn(server), await signIn(server)];
    await save(learner, [
      createReview(a.videoId, 1),
      createReview(a.videoId, 2, { at: now - DAY_MS / 24 }),
      createReview(b.videoId, 3, { skill: 'write', grade: 'again', at: now - 3 * DAY_MS }),
      createReview(a.videoId, 4, { skill: 'write' }),
    ]);
    await mark(learner, createLine(b.videoId, 5), { starred: true });
    await mark(learner, createLine(a.videoId, 6), { hard: true });
    await mark(learner, createLine(a.videoId, 1), { starred: true });
    await saveTakes(learner, [
      createTake(a.videoId, 7, now - DAY_MS, { extra_pauses: 2 }),
      createTake(a.videoId, 7, now - 1000, { length_ratio: 1.7 }),
      createTake(a.videoId, 8, now - 2000, { extra_pauses: 1 }),
      createTake(a.videoId, 8, now - 1000, { extra_pauses: 0, length_ratio: 1 }),
      createTake(a.videoId, 9, now - 1000, { extra_pauses: 1 }),
    ]);
    const waiting = await getQueue(learner);
    expect(summarize(waiting)).toEqual([
      [b.videoId, 'Line 3', 'write', 'wrong'],
      [b.videoId, 'Line 5', 'say', 'starred'],
      [a.videoId, 'Line 1', 'say', 'due'],
      [a.videoId, 'Line 4', 'write', 'due'],
      [a.videoId, 'Line 7', 'say', 'hint'],
      [a.videoId, 'Line 6', 'say', 'hard'],
    ]);
    expect(waiting.videos.map(({ id }) => id).sort()).toEqual([a.videoId, b.videoId].sort());
    expect(await getToday(learner)).toMatchObject({ waiting: 6, fresh: 3, minutes: 4 });
    expect(await getQueue(other)).toMatchObject({ lines: [] });
  });

  it('returns each line with its segment, the previous one, and the next interval for each grade', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [createReview(videoId, 0), createReview(videoId, 4)]);
    const { lines } = await getQueue(learner);
    const rows = await listSegments(learner, alignmentId);
    expect(lines.map(({ segment_id, before }) => [segment_id, before?.segment_id])).toEqual([
      [rows[0]?.id, undefined],
      [rows[4]?.id, rows[3]?.id],
    ]);
    expect(lines[1]).toMatchObject({
      video_id: videoId,
      alignment_id: alignmentId,
      start_ms: 12_000,
      end_ms: 14_000,
      text_target: 'Línea 4',
      text_hash: hashLine('Line 4'),
    });
    const answered = createReview(videoId, 4, { at: Date.now() });
    const { due } = await save(learner, [answered]);
    const day = new Date(Date.now() + (lines[1]?.intervals.good ?? 0) * DAY_MS).toISOString().slice(0, 10);
    expect(due).toEqual([{ id: answered.id, day }]);
    expect(await getToday(learner)).toMatchObject({ waiting: 1, done: 1 });
  });

  it('offers the learner’s daily number of new lines, minus those already answered today', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    for (const line of [1, 2, 3, 4]) await mark(learner, createLine(videoId, line), { starred: true });
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 3, goal_minutes: 40 } } });
    expect(await getToday(learner)).toMatchObject({ waiting: 3, fresh: 3, goal_minutes: 40 });
    await save(learner, [createReview(videoId, 1, { at: Date.now() })]);
    expect(summarize(await getQueue(learner)).map(([, text]) => text)).toEqual(['Line 2', 'Line 3']);
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 0 } } });
    expect(await getToday(learner)).toMatchObject({ waiting: 0, goal_minutes: 40 });
  });

  it('offers a starred line as new while it has no card', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    await mark(learner, createLine(videoId, 1), { starred: true });
    const [say, write] = (['say', 'write'] as const).map((skill) =>
      createReview(videoId, 1, { at: Date.now(), skill }),
    );
    await save(learner, [say, write] as practice.Review[]);
    expect(await getToday(learner)).toMatchObject({ waiting: 0, done: 2 });
    await learner.call(practice.undoReview, { params: { review: say?.id ?? '' } });
    expect(await getToday(learner)).toMatchObject({ waiting: 0, done: 1 });
    await learner.call(practice.undoReview, { params: { review: write?.id ?? '' } });
    expect(summarize(await getQueue(learner))).toEqual([[videoId, 'Line 1', 'say', 'starred']]);
  });

  it('omits suspended and forgotten lines, and closed videos', async () => {
    const [open, closed] = [await addLines(), await addLines()];
    const learner = await signIn(server);
    await save(learner, [
      createReview(open.videoId, 1),
      createReview(open.videoId, 2),
      createReview(closed.videoId, 1),
    ]);
    await mark(learner, createLine(open.videoId, 1), { suspended: true, starred: true });
    await save(learner, [createReview(open.videoId, 2, { grade: 'forget', at: now - DAY_MS })]);
    await admin.call(videos.updateVideo, { params: { id: closed.videoId }, body: { published: false } });
    expect(await getToday(learner)).toMatchObject({ waiting: 0 });
    expect(await getQueue(learner)).toMatchObject({ lines: [], gone: [] });
    await mark(learner, createLine(open.videoId, 1), { suspended: false });
    expect(summarize(await getQueue(learner))).toEqual([[open.videoId, 'Line 1', 'say', 'due']]);
  });

  it('reports a missing line once, and lists it again once it is found', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [createReview(videoId, 1), createReview(videoId, 2)]);
    const row = (await listSegments(admin, alignmentId))[1];
    const change = (text_original: string) =>
      admin.call(subtitles.changeSegments, {
        params: { id: alignmentId },
        body: { changes: [{ op: 'update', id: row?.id ?? 0, fields: { text_original } }] },
      });
    await change('Something else');
    const first = await getQueue(learner);
    expect(summarize(first)).toEqual([[videoId, 'Line 2', 'say', 'due']]);
    expect(first.gone).toEqual([{ video_id: videoId, title: 'In the café', text: 'Line 1' }]);
    expect(await getQueue(learner)).toMatchObject({ gone: [] });
    expect(await getToday(learner)).toMatchObject({ waiting: 1 });
    const lines = async () =>
      (await learner.call(practice.listLineMemory, { params: { id: videoId } })).lines;
    expect(await lines()).toMatchObject([
      { text: 'Line 1', gone: true },
      { text: 'Line 2', gone: false },
    ]);
    await change('Line 1!');
    expect(await lines()).toMatchObject([{ gone: false }, { gone: false }]);
    expect(await getToday(learner)).toMatchObject({ waiting: 2 });
  });

  it('finds a missing line again without a visit to its video', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [createReview(videoId, 1)]);
    const change = await createSegmentEditor(alignmentId, 1);
    await change({ text_original: 'Something else' });
    expect((await getQueue(learner)).gone).toHaveLength(1);
    await change({ text_original: 'Line 1' });
    expect(summarize(await getQueue(learner))).toEqual([[videoId, 'Line 1', 'say', 'due']]);
    expect(await getToday(learner)).toMatchObject({ waiting: 1 });
  });

  it('replaces missing lines with hints by other new lines', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 1 } } });
    for (const line of [6, 7])
      await saveTakes(learner, [
        createTake(videoId, line, now - DAY_MS, { extra_pauses: 2 }),
        createTake(videoId, line, now - 1000, { extra_pauses: 2 }),
      ]);
    await mark(learner, createLine(videoId, 5), { starred: true });
    for (const line of [6, 7])
      await (await createSegmentEditor(alignmentId, line))({ text_original: 'Something else' });
    expect(await getQueue(learner)).toMatchObject({ lines: [{ text_original: 'Line 5' }], gone: [] });
    expect(await getToday(learner)).toMatchObject({ waiting: 1 });
  });

  it('finds a line that moved far, if its text is unique', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [createReview(videoId, 1), createReview(videoId, 2)]);
    const far = { start_time: '00:10:00.000', end_time: '00:10:02.000' };
    await (await createSegmentEditor(alignmentId, 9))({ ...far, text_original: 'Line 1' });
    await (await createSegmentEditor(alignmentId, 1))({ text_original: 'Something else' });
    const move = { start_time: '00:12:00.000', end_time: '00:12:02.000' };
    await (await createSegmentEditor(alignmentId, 2))({ ...move, text_original: 'Line 2' });
    const waiting = await getQueue(learner);
    expect(waiting.lines.map(({ start_ms }) => start_ms)).toEqual([600_000, 720_000]);
    expect(waiting.gone).toEqual([]);
    // An answer at the new start counts for the existing card.
    const [line] = waiting.lines;
    const answered = { ...createReview(videoId, 1, { at: Date.now() }), start_ms: line?.start_ms ?? 0 };
    await save(learner, [answered]);
    const { lines } = await learner.call(practice.listLineMemory, { params: { id: videoId } });
    expect(lines).toMatchObject([
      { start_ms: 600_000, gone: false },
      { start_ms: 720_000, gone: false },
    ]);
    await (await createSegmentEditor(alignmentId, 8))({ text_original: 'Line 2' });
    const moveAgain = { start_time: '00:20:00.000', end_time: '00:20:02.000' };
    await (await createSegmentEditor(alignmentId, 2))(moveAgain);
    // The moved line isn't found, since two lines now have its text.
    const { lines: after } = await learner.call(practice.listLineMemory, { params: { id: videoId } });
    expect(after.map(({ gone }) => gone)).toEqual([false, true]);
  });

  it('has at most fifty lines in the queue', async () => {
    const { videoId } = await addLines(60);
    const learner = await signIn(server);
    const all = Array.from({ length: 60 }, (_, line) => createReview(videoId, line));
    for (let start = 0; start < all.length; start += 30) await save(learner, all.slice(start, start + 30));
    expect((await getQueue(learner)).lines).toHaveLength(practice.QUEUE_SIZE);
    expect(await getToday(learner)).toMatchObject({ waiting: 60, minutes: 35 });
  });
});

describe('practice figures', () => {
  const getFigures = (learner: Client) => learner.call(practice.getFigures);

  it('count each card’s first review after a day, and have no value below twenty cases', async () => {
    const { videoId } = await addLines(40);
    const learner = await signIn(server);
    const answer = (line: number, days: number, rest: Partial<practice.Review> = {}) =>
      createReview(videoId, line, { at: now - days * DAY_MS + line, ...rest });
    const reviews = Array.from({ length: 20 }, (_, line) => [
      answer(line, 20),
      // This doesn't count, since it is less than a day after the first review.
      answer(line, 19.5, { grade: 'again' }),
      answer(line, 15, { grade: line < 15 ? 'hard' : 'again' }),
      answer(line, 5),
    ]).flat();
    const few = Array.from({ length: 19 }, (_, line) => [
      answer(20 + line, 50),
      answer(20 + line, 40),
    ]).flat();
    for (const batch of [reviews.slice(0, 40), reviews.slice(40), few]) await save(learner, batch);
    expect((await getFigures(learner)).kept).toEqual({
      now: { value: 0.75, cases: 20 },
      before: { value: null, cases: 19 },
    });
  });

  it('only include first hearings and first takes', async () => {
    const { videoId } = await addLines(60);
    const learner = await signIn(server);
    const written = Array.from({ length: 40 }, (_, line) =>
      createReview(videoId, line, {
        at: now - (line < 20 ? 3 : 35) * DAY_MS - line,
        skill: 'write',
        first_hearing: true,
        accuracy: line < 20 ? 0.9 : 0.7,
      }),
    );
    await save(learner, [
      ...written,
      createReview(videoId, 50, { skill: 'write', accuracy: 0, at: now - DAY_MS }),
    ]);
    const takes = Array.from({ length: 20 }, (_, line) => [
      createTake(videoId, line, now - 6 * DAY_MS + line, {
        extra_pauses: line % 2,
        length_ratio: line % 2 ? 1.25 : 0.8,
      }),
      createTake(videoId, line, now - 5 * DAY_MS + line, { extra_pauses: 9, length_ratio: 9 }),
    ]).flat();
    await saveTakes(learner, takes);
    const { hears, extra_pauses, length_off } = await getFigures(learner);
    expect(hears.now).toEqual({ value: expect.closeTo(0.9, 5), cases: 20 });
    expect(hears.before).toEqual({ value: expect.closeTo(0.7, 5), cases: 20 });
    expect(extra_pauses).toEqual({ now: { value: 0.5, cases: 20 }, before: { value: null, cases: 0 } });
    expect(length_off.now).toEqual({ value: expect.closeTo(25, 3), cases: 20 });
    expect(await getFigures(await signIn(server))).toMatchObject({
      hears: { now: { value: null, cases: 0 } },
    });
  });

  it('include the practice of the last 28 days', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [
      createReview(videoId, 1),
      createReview(videoId, 2, { grade: 'again' }),
      createReview(videoId, 3, { skill: 'write' }),
      createReview(videoId, 4, { grade: 'forget' }),
    ]);
    await saveTakes(learner, [
      createTake(videoId, 1, now - 10 * DAY_MS, { voiced_ms: 700 }),
      createTake(videoId, 2, now - 40 * DAY_MS),
    ]);
    const { days } = await getFigures(learner);
    expect(days).toHaveLength(28);
    expect(days.filter(({ minutes }) => minutes > 0)).toMatchObject([
      { said: 1, spoken_ms: 700, written: 1, recalled: 1 },
    ]);
    const { rows } = await db.execute(sql`select from reviews where user_id = ${learner.id}`);
    expect(rows).toHaveLength(4);
  });
});
