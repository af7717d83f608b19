import { randomBytes } from 'node:crypto';
import { hashLine, makeAttemptId, practice, readAttemptTime, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../security/authentication.ts';
import { type Client, signIn } from '../../../testing/client.ts';
import { addAlignedVideo, addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { lineMarker } from '../memory/mark-line.ts';
import { type CardChange, cardWriter, memoryReader } from './card-store.ts';
import { saveReviews } from './save-reviews.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db } = server.context;

const DAY_MS = 86_400_000;
/** The lines of `addAlignedVideo`. */
const LINES = [
  { start_ms: 1000, text: 'Good morning.' },
  { start_ms: 3500, text: 'Two coffees, please. And a glass of water.' },
  { start_ms: 9000, text: 'Here you are.' },
];

const createId = (at: number) => makeAttemptId(at, randomBytes(10));

function makeReview(
  video_id: number,
  {
    line = 0,
    at = Date.now(),
    ...fields
  }: Partial<Omit<practice.Review, 'id'>> & { line?: number; at?: number; id?: string } = {},
): practice.Review {
  const { start_ms = 0, text = '' } = LINES[line] ?? {};
  return {
    id: createId(at),
    video_id,
    start_ms,
    text_hash: hashLine(text),
    skill: 'say',
    grade: 'good',
    utc_offset: 0,
    ...fields,
  };
}

const save = (learner: Client, reviews: practice.Review[]) =>
  learner.call(practice.saveReviews, { body: { reviews } });
const formatDayAfter = (days: number, at = Date.now()) =>
  new Date(at + days * DAY_MS).toISOString().slice(0, 10);
const countRows = async (userId: number) => {
  const { rows } = await db.execute<{
    count: number;
  }>(sql`select (select count(*) from cards where user_id = ${userId})
    + (select count(*) from reviews where user_id = ${userId})
    + (select count(*) from remembered_lines where user_id = ${userId}) as count`);
  return Number(rows[0]?.count);
};

describe('saving reviews', () => {
  it('creates a card per line and skill, due by its grade, and counts each review once', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [valid, again] = [makeReview(videoId), makeReview(videoId, { skill: 'write', grade: 'again' })];
    const saved = {
      refused: [],
      due: [
        { id: valid.id, day: formatDayAfter(3) },
        { id: again.id, day: formatDayAfter(1) },
      ],
    };
    expect(await save(learner, [valid, again, valid])).toEqual({ counted: 2, ...saved });
    expect(await save(learner, [valid, again])).toEqual({ counted: 0, ...saved });
    expect(await countRows(learner.id)).toBe(1 + 2 + 2);
  });

  it('refuses invalid reviews individually with a reason', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const draft = await addVideo(admin, { published: false });
    const learner = await signIn(server);
    const wrong: [practice.Refusal, practice.Review][] = [
      ['invalid', makeReview(videoId, { grade: 'easy' as 'good' })],
      ['invalid', makeReview(videoId, { grade: 5 as never })],
      ['invalid', makeReview(videoId, { skill: 'sing' as 'say' })],
      ['invalid', makeReview(videoId, { utc_offset: 900 })],
      ['invalid', makeReview(videoId, { accuracy: 1.5 })],
      ['future', makeReview(videoId, { at: Date.now() + 3_600_000 })],
      ['too_old', makeReview(videoId, { at: Date.now() - 500 * DAY_MS })],
      ['no_video', makeReview(999_999)],
      ['no_video', makeReview(draft.id)],
      ['no_line', makeReview(videoId, { start_ms: 60_000 })],
      ['no_line', makeReview(videoId, { text_hash: 7 })],
    ];
    for (const [reason, review] of wrong) {
      expect(await save(learner, [review])).toEqual({
        counted: 0,
        refused: [{ id: review.id, reason }],
        due: [],
      });
    }
    expect(await countRows(learner.id)).toBe(0);
    const valid = makeReview(videoId);
    const { counted, refused } = await save(learner, [...wrong.map(([, review]) => review), valid]);
    expect(counted).toBe(1);
    expect(refused.map(({ id }) => id).sort()).toEqual(wrong.map(([, { id }]) => id).sort());
  });

  it('doesn’t confuse learners who send the same ids', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const review = makeReview(videoId);
    await save(ana, [review]);
    const undo = (learner: Client) => learner.try(practice.undoReview, { params: { review: review.id } });
    expect((await undo(ben)).statusCode).toBe(404);
    expect(await save(ben, [{ ...review, grade: 'again' }])).toMatchObject({ counted: 1 });
    expect((await save(ana, [review])).due).toEqual([{ id: review.id, day: formatDayAfter(3) }]);
  });

  it('makes a forgotten card new again', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const now = Date.now();
    const first = makeReview(videoId, { at: now - 9 * DAY_MS });
    const forgotten = makeReview(videoId, { at: now - 5 * DAY_MS, grade: 'forget' });
    expect((await save(learner, [first, forgotten])).due.map(({ day }) => day)).toEqual([null, null]);
    const again = makeReview(videoId, { at: now });
    expect((await save(learner, [again])).due).toEqual([{ id: again.id, day: formatDayAfter(3) }]);
    // Undoing that restores the earlier schedule.
    const { day } = await learner.call(practice.undoReview, { params: { review: forgotten.id } });
    expect(day && day > formatDayAfter(9)).toBe(true);
  });

  it('doesn’t count an undone review that is sent again', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [first, second] = [
      makeReview(videoId, { at: Date.now() - 3 * DAY_MS }),
      makeReview(videoId, { grade: 'again' }),
    ];
    await save(learner, [first]);
    const { due } = await save(learner, [second]);
    expect(due[0]?.day).toBe(formatDayAfter(1));
    const undo = (id: string) => learner.call(practice.undoReview, { params: { review: id } });
    expect(await undo(second.id)).toEqual({ day: formatDayAfter(0) });
    expect(await save(learner, [second])).toEqual({
      counted: 0,
      refused: [],
      due: [{ id: second.id, day: formatDayAfter(0) }],
    });
    expect(await undo(first.id)).toEqual({ day: null });
    // The second id has a time that no timestamp can represent.
    for (const id of [createId(Date.now()), createId(2 ** 48 - 1)]) {
      expect((await learner.try(practice.undoReview, { params: { review: id } })).statusCode).toBe(404);
    }
  });

  it('refuses reviews over the daily limit until tomorrow', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const { limits } = server.context;
    const { max } = practice.REVIEWS_PER_DAY;
    await limits.take(practice.REVIEWS_PER_DAY, String(learner.id), max * 1000 - 3);
    const [sent, ...others] = [0, 1, 2, 0].map((line) => makeReview(videoId, { line })) as [
      practice.Review,
      ...practice.Review[],
    ];
    // Repeating a review doesn't use up the limit.
    for (let n = 0; n < 4; n += 1) expect(await save(learner, [sent])).toMatchObject({ refused: [] });
    const saved = await save(learner, others);
    expect(saved).toMatchObject({ counted: 2, refused: [{ id: others[2]?.id, reason: 'tomorrow' }] });
  });

  it('limits the number of reviews per card', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, [makeReview(videoId)]);
    await db.execute(sql`insert into reviews (user_id, video_id, text_hash, start_ms, at, id, skill, grade, utc_offset, first_hearing)
      select user_id, video_id, text_hash, start_ms, at - n * interval '1 minute', gen_random_uuid(), skill, 'good', 0, false
      from reviews, generate_series(1, ${sql.raw(String(practice.MAX_REVIEWS - 1))}) as n where user_id = ${learner.id}`);
    const [more, other] = [makeReview(videoId), makeReview(videoId, { line: 1 })];
    expect(await save(learner, [more, other])).toMatchObject({
      counted: 1,
      refused: [{ id: more.id, reason: 'full' }],
    });
  });

  it('doesn’t read the logs of cards without new reviews', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [known, fresh] = [makeReview(videoId), makeReview(videoId, { line: 1 })];
    await save(learner, [known]);
    const read = memoryReader(server.context.db);
    const viewer = { id: learner.id, is_admin: false };
    const withTime = [known, fresh].map((review) => ({ ...review, at: readAttemptTime(review.id) }));
    expect((await read(viewer, withTime)).log).toEqual([]);
    const { start_ms, text_hash } = known;
    expect((await read(viewer, [{ video_id: videoId, start_ms, text_hash }])).log).toHaveLength(1);
  });
});

