import { randomBytes } from 'node:crypto';
import { accounts, hashLine, makeAttemptId, practice, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../testing/client.ts';
import { addAlignedVideo } from '../../testing/library.ts';
import { withServer } from '../../testing/with-server.ts';
import { makeAttemptPartitions } from './attempt-partitions.ts';

const { server, admin } = await withServer();
const { db } = server.context;

const DAY_MS = 24 * 60 * 60 * 1000;
const idAt = (at: number) => makeAttemptId(at, randomBytes(10));

function attemptAt(
  video_id: number,
  { at = Date.now(), line = 0, ...rest }: Partial<practice.Attempt> & { at?: number; line?: number } = {},
): practice.Attempt {
  return {
    id: idAt(at),
    video_id,
    start_ms: line * 5000,
    text_hash: hashLine(`line ${line}`),
    what: 'said',
    ...rest,
  };
}

const save = (person: Client, attempts: practice.Attempt[]) =>
  person.call(practice.saveAttempts, { body: { attempts } });

const practisedCount = async (person: Client, videoId: number) =>
  (await person.call(videos.listVideos)).results.find(({ id }) => id === videoId)?.practised_count;

const countAttempts = async (userId: number) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from attempts where user_id = ${userId}`,
  );
  return rows[0]?.count;
};

const countInDefault = async () => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from attempts_default`,
  );
  return rows[0]?.count;
};

describe('saving attempts', () => {
  it('counts each once by its id, however often and in whatever batch it is sent', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const [first, second] = [
      attemptAt(videoId, { voiced_ms: 1200, length_ratio: 1.4, extra_pauses: 2 }),
      attemptAt(videoId, { line: 1, what: 'waited' }),
    ];
    expect(await save(person, [first, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await save(person, [second, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await countAttempts(person.id)).toBe(2);
  });

  it('counts each once when it is sent again after the month has got its partition', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const months = [1, 32, 64].map((days) => attemptAt(videoId, { at: Date.now() - days * DAY_MS }));
    expect(await save(person, months)).toMatchObject({ counted: 3 });
    await makeAttemptPartitions(db);
    await makeAttemptPartitions(db);
    expect(await countInDefault()).toBe(0);
    expect(await save(person, months)).toMatchObject({ counted: 0 });
    expect(await countAttempts(person.id)).toBe(3);
  });

  it('makes partitions ahead, so that nothing of the next two months lies in the default one', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const now = new Date('2031-12-15T12:00:00Z');
    await makeAttemptPartitions(db, now);
    for (const at of ['2031-12-01T00:00:00Z', '2032-01-31T23:59:59Z', '2032-02-29T12:00:00Z']) {
      await db.execute(sql`insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what)
        values (${person.id}, ${at}, gen_random_uuid(), ${videoId}, 0, 1, 'said')`);
    }
    expect(await countInDefault()).toBe(0);
  });

  it('refuses what is more than a day ahead, over a year old, or of no video, and saves the rest', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const bad = [
      attemptAt(videoId, { at: Date.now() + 2 * DAY_MS }),
      attemptAt(videoId, { at: Date.now() - 500 * DAY_MS }),
      attemptAt(999_999),
    ];
    const { counted, refused } = await save(person, [...bad, attemptAt(videoId)]);
    expect(counted).toBe(1);
    expect(refused.sort()).toEqual(bad.map(({ id }) => id).sort());
    expect(await countAttempts(person.id)).toBe(1);
  });

  it('counts forty-nine of fifty and names the one that is no attempt, wherever it is and whatever is wrong with it', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const wrong: Record<string, unknown>[] = [
      { what: 'sung' },
      { voiced_ms: 1.5 },
      { length_ratio: 1001 },
      { length_ratio: 'long' },
      { extra_pauses: 1e9 },
      { text_hash: -1 },
      { text_hash: 2 ** 60 },
      { video_id: 0 },
      { start_ms: null },
    ];
    for (const [at, change] of wrong.entries()) {
      const batch: object[] = Array.from({ length: practice.ATTEMPT_BATCH }, () => attemptAt(videoId));
      const place = (at * 17) % batch.length;
      const bad = { ...batch[place], ...change } as practice.Attempt;
      batch[place] = bad;
      expect(await save(person, batch as practice.Attempt[])).toEqual({
        counted: practice.ATTEMPT_BATCH - 1,
        refused: [bad.id],
        later: [],
      });
    }
  });

  it('refuses what has no readable id without naming it, and counts the rest', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const good = attemptAt(videoId);
    const unreadable = [null, 7, 'text', [], {}, { ...good, id: 12 }, { ...good, id: 'x'.repeat(37) }];
    const named = [{ ...good, id: 'not-a-uuid' }, { id: good.id.toUpperCase() }];
    const attempts = [...unreadable, good, ...named] as practice.Attempt[];
    expect(await save(person, attempts)).toEqual({
      counted: 1,
      refused: named.map(({ id }) => id),
      later: [],
    });
  });

  it('counts one whose numbers are smaller than the database holds', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const tiny = [1e-60, 5e-324, 1e-38, 1e-7, 0].map((length_ratio) => attemptAt(videoId, { length_ratio }));
    expect(await save(person, tiny)).toMatchObject({ counted: tiny.length, refused: [] });
  });

  it('takes a batch of fifty, and refuses a larger or an empty one', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const many = Array.from({ length: practice.ATTEMPT_BATCH + 1 }, (_, line) =>
      attemptAt(videoId, { line }),
    );
    expect(await save(person, many.slice(1))).toMatchObject({ counted: practice.ATTEMPT_BATCH });
    for (const attempts of [many, []]) {
      expect((await person.try(practice.saveAttempts, { body: { attempts } })).statusCode).toBe(400);
    }
  });

  it('saves batches that are sent at once', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const lines = Array.from({ length: 20 }, (_, line) => line);
    const batches = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? lines : lines.toReversed()).map((line) => attemptAt(videoId, { line })),
    );
    const results = await Promise.all(batches.map((batch) => save(person, batch)));
    expect(results.map(({ counted }) => counted)).toEqual(batches.map(() => 20));
  });
});

