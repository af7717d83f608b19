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
const idAt = (at: number) => makeAttemptId(at, randomBytes(10));
const now = Date.now();

/** The lines of `fillAlignment`. */
const toLine = (video_id: number, line: number) => ({
  video_id,
  start_ms: line * 3000,
  text_hash: hashLine(`Line ${line}`),
});
const review = (
  video_id: number,
  line: number,
  rest: Partial<practice.Review> & { at?: number } = {},
): practice.Review => {
  const { at = now - 10 * DAY_MS, ...fields } = rest;
  return { ...toLine(video_id, line), id: idAt(at), skill: 'say', grade: 'good', utc_offset: 0, ...fields };
};
const take = (
  video_id: number,
  line: number,
  at: number,
  rest: Partial<practice.Attempt> = {},
): practice.Attempt => ({
  ...toLine(video_id, line),
  id: idAt(at),
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
const attempt = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });
const mark = (learner: Client, { video_id, ...line }: ReturnType<typeof toLine>, marks: object) =>
  learner.call(practice.markLine, { params: { id: video_id }, body: { ...line, ...marks } });
const today = (learner: Client, zone = 'UTC') =>
  learner.call(practice.getToday, { headers: { [TIME_ZONE_HEADER]: zone } });
const queue = (learner: Client) => learner.call(practice.getQueue);
const shortly = ({ lines }: practice.Queue) =>
  lines.map(({ video_id, text_original, skill, reason }) => [video_id, text_original, skill, reason]);