const list = (learner: Client, id: number) => learner.call(practice.listLineMemory, { params: { id } });

describe('marks', () => {
  it('are changed individually, and only listed to their learner', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const line = { start_ms: 3500, text_hash: hashLine(LINES[1]?.text ?? '') };
    const mark = (body: object) =>
      ana.call(practice.markLine, { params: { id: videoId }, body: { ...line, ...body } });
    expect(await mark({ starred: true })).toEqual({ starred: true, hard: false, suspended: false });
    expect(await mark({ hard: true })).toEqual({ starred: true, hard: true, suspended: false });
    expect(await mark({ starred: false })).toEqual({ starred: false, hard: true, suspended: false });
    await save(ana, [makeReview(videoId, { line: 1, skill: 'write' })]);
    expect((await list(ana, videoId)).lines).toEqual([
      {
        ...line,
        starred: false,
        hard: true,
        suspended: false,
        text: LINES[1]?.text,
        gone: false,
        due: { say: null, write: formatDayAfter(3) },
      },
    ]);
    expect((await list(ben, videoId)).lines).toEqual([]);
    for (const [id, body] of [
      [videoId, { ...line, start_ms: 90_000 }],
      [999_999, line],
    ] as const) {
      expect((await ana.try(practice.markLine, { params: { id }, body })).statusCode).toBe(404);
    }
  });
});

