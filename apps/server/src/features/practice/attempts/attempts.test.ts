import { randomBytes } from 'node:crypto';
import { accounts, hashLine, makeAttemptId, practice, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, PASSWORD, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, addVideo, fillAlignment } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { accountStore } from '../../accounts/index.ts';

const { server, admin } = await withServer();
const { db, limits } = server.context;

const DAY_MS = 24 * 60 * 60 * 1000;
const idAt = (at: number) => makeAttemptId(at, randomBytes(10));

/** The lines of `addAlignedVideo`. */
const LINES = [
  { start_ms: 1000, text: 'Good morning.' },
  { start_ms: 3500, text: 'Two coffees, please. And a glass of water.' },
  { start_ms: 9000, text: 'Here you are.' },
];

function attemptAt(
  video_id: number,
  { at = Date.now(), line = 0, ...rest }: Partial<practice.Attempt> & { at?: number; line?: number } = {},
): practice.Attempt {
  return {
    id: idAt(at),
    video_id,
    start_ms: LINES[line]?.start_ms ?? line * 5000,
    text_hash: hashLine(LINES[line]?.text ?? `line ${line}`),
    what: 'said',
    ...rest,
  };
}

const save = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });

const practisedCount = async (learner: Client, videoId: number) =>
  (await learner.call(videos.listVideos)).results.find(({ id }) => id === videoId)?.practised_count;