const practisedLines = (person: Client, id: number) =>
  person.call(practice.listPractisedLines, { params: { id } });

describe('the practised lines of a video', () => {
  it('are told in their order, to the learner alone, and with the video', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const other = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const [first, skipped, last] = [
      attemptAt(videoId, { what: 'waited' }),
      attemptAt(videoId, { line: 1, what: 'skipped' }),
      attemptAt(videoId, { line: 2 }),
    ];
    await save(ana, [last, skipped, first, attemptAt(other.videoId, { line: 1 })]);
    const lineOf = ({ start_ms, text_hash }: practice.Attempt) => ({ start_ms, text_hash });
    expect(await practisedLines(ana, videoId)).toEqual([lineOf(first), lineOf(last)]);
    expect(await practisedLines(ben, videoId)).toEqual([]);
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: false } });
    await expect(practisedLines(ana, videoId)).rejects.toThrow(': 404');
  });

  it('are those that were said or waited through, each once', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    expect(await practisedCount(ana, videoId)).toBe(0);
    await save(ana, [
      attemptAt(videoId),
      attemptAt(videoId),
      attemptAt(videoId, { line: 1, what: 'waited' }),
      attemptAt(videoId, { line: 2, what: 'skipped' }),
    ]);
    expect(await practisedCount(ana, videoId)).toBe(2);
    expect(await practisedCount(ben, videoId)).toBe(0);
  });

  it('are not those that the slider passed', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    await person.call(practice.saveProgress, { body: { video_id: videoId, last_segment: 2 } });
    expect(await practisedCount(person, videoId)).toBe(0);
  });

  it('stay one line when its cut was moved, and two where the same is said elsewhere', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    const said = (start_ms: number) => attemptAt(videoId, { start_ms, text_hash: hashLine('Yes.') });
    await save(person, [said(1000)]);
    await save(person, [said(1300)]);
    expect(await practisedCount(person, videoId)).toBe(1);
    await save(person, [said(9000)]);
    expect(await practisedCount(person, videoId)).toBe(2);
  });

  it('are never more than there are lines', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    await save(
      person,
      Array.from({ length: 10 }, (_, line) => attemptAt(videoId, { line })),
    );
    expect(await practisedCount(person, videoId)).toBe(3);
  });
});

it('the attempts of a learner are exported, and erased with the account', async () => {
  const { videoId } = await addAlignedVideo(admin);
  const person = await signIn(server);
  const sent = attemptAt(videoId, { voiced_ms: 900, length_ratio: 1.5 });
  await save(person, [sent]);
  const { attempts } = await person.call(accounts.exportAccount);
  expect(attempts).toEqual([
    expect.objectContaining({
      id: sent.id,
      video_id: videoId,
      what: 'said',
      voiced_ms: 900,
      length_ratio: 1.5,
    }),
  ]);
  await db.execute(sql`delete from users where id = ${person.id}`);
  expect(await countAttempts(person.id)).toBe(0);
  const { rows } = await db.execute(sql`select from practised_lines where user_id = ${person.id}`);
  expect(rows).toEqual([]);
});