/** Changes one segment, given its original number. */
async function changing(alignmentId: number, number: number) {
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
    const { days, ...rest } = await today(learner);
    expect(rest).toEqual({ waiting: 0, fresh: 0, minutes: 0, done: 0, goal_minutes: null });
    expect(days).toHaveLength(7);
    expect(days.every(({ minutes }) => minutes === 0)).toBe(true);
    expect(await queue(learner)).toEqual({ lines: [], videos: [], gone: [] });
  });

  it('has due, wrong, starred and twice-hinted lines of all videos, each once', async () => {
    const [a, b] = [await addLines(), await addLines()];
    const [learner, other] = [await signIn(server), await signIn(server)];
    await save(learner, [
      review(a.videoId, 1),
      review(a.videoId, 2, { at: now - DAY_MS / 24 }),
      review(b.videoId, 3, { skill: 'write', grade: 'again', at: now - 3 * DAY_MS }),
      review(a.videoId, 4, { skill: 'write' }),
    ]);
    await mark(learner, toLine(b.videoId, 5), { starred: true });
    await mark(learner, toLine(a.videoId, 6), { hard: true });
    await mark(learner, toLine(a.videoId, 1), { starred: true });
    await attempt(learner, [
      take(a.videoId, 7, now - DAY_MS, { extra_pauses: 2 }),
      take(a.videoId, 7, now - 1000, { length_ratio: 1.7 }),
      take(a.videoId, 8, now - 2000, { extra_pauses: 1 }),
      take(a.videoId, 8, now - 1000, { extra_pauses: 0, length_ratio: 1 }),
      take(a.videoId, 9, now - 1000, { extra_pauses: 1 }),
    ]);
    const waiting = await queue(learner);
    expect(shortly(waiting)).toEqual([
      [b.videoId, 'Line 3', 'write', 'wrong'],
      [b.videoId, 'Line 5', 'say', 'starred'],
      [a.videoId, 'Line 1', 'say', 'due'],
      [a.videoId, 'Line 4', 'write', 'due'],
      [a.videoId, 'Line 7', 'say', 'hint'],
      [a.videoId, 'Line 6', 'say', 'hard'],
    ]);
    expect(waiting.videos.map(({ id }) => id).sort()).toEqual([a.videoId, b.videoId].sort());
    expect(await today(learner)).toMatchObject({ waiting: 6, fresh: 3, minutes: 4 });
    expect(await queue(other)).toMatchObject({ lines: [] });
  });

  it('returns each line with its segment, the previous one, and the next interval for each grade', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [review(videoId, 0), review(videoId, 4)]);
    const { lines } = await queue(learner);
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
    const answered = review(videoId, 4, { at: Date.now() });
    const { due } = await save(learner, [answered]);
    const day = new Date(Date.now() + (lines[1]?.intervals.good ?? 0) * DAY_MS).toISOString().slice(0, 10);
    expect(due).toEqual([{ id: answered.id, day }]);
    expect(await today(learner)).toMatchObject({ waiting: 1, done: 1 });
  });

  it('offers as many new lines as the learner chose, minus those already new today', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    for (const line of [1, 2, 3, 4]) await mark(learner, toLine(videoId, line), { starred: true });
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 3, goal_minutes: 40 } } });
    expect(await today(learner)).toMatchObject({ waiting: 3, fresh: 3, goal_minutes: 40 });
    await save(learner, [review(videoId, 1, { at: Date.now() })]);
    expect(shortly(await queue(learner)).map(([, text]) => text)).toEqual(['Line 2', 'Line 3']);
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 0 } } });
    expect(await today(learner)).toMatchObject({ waiting: 0, goal_minutes: 40 });
  });

  it('offers a starred line as new until it has a card, and again once that is undone', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    await mark(learner, toLine(videoId, 1), { starred: true });
    const [say, write] = (['say', 'write'] as const).map((skill) =>
      review(videoId, 1, { at: Date.now(), skill }),
    );
    await save(learner, [say, write] as practice.Review[]);
    expect(await today(learner)).toMatchObject({ waiting: 0, done: 2 });
    await learner.call(practice.undoReview, { params: { review: say?.id ?? '' } });
    expect(await today(learner)).toMatchObject({ waiting: 0, done: 1 });
    await learner.call(practice.undoReview, { params: { review: write?.id ?? '' } });
    expect(shortly(await queue(learner))).toEqual([[videoId, 'Line 1', 'say', 'starred']]);
  });

  it('leaves out suspended and forgotten lines, and closed videos', async () => {
    const [open, closed] = [await addLines(), await addLines()];
    const learner = await signIn(server);
    await save(learner, [review(open.videoId, 1), review(open.videoId, 2), review(closed.videoId, 1)]);
    await mark(learner, toLine(open.videoId, 1), { suspended: true, starred: true });
    await save(learner, [review(open.videoId, 2, { grade: 'forget', at: now - DAY_MS })]);
    await admin.call(videos.updateVideo, { params: { id: closed.videoId }, body: { published: false } });
    expect(await today(learner)).toMatchObject({ waiting: 0 });
    expect(await queue(learner)).toMatchObject({ lines: [], gone: [] });
    await mark(learner, toLine(open.videoId, 1), { suspended: false });
    expect(shortly(await queue(learner))).toEqual([[open.videoId, 'Line 1', 'say', 'due']]);
  });

  it('reports a missing line once with its text, and lists it again when it is back', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [review(videoId, 1), review(videoId, 2)]);
    const row = (await listSegments(admin, alignmentId))[1];
    const change = (text_original: string) =>
      admin.call(subtitles.changeSegments, {
        params: { id: alignmentId },
        body: { changes: [{ op: 'update', id: row?.id ?? 0, fields: { text_original } }] },
      });
    await change('Something else');
    const first = await queue(learner);
    expect(shortly(first)).toEqual([[videoId, 'Line 2', 'say', 'due']]);
    expect(first.gone).toEqual([{ video_id: videoId, title: 'In the café', text: 'Line 1' }]);
    expect(await queue(learner)).toMatchObject({ gone: [] });
    expect(await today(learner)).toMatchObject({ waiting: 1 });
    const lines = async () =>
      (await learner.call(practice.listLineMemory, { params: { id: videoId } })).lines;
    expect(await lines()).toMatchObject([
      { text: 'Line 1', gone: true },
      { text: 'Line 2', gone: false },
    ]);
    await change('Line 1!');
    expect(await lines()).toMatchObject([{ gone: false }, { gone: false }]);
    expect(await today(learner)).toMatchObject({ waiting: 2 });
  });

  it('lists a line that is back, without its video being opened', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [review(videoId, 1)]);
    const change = await changing(alignmentId, 1);
    await change({ text_original: 'Something else' });
    expect((await queue(learner)).gone).toHaveLength(1);
    await change({ text_original: 'Line 1' });
    expect(shortly(await queue(learner))).toEqual([[videoId, 'Line 1', 'say', 'due']]);
    expect(await today(learner)).toMatchObject({ waiting: 1 });
  });

  it('replaces hinted lines that are missing with other new lines', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await learner.call(accounts.updatePreferences, { body: { review: { new_a_day: 1 } } });
    for (const line of [6, 7])
      await attempt(learner, [
        take(videoId, line, now - DAY_MS, { extra_pauses: 2 }),
        take(videoId, line, now - 1000, { extra_pauses: 2 }),
      ]);
    await mark(learner, toLine(videoId, 5), { starred: true });
    for (const line of [6, 7]) await (await changing(alignmentId, line))({ text_original: 'Something else' });
    expect(await queue(learner)).toMatchObject({ lines: [{ text_original: 'Line 5' }], gone: [] });
    expect(await today(learner)).toMatchObject({ waiting: 1 });
  });

  it('follows a line that moved far, if its text is unique', async () => {
    const { videoId, alignmentId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [review(videoId, 1), review(videoId, 2)]);
    const far = { start_time: '00:10:00.000', end_time: '00:10:02.000' };
    await (await changing(alignmentId, 9))({ ...far, text_original: 'Line 1' });
    await (await changing(alignmentId, 1))({ text_original: 'Something else' });
    const move = { start_time: '00:12:00.000', end_time: '00:12:02.000' };
    await (await changing(alignmentId, 2))({ ...move, text_original: 'Line 2' });
    const waiting = await queue(learner);
    expect(waiting.lines.map(({ start_ms }) => start_ms)).toEqual([600_000, 720_000]);
    expect(waiting.gone).toEqual([]);
    // An answer at the new time finds the card.
    const [line] = waiting.lines;
    const answered = { ...review(videoId, 1, { at: Date.now() }), start_ms: line?.start_ms ?? 0 };
    await save(learner, [answered]);
    const { lines } = await learner.call(practice.listLineMemory, { params: { id: videoId } });
    expect(lines).toMatchObject([
      { start_ms: 600_000, gone: false },
      { start_ms: 720_000, gone: false },
    ]);
    await (await changing(alignmentId, 8))({ text_original: 'Line 2' });
    const moveAgain = { start_time: '00:20:00.000', end_time: '00:20:02.000' };
    await (await changing(alignmentId, 2))(moveAgain);
    // Two lines have the same text now: neither matches.
    const { lines: after } = await learner.call(practice.listLineMemory, { params: { id: videoId } });
    expect(after.map(({ gone }) => gone)).toEqual([false, true]);
  });

  it('is paged by fifty', async () => {
    const { videoId } = await addLines(60);
    const learner = await signIn(server);
    const all = Array.from({ length: 60 }, (_, line) => review(videoId, line));
    for (let at = 0; at < all.length; at += 30) await save(learner, all.slice(at, at + 30));
    expect((await queue(learner)).lines).toHaveLength(practice.QUEUE_SIZE);
    expect(await today(learner)).toMatchObject({ waiting: 60, minutes: 35 });
  });

  it('starts and ends with the learner’s own day', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    // Said at 23:30 of the day before yesterday in Auckland: as an instant, it is hours before that day's UTC midnight.
    const offset = 780;
    const day = Math.floor((now + offset * 60_000) / DAY_MS) - 1;
    const at = day * DAY_MS - offset * 60_000 - 1_800_000;
    await save(learner, [review(videoId, 1, { at, utc_offset: offset, grade: 'again' })]);
    await attempt(learner, [
      take(videoId, 1, at, { voiced_ms: 1500 }),
      take(videoId, 1, at + 60_000, { what: 'waited' }),
    ]);
    const { days, waiting } = await today(learner, 'Etc/GMT-13');
    const practised = days.filter(({ minutes }) => minutes > 0);
    expect(practised).toEqual([
      {
        day: new Date((day - 1) * DAY_MS).toISOString().slice(0, 10),
        minutes: 2,
        spoken_ms: 1500,
        said: 1,
        written: 0,
        recalled: 0,
      },
    ]);
    expect(days.at(-1)?.day).toBe(new Date((day + 1) * DAY_MS).toISOString().slice(0, 10));
    expect(waiting).toBe(1);
  });
});

