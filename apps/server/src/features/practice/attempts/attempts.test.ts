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
const createId = (at: number) => makeAttemptId(at, randomBytes(10));

/** The lines of `addAlignedVideo`. */
const LINES = [
  { start_ms: 1000, text: 'Good morning.' },
  { start_ms: 3500, text: 'Two coffees, please. And a glass of water.' },
  { start_ms: 9000, text: 'Here you are.' },
];

function createAttempt(
  video_id: number,
  { at = Date.now(), line = 0, ...fields }: Partial<practice.Attempt> & { at?: number; line?: number } = {},
): practice.Attempt {
  return {
    id: createId(at),
    video_id,
    start_ms: LINES[line]?.start_ms ?? line * 5000,
    text_hash: hashLine(LINES[line]?.text ?? `line ${line}`),
    what: 'said',
    ...fields,
  };
}

const save = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });

const readPractisedCount = async (learner: Client, videoId: number) =>
  (await learner.call(videos.listVideos)).results.find(({ id }) => id === videoId)?.practised_count;

const countAttempts = async (userId: number) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from attempts where user_id = ${userId}`,
  );
  return rows[0]?.count;
};

describe('saving attempts', () => {
  it('counts each attempt once, even if it is sent repeatedly', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [first, second] = [
      createAttempt(videoId, { voiced_ms: 1200, length_ratio: 1.4, extra_pauses: 2 }),
      createAttempt(videoId, { line: 1, what: 'waited' }),
    ];
    expect(await save(learner, [first, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await save(learner, [second, first])).toEqual({ counted: 1, refused: [], later: [] });
    expect(await countAttempts(learner.id)).toBe(2);
  });

  it('refuses attempts over a day in the future, over 400 days old or without a video, and saves the others', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const invalid = [
      createAttempt(videoId, { at: Date.now() + 2 * DAY_MS }),
      createAttempt(videoId, { at: Date.now() - 500 * DAY_MS }),
      createAttempt(999_999),
    ];
    const { counted, refused } = await save(learner, [...invalid, createAttempt(videoId)]);
    expect(counted).toBe(1);
    expect(refused.sort()).toEqual(invalid.map(({ id }) => id).sort());
    expect(await countAttempts(learner.id)).toBe(1);
  });

  it('lists an invalid attempt in a batch, and counts the others', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const invalidChanges: Record<string, unknown>[] = [
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
    for (const [n, change] of invalidChanges.entries()) {
      const batch: object[] = Array.from({ length: practice.ATTEMPT_BATCH }, () => createAttempt(videoId));
      const position = (n * 17) % batch.length;
      const invalid = { ...batch[position], ...change } as practice.Attempt;
      batch[position] = invalid;
      expect(await save(learner, batch as practice.Attempt[])).toEqual({
        counted: practice.ATTEMPT_BATCH - 1,
        refused: [invalid.id],
        later: [],
      });
    }
  });

  it('doesn’t list refused attempts without a valid id, and counts the others', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const valid = createAttempt(videoId);
    const unreadable = [null, 7, 'text', [], {}, { ...valid, id: 12 }, { ...valid, id: 'x'.repeat(37) }];
    const withId = [{ ...valid, id: 'not-a-uuid' }, { id: valid.id.toUpperCase() }];
    const attempts = [...unreadable, valid, ...withId] as practice.Attempt[];
    expect(await save(learner, attempts)).toEqual({
      counted: 1,
      refused: withId.map(({ id }) => id),
      later: [],
    });
  });

  it('accepts numbers that are smaller than the database can store', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const tiny = [1e-60, 5e-324, 1e-38, 1e-7, 0].map((length_ratio) =>
      createAttempt(videoId, { length_ratio }),
    );
    expect(await save(learner, tiny)).toMatchObject({ counted: tiny.length, refused: [] });
  });

  it('refuses attempts at videos that the learner can’t see', async () => {
    const learner = await signIn(server);
    const open = await addAlignedVideo(admin);
    const draft = await addAlignedVideo(admin, { published: false });
    const withoutMedia = await addVideo(admin, { youtube_id: null });
    const trashed = await addVideo(admin);
    await admin.call(videos.deleteVideo, { params: { id: trashed.id } });
    const ids = [draft.videoId, withoutMedia.id, trashed.id, 999_999];
    const attempts = ids.map((id) => createAttempt(id));
    expect(await save(learner, [...attempts, createAttempt(open.videoId)])).toEqual({
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
      createAttempt(videoId, { line }),
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
      (n % 2 ? lines : lines.toReversed()).map((line) => createAttempt(videoId, { line })),
    );
    const results = await Promise.all(batches.map((batch) => save(learner, batch)));
    expect(results.map(({ counted }) => counted)).toEqual(batches.map(() => 20));
  });
});

describe('the daily limit of attempts', () => {
  const DAY = practice.ATTEMPTS_PER_DAY.max;
  const key = (userId: number) => String(userId);

  it('lists further attempts, to be sent another day', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await limits.take(practice.ATTEMPTS_PER_DAY, key(learner.id), DAY - 70);
    const random = randomFrom(5);
    const all = Array.from({ length: 120 }, () => createAttempt(videoId));
    let unsent = all;
    let counted = 0;
    let later = 0;
    // Simulates a device that loses responses and sends the same attempts again.
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
    // Simulates the next day.
    await limits.clear(practice.ATTEMPTS_PER_DAY, key(learner.id));
    for (let start = 0; start < all.length; start += 50) {
      const saved = await save(learner, all.slice(start, start + 50));
      expect(saved.later).toEqual([]);
      counted += saved.counted;
    }
    expect(counted).toBe(all.length);
    expect(await countAttempts(learner.id)).toBe(all.length);
  });

  it('isn’t used up by refused and already counted attempts', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await limits.take(practice.ATTEMPTS_PER_DAY, key(learner.id), DAY - 3);
    const sent = createAttempt(videoId);
    for (let n = 0; n < 5; n++)
      await save(learner, [sent, createAttempt(999_999), createAttempt(videoId, { at: 0 })]);
    const [second, third, fourth] = [createAttempt(videoId), createAttempt(videoId), createAttempt(videoId)];
    expect(await save(learner, [second, third, fourth])).toEqual({
      counted: 2,
      refused: [fourth.id],
      later: [fourth.id],
    });
  });
});

describe('a finished video', () => {
  const readPosition = async (learner: Client, id: number, alignment?: number) =>
    (await learner.call(practice.getProgress, { params: { id }, query: { alignment } })).last_segment;

  it('opens at its first line if the learner stopped at the last one, with nine of ten lines practised', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(db, alignmentId, { count: 10 });
    const learner = await signIn(server);
    const savePosition = (last_segment: number) =>
      learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment } });
    const practise = (lines: number[]) =>
      save(
        learner,
        lines.map((line) =>
          createAttempt(videoId, {
            start_ms: line * 3000,
            text_hash: hashLine(`Line ${line}`),
            what: 'waited',
          }),
        ),
      );
    await practise([0, 1, 2, 3, 4, 5, 6, 7]);
    await savePosition(9);
    expect(await readPosition(learner, videoId)).toBe(9);
    await practise([9]);
    expect(await readPosition(learner, videoId)).toBe(0);
    // Switching to another translation doesn't change the position.
    expect(await readPosition(learner, videoId, alignmentId)).toBe(9);
    await savePosition(8);
    expect(await readPosition(learner, videoId)).toBe(8);
  });
});

const listPractised = (learner: Client, id: number) =>
  learner.call(practice.listPractisedLines, { params: { id } });

describe('the practised lines of a video', () => {
  it('are listed in order, only to the learner, while the video is open', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const other = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    const [first, skipped, last] = [
      createAttempt(videoId, { what: 'waited' }),
      createAttempt(videoId, { line: 1, what: 'skipped' }),
      createAttempt(videoId, { line: 2 }),
    ];
    await save(ana, [last, skipped, first, createAttempt(other.videoId, { line: 1 })]);
    const pickLine = ({ start_ms, text_hash }: practice.Attempt) => ({ start_ms, text_hash });
    expect(await listPractised(ana, videoId)).toEqual([pickLine(first), pickLine(last)]);
    expect(await listPractised(ben, videoId)).toEqual([]);
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: false } });
    await expect(listPractised(ana, videoId)).rejects.toThrow(': 404');
  });

  it('count once each if they were said or waited through', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    expect(await readPractisedCount(ana, videoId)).toBe(0);
    await save(ana, [
      createAttempt(videoId),
      createAttempt(videoId),
      createAttempt(videoId, { line: 1, what: 'waited' }),
      createAttempt(videoId, { line: 2, what: 'skipped' }),
    ]);
    expect(await readPractisedCount(ana, videoId)).toBe(2);
    expect(await readPractisedCount(ben, videoId)).toBe(0);
  });

  it('don’t include lines skipped with the slider', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment: 2 } });
    expect(await readPractisedCount(learner, videoId)).toBe(0);
  });

  it('count once after their cut was moved, and twice if the same text occurs elsewhere', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(db, alignmentId, { count: 4 });
    await db.execute(sql`update segments set text_original = 'Yes.' where alignment_id = ${alignmentId}`);
    const learner = await signIn(server);
    const createTake = (start_ms: number) =>
      createAttempt(videoId, { start_ms, text_hash: hashLine('Yes.') });
    await save(learner, [createTake(3200)]);
    await save(learner, [createTake(2900)]);
    expect(await readPractisedCount(learner, videoId)).toBe(1);
    await save(learner, [createTake(9000)]);
    expect(await readPractisedCount(learner, videoId)).toBe(2);
  });

  it('don’t include lines that don’t exist in the video', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const count = 40;
    await fillAlignment(db, alignmentId, { count });
    const learner = await signIn(server);
    const random = randomFrom(7);
    const makeBatch = () =>
      Array.from({ length: practice.ATTEMPT_BATCH }, () => {
        const line = random.below(count);
        const exists = random.chance(0.7);
        // A start within two seconds is the same line.
        const start_ms = Math.max(0, line * 3000 + random.below(4001) - 2000);
        return createAttempt(videoId, { start_ms, text_hash: exists ? hashLine(`Line ${line}`) : line });
      });
    const calls = Array.from({ length: 20 }, makeBatch);
    const saved = await Promise.all(calls.map((batch) => save(learner, batch)));
    expect(saved.map(({ counted }) => counted)).toEqual(calls.map((batch) => batch.length));
    const existing = new Set(
      calls
        .flat()
        .flatMap(({ start_ms, text_hash }) => (text_hash > count ? [`${start_ms} ${text_hash}`] : [])),
    );
    expect(existing.size).toBeGreaterThan(count);
    const lines = await listPractised(learner, videoId);
    expect(lines.map(({ start_ms }) => start_ms)).toEqual(Array.from({ length: count }, (_, n) => n * 3000));
    expect(lines.map(({ text_hash }) => text_hash)).toEqual(
      Array.from({ length: count }, (_, n) => hashLine(`Line ${n}`)),
    );
  });
});

describe('a deleted account', () => {
  const countRemaining = async (userId: number) => {
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
    for (const learner of [user, other]) await save(learner, [createAttempt(videoId)]);
    await remove(user);
    expect(await countRemaining(user.id)).toBe(0);
    expect(await countRemaining(other.id)).toBe(2);
  });

  it('is deleted immediately, and its many attempts soon after; a new account with the same name has none of them', async () => {
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
    await eventually(async () => expect(await countRemaining(learner.id)).toBe(0));
    expect(await countRemaining(namesake.id)).toBe(0);
    expect(await countRemaining(other.id)).toBe(12_345 + 3456);
  });
});