describe('a mark', () => {
  const markLine = (learner: Client, id: number, line: number, marks: object) => {
    const { start_ms = 0, text = '' } = LINES[line] ?? {};
    return learner.try(practice.markLine, {
      params: { id },
      body: { start_ms, text_hash: hashLine(text), ...marks },
    });
  };

  it('adds no row without a mark or for a deleted account', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [learner, leaving] = [await signIn(server), await signIn(server)];
    expect((await markLine(learner, videoId, 0, { starred: false })).json()).toEqual({
      starred: false,
      hard: false,
      suspended: false,
    });
    expect(await countRows(learner.id)).toBe(0);
    expect((await markLine(learner, videoId, 0, { hard: true })).json()).toMatchObject({ hard: true });
    expect(await countRows(learner.id)).toBe(1);
    const mark = lineMarker({ db, read: memoryReader(db), limits: server.context.limits });
    await db.execute(sql`delete from users where id = ${leaving.id}`);
    const { start_ms = 0, text = '' } = LINES[0] ?? {};
    const line = { video_id: videoId, start_ms, text_hash: hashLine(text) };
    await mark({ id: leaving.id, is_admin: false } as Viewer, line, { starred: true });
    expect(await countRows(leaving.id)).toBe(0);
  });

  it('is refused for a new line over the daily limit, but not for a remembered one', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const { limits } = server.context;
    const limit = [practice.MARKS_PER_DAY, String(learner.id)] as const;
    await limits.take(...limit, practice.MARKS_PER_DAY.max * 1000 - 2);
    const statuses = [];
    for (const [line, marks] of [
      [0, { starred: true }],
      [0, { starred: false }],
      [1, { starred: true }],
      [2, { starred: true }],
    ] as const)
      statuses.push((await markLine(learner, videoId, line, marks)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('a review of an account that is deleted meanwhile', () => {
  it('is refused without a retry or a row', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const read = memoryReader(db);
    let readings = 0;
    const deps = {
      read: (...args: Parameters<typeof read>) => {
        readings += 1;
        return read(...args);
      },
      write: cardWriter(db),
      limits: server.context.limits,
    };
    await db.execute(sql`delete from users where id = ${learner.id}`);
    const review = { first_hearing: false, accuracy: null, ...makeReview(videoId) };
    const viewer = { id: learner.id, is_admin: false } as Viewer;
    const saving = saveReviews(deps, viewer, { reviews: [review], received: [review] });
    await expect(saving).rejects.toMatchObject({ code: 'unauthorized' });
    expect(readings).toBe(1);
    expect(await countRows(learner.id)).toBe(0);
  });
});

describe('reviews of many cards with long logs', () => {
  it('don’t block the event loop while being saved', async () => {
    const learner = await signIn(server);
    const count = practice.REVIEW_BATCH;
    const reviews = Array.from({ length: count }, (_, n) => ({
      ...{ first_hearing: false, accuracy: null },
      ...makeReview(1, { start_ms: n * 10_000, text_hash: n }),
    }));
    const lines = reviews.map(({ video_id, text_hash, start_ms }) => ({
      ...{ video_id, text_hash, start_ms, line_ms: start_ms },
    }));
    const log = lines.flatMap(({ line_ms: _, ...line }) =>
      Array.from({ length: practice.MAX_REVIEWS - 1 }, (__, n) => {
        const { id, skill, grade, utc_offset } = makeReview(1, { at: n * DAY_MS });
        return { ...line, id, skill, grade, utc_offset, at: n * DAY_MS, undone: false };
      }),
    );
    let served = 0;
    const serve = () => {
      served += 1;
      next = setImmediate(serve);
    };
    let next = setImmediate(serve);
    const write = async (_: number, changes: readonly CardChange[]) => {
      clearImmediate(next);
      return changes.map(({ key }) => key);
    };
    const read = async () => {
      served = 0;
      return { open: [1], lines, cards: [], log, known: [], segments: [] };
    };
    const viewer = { id: learner.id, is_admin: false } as Viewer;
    const deps = { read, write, limits: server.context.limits };
    expect((await saveReviews(deps, viewer, { reviews, received: reviews })).counted).toBe(count);
    expect(served).toBeGreaterThan(10);
  });
});

describe('the details of a line', () => {
  it('has its cards, reviews and attempts, newest first', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const now = Date.now();
    const { id: _, skill: __, grade: ___, utc_offset: ____, ...line } = makeReview(videoId);
    await learner.call(practice.saveAttempts, {
      body: { attempts: [{ ...line, id: createId(now), what: 'said', voiced_ms: 900, extra_pauses: 1 }] },
    });
    const reviews = [
      makeReview(videoId, { at: now - DAY_MS, grade: 'hard' }),
      makeReview(videoId, { at: now }),
    ];
    await save(learner, reviews);
    const { video_id, ...query } = line;
    const shown = await learner.call(practice.getLineMemory, { params: { id: video_id }, query });
    expect(shown).toMatchObject({ starred: false, cards: [{ skill: 'say', reps: 2, lapses: 0 }] });
    expect(shown.reviews.map(({ id }) => id)).toEqual([reviews[1]?.id, reviews[0]?.id]);
    expect(shown.attempts).toMatchObject([
      { what: 'said', voiced_ms: 900, length_ratio: null, extra_pauses: 1 },
    ]);
    expect(
      (
        await learner.try(practice.getLineMemory, {
          params: { id: videoId },
          query: { ...query, text_hash: 1 },
        })
      ).statusCode,
    ).toBe(404);
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: false } });
    expect((await learner.try(practice.getLineMemory, { params: { id: videoId }, query })).statusCode).toBe(
      404,
    );
  });
});