describe('figures', () => {
  const figures = (learner: Client) => learner.call(practice.getFigures);

  it('count cards once, at their first review after a day, and show no value below twenty cases', async () => {
    const { videoId } = await addLines(40);
    const learner = await signIn(server);
    const answer = (line: number, days: number, rest: Partial<practice.Review> = {}) =>
      review(videoId, line, { at: now - days * DAY_MS + line, ...rest });
    const reviews = Array.from({ length: 20 }, (_, line) => [
      answer(line, 20),
      // Within a day of the first one, so it doesn't count.
      answer(line, 19.5, { grade: 'again' }),
      answer(line, 15, { grade: line < 15 ? 'hard' : 'again' }),
      answer(line, 5),
    ]).flat();
    const few = Array.from({ length: 19 }, (_, line) => [
      answer(20 + line, 50),
      answer(20 + line, 40),
    ]).flat();
    for (const batch of [reviews.slice(0, 40), reviews.slice(40), few]) await save(learner, batch);
    expect((await figures(learner)).kept).toEqual({
      now: { value: 0.75, cases: 20 },
      before: { value: null, cases: 19 },
    });
  });

  it('only use first hearings and first takes', async () => {
    const { videoId } = await addLines(60);
    const learner = await signIn(server);
    const written = Array.from({ length: 40 }, (_, line) =>
      review(videoId, line, {
        at: now - (line < 20 ? 3 : 35) * DAY_MS - line,
        skill: 'write',
        first_hearing: true,
        accuracy: line < 20 ? 0.9 : 0.7,
      }),
    );
    await save(learner, [...written, review(videoId, 50, { skill: 'write', accuracy: 0, at: now - DAY_MS })]);
    const takes = Array.from({ length: 20 }, (_, line) => [
      take(videoId, line, now - 6 * DAY_MS + line, {
        extra_pauses: line % 2,
        length_ratio: line % 2 ? 1.25 : 0.8,
      }),
      take(videoId, line, now - 5 * DAY_MS + line, { extra_pauses: 9, length_ratio: 9 }),
    ]).flat();
    await attempt(learner, takes);
    const { hears, extra_pauses, length_off } = await figures(learner);
    expect(hears.now).toEqual({ value: expect.closeTo(0.9, 5), cases: 20 });
    expect(hears.before).toEqual({ value: expect.closeTo(0.7, 5), cases: 20 });
    expect(extra_pauses).toEqual({ now: { value: 0.5, cases: 20 }, before: { value: null, cases: 0 } });
    expect(length_off.now).toEqual({ value: expect.closeTo(25, 3), cases: 20 });
    expect(await figures(await signIn(server))).toMatchObject({ hears: { now: { value: null, cases: 0 } } });
  });

  it('have the practice of each of 28 days', async () => {
    const { videoId } = await addLines();
    const learner = await signIn(server);
    await save(learner, [
      review(videoId, 1),
      review(videoId, 2, { grade: 'again' }),
      review(videoId, 3, { skill: 'write' }),
      review(videoId, 4, { grade: 'forget' }),
    ]);
    await attempt(learner, [
      take(videoId, 1, now - 10 * DAY_MS, { voiced_ms: 700 }),
      take(videoId, 2, now - 40 * DAY_MS),
    ]);
    const { days } = await figures(learner);
    expect(days).toHaveLength(28);
    expect(days.filter(({ minutes }) => minutes > 0)).toMatchObject([
      { said: 1, spoken_ms: 700, written: 1, recalled: 1 },
    ]);
    const { rows } = await db.execute(sql`select from reviews where user_id = ${learner.id}`);
    expect(rows).toHaveLength(4);
  });
});