const countAttempts = async (userId: number) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from attempts where user_id = ${userId}`,
  );
  return rows[0]?.count;
};

describe('saving attempts', () => {
  it('counts each once by its id, even if it is sent repeatedly and in several batches', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [first, second] = [
      attemptAt(videoId, { voiced_ms: 1200, length_ratio: 1.4, extra_pauses: 2 }),
      attemptAt(videoId, { line: 1, what: 'waited' }),
    ];
    expect(await save(learner, [first, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await save(learner, [second, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await countAttempts(learner.id)).toBe(2);
  });

  it('refuses attempts over a day in the future, over a year old, or without a video, and saves the rest', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const bad = [
      attemptAt(videoId, { at: Date.now() + 2 * DAY_MS }),
      attemptAt(videoId, { at: Date.now() - 500 * DAY_MS }),
      attemptAt(999_999),
    ];
    const { counted, refused } = await save(learner, [...bad, attemptAt(videoId)]);
    expect(counted).toBe(1);
    expect(refused.sort()).toEqual(bad.map(({ id }) => id).sort());
    expect(await countAttempts(learner.id)).toBe(1);
  });

  it('counts forty-nine of fifty and lists the invalid one, at any position and with any fault', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
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
      expect(await save(learner, batch as practice.Attempt[])).toEqual({
        counted: practice.ATTEMPT_BATCH - 1,
        refused: [bad.id],
        later: [],
      });
    }
  });

  it('refuses elements without a readable id without listing them, and counts the rest', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const good = attemptAt(videoId);
    const unreadable = [null, 7, 'text', [], {}, { ...good, id: 12 }, { ...good, id: 'x'.repeat(37) }];
    const named = [{ ...good, id: 'not-a-uuid' }, { id: good.id.toUpperCase() }];
    const attempts = [...unreadable, good, ...named] as practice.Attempt[];
    expect(await save(learner, attempts)).toEqual({
      counted: 1,
      refused: named.map(({ id }) => id),
      later: [],
    });
  });

  it('counts one with numbers smaller than the database can store', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const tiny = [1e-60, 5e-324, 1e-38, 1e-7, 0].map((length_ratio) => attemptAt(videoId, { length_ratio }));
    expect(await save(learner, tiny)).toMatchObject({ counted: tiny.length, refused: [] });
  });

  it('refuses attempts at videos that the learner can’t see like unknown videos, and counts them for an administrator', async () => {
    const learner = await signIn(server);
    const open = await addAlignedVideo(admin);
    const draft = await addAlignedVideo(admin, { published: false });
    const waiting = await addVideo(admin, { youtube_id: null });
    const trashed = await addVideo(admin);
    await admin.call(videos.deleteVideo, { params: { id: trashed.id } });
    const ids = [draft.videoId, waiting.id, trashed.id, 999_999];
    const attempts = ids.map((id) => attemptAt(id));
    expect(await save(learner, [...attempts, attemptAt(open.videoId)])).toEqual({
      counted: 1,
      refused: attempts.map(({ id }) => id),
      later: [],
    });
    expect(await save(admin, attempts)).toMatchObject({
      counted: 2,
      refused: attempts.slice(2).map(({ id }) => id),
    });
  });

  it('accepts a batch of fifty, and refuses a larger or an empty one', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const many = Array.from({ length: practice.ATTEMPT_BATCH + 1 }, (_, line) =>
      attemptAt(videoId, { line }),
    );
    expect(await save(learner, many.slice(1))).toMatchObject({ counted: practice.ATTEMPT_BATCH });
    for (const attempts of [many, []]) {
      expect((await learner.try(practice.saveAttempts, { body: { attempts } })).statusCode).toBe(400);
    }
  });

  it('saves concurrent batches', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const lines = Array.from({ length: 20 }, (_, line) => line);
    const batches = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? lines : lines.toReversed()).map((line) => attemptAt(videoId, { line })),
    );
    const results = await Promise.all(batches.map((batch) => save(learner, batch)));
    expect(results.map(({ counted }) => counted)).toEqual(batches.map(() => 20));
  });
});

describe('over the daily limit of attempts', () => {
  const DAY = practice.ATTEMPTS_PER_DAY.max;
  const key = (userId: number) => String(userId);

  it('excess ones are listed to send another day, and each of the others counts once', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await limits.take(practice.ATTEMPTS_PER_DAY, key(learner.id), DAY - 70);
    const random = randomFrom(5);
    const all = Array.from({ length: 120 }, () => attemptAt(videoId));
    let unsent = all;
    let counted = 0;
    let later = 0;
    // A device that lost the responses sends the same ones again.
    for (let call = 0; call < 15; call++) {
      const batch = random.chance(0.4) ? all.slice(0, 30) : unsent.slice(0, practice.ATTEMPT_BATCH);
      const saved = await save(learner, batch);
      counted += saved.counted;
      expect(saved.refused).toEqual(saved.later);
      later = saved.later.length;
      if (random.chance(0.6))
        unsent = unsent.filter((attempt) => !batch.includes(attempt) || saved.later.includes(attempt.id));
    }
    expect(counted).toBe(70);
    expect(await countAttempts(learner.id)).toBe(70);
    expect(later).toBeGreaterThan(0);
    // The next day.
    await limits.clear(practice.ATTEMPTS_PER_DAY, key(learner.id));
    for (let at = 0; at < all.length; at += 50) {
      const saved = await save(learner, all.slice(at, at + 50));
      expect(saved.later).toEqual([]);
      counted += saved.counted;
    }
    expect(counted).toBe(all.length);
    expect(await countAttempts(learner.id)).toBe(all.length);
  });

  it('a refused or already counted one doesn’t use up the limit', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await limits.take(practice.ATTEMPTS_PER_DAY, key(learner.id), DAY - 3);
    const sent = attemptAt(videoId);
    for (let n = 0; n < 5; n++)
      await save(learner, [sent, attemptAt(999_999), attemptAt(videoId, { at: 0 })]);
    const [second, third, fourth] = [attemptAt(videoId), attemptAt(videoId), attemptAt(videoId)];
    expect(await save(learner, [second, third, fourth])).toEqual({
      counted: 2,
      refused: [fourth.id],
      later: [fourth.id],
    });
  });

  it('calls over twenty a minute are a 429 with the time to retry', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const calls = Array.from({ length: 45 }, () => {
      const attempts = [attemptAt(videoId)];
      return learner.try(practice.saveAttempts, { body: { attempts } });
    });
    const responses = await Promise.all(calls);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { statusCode, headers } of refused) {
      expect(statusCode).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await countAttempts(learner.id)).toBe(45 - refused.length);
  });
});

describe('a finished video', () => {
  const placeIn = async (learner: Client, id: number, alignment?: number) =>
    (await learner.call(practice.getProgress, { params: { id }, query: { alignment } })).last_segment;

  it('opens at its first line if it was left at its last, with nine of ten lines practised', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(db, alignmentId, { count: 10 });
    const learner = await signIn(server);
    const leaveAt = (last_segment: number) =>
      learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment } });
    const practise = (lines: number[]) =>
      save(
        learner,
        lines.map((line) =>
          attemptAt(videoId, { start_ms: line * 3000, text_hash: hashLine(`Line ${line}`), what: 'waited' }),
        ),
      );
    await practise([0, 1, 2, 3, 4, 5, 6, 7]);
    await leaveAt(9);
    expect(await placeIn(learner, videoId)).toBe(9);
    await practise([9]);
    expect(await placeIn(learner, videoId)).toBe(0);
    // The learner is at the end, and only switches to another translation.
    expect(await placeIn(learner, videoId, alignmentId)).toBe(9);
    await leaveAt(8);
    expect(await placeIn(learner, videoId)).toBe(8);
  });
});

const practisedLines = (learner: Client, id: number) =>
  learner.call(practice.listPractisedLines, { params: { id } });

describe('the practised lines of a video', () => {
  it('are listed in order, only to the learner, and with the video', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const other = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const [first, skipped, last] = [
      attemptAt(videoId, { what: 'waited' }),
      attemptAt(videoId, { line: 1, what: 'skipped' }),
      attemptAt(videoId, { line: 2 }),
    ];
    await save(ana, [last, skipped, first, attemptAt(other.videoId, { line: 1 })]);
    const toLine = ({ start_ms, text_hash }: practice.Attempt) => ({ start_ms, text_hash });
    expect(await practisedLines(ana, videoId)).toEqual([toLine(first), toLine(last)]);
    expect(await practisedLines(ben, videoId)).toEqual([]);
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: false } });
    await expect(practisedLines(ana, videoId)).rejects.toThrow(': 404');
  });

  it('are the lines that were said or waited through, each once', async () => {
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

  it('don’t include lines that the slider passed', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment: 2 } });
    expect(await practisedCount(learner, videoId)).toBe(0);
  });

  it('stay one line when its cut is moved, and two if the same text occurs elsewhere', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(db, alignmentId, { count: 4 });
    await db.execute(sql`update segments set text_original = 'Yes.' where alignment_id = ${alignmentId}`);
    const learner = await signIn(server);
    const said = (start_ms: number) => attemptAt(videoId, { start_ms, text_hash: hashLine('Yes.') });
    await save(learner, [said(3200)]);
    await save(learner, [said(2900)]);
    expect(await practisedCount(learner, videoId)).toBe(1);
    await save(learner, [said(9000)]);
    expect(await practisedCount(learner, videoId)).toBe(2);
  });

  it('are only lines of the video, even if 20 concurrent calls send others', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const count = 40;
    await fillAlignment(db, alignmentId, { count });
    const learner = await signIn(server);
    const random = randomFrom(7);
    const makeBatch = () =>
      Array.from({ length: practice.ATTEMPT_BATCH }, () => {
        const line = random.below(count);
        const isReal = random.chance(0.7);
        // A start within two seconds is the same line.
        const start_ms = Math.max(0, line * 3000 + random.below(4001) - 2000);
        return attemptAt(videoId, { start_ms, text_hash: isReal ? hashLine(`Line ${line}`) : line });
      });
    const calls = Array.from({ length: 20 }, makeBatch);
    const saved = await Promise.all(calls.map((batch) => save(learner, batch)));
    expect(saved.map(({ counted }) => counted)).toEqual(calls.map((batch) => batch.length));
    const real = new Set(
      calls
        .flat()
        .flatMap(({ start_ms, text_hash }) => (text_hash > count ? [`${start_ms} ${text_hash}`] : [])),
    );
    expect(real.size).toBeGreaterThan(count);
    const lines = await practisedLines(learner, videoId);
    expect(lines.map(({ start_ms }) => start_ms)).toEqual(Array.from({ length: count }, (_, n) => n * 3000));
    expect(lines.map(({ text_hash }) => text_hash)).toEqual(
      Array.from({ length: count }, (_, n) => hashLine(`Line ${n}`)),
    );
  });
});

describe('a deleted account', () => {
  const remaining = async (userId: number) => {
    const { rows } = await db.execute(sql`select from attempts where user_id = ${userId}
      union all select from attempts_moving where user_id = ${userId}
      union all select from practised_lines where user_id = ${userId}
      union all select from erased_accounts where user_id = ${userId}`);
    return rows.length;
  };
  const remove = (learner: Client) => learner.call(accounts.deleteAccount, { body: { password: PASSWORD } });

  it('loses its attempts and practised lines', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [user, other] = [await signIn(server), await signIn(server)];
    for (const learner of [user, other]) await save(learner, [attemptAt(videoId)]);
    await remove(user);
    expect(await remaining(user.id)).toBe(0);
    expect(await remaining(other.id)).toBe(2);
  });

  it('is gone at once, and its many attempts soon, in every partition; a new account of the same name has none of them', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [learner, other] = [await signIn(server), await signIn(server)];
    for (const { id } of [learner, other]) {
      for (const [table, count] of [
        ['attempts', 12_345],
        ['attempts_moving', 3456],
      ] as const) {
        await db.execute(sql`insert into ${sql.identifier(table)} (user_id, at, id, video_id, start_ms, text_hash, what)
          select ${id}, now() - n % 90 * interval '1 day', gen_random_uuid(), ${videoId}, n, n, 'said'
          from generate_series(1, ${sql.raw(String(count))}) as n`);
      }
    }
    await remove(learner);
    await eventually(async () => expect((await learner.try(accounts.getProfile)).statusCode).toBe(401));
    const namesake = await accountStore(db).addUser({
      username: learner.username,
      password_hash: null,
      email: '',
      is_admin: false,
    });
    await eventually(async () => expect(await remaining(learner.id)).toBe(0));
    expect(await remaining(namesake.id)).toBe(0);
    expect(await remaining(other.id)).toBe(12_345 + 3456);
  });
});
