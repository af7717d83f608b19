import { randomBytes } from 'node:crypto';
import { accounts, hashLine, makeAttemptId, practice } from '@sayback/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { clientFor, PASSWORD, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, fillAlignment } from '../../../testing/library.ts';
import { startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { cards } from './tables.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db } = server.context;

const SEED = 8;
const DAY_MS = 86_400_000;
const LINES = 6;

type SignedIn = Awaited<ReturnType<typeof signIn>>;

async function addLines() {
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  await fillAlignment(db, alignmentId, { count: LINES });
  return videoId;
}

/** Creates reviews of a few cards over some months, in order. */
function makeHistory(video_id: number, seed: number, count: number): practice.Review[] {
  const random = randomFrom(seed);
  const start = Date.now() - 300 * DAY_MS;
  return Array.from({ length: count }, (_, n) => {
    const line = random.below(LINES);
    return {
      id: makeAttemptId(
        start + Math.floor(((n + random.below(100) / 101) * 299 * DAY_MS) / count),
        randomBytes(10),
      ),
      video_id,
      start_ms: line * 3000,
      text_hash: hashLine(`Line ${line}`),
      skill: random.pick(['say', 'write']),
      grade: random.pick(['again', 'hard', 'good', 'good', 'good', 'forget']),
      utc_offset: random.pick([-300, 0, 60, 120, 345, 780]),
    };
  });
}

const save = (learner: Pick<SignedIn, 'call'>, reviews: practice.Review[]) =>
  learner.call(practice.saveReviews, { body: { reviews } });

const readCards = async ({ id }: SignedIn) => {
  const rows = await db
    .select()
    .from(cards)
    .where(eq(cards.user_id, id))
    .orderBy(asc(cards.text_hash), asc(cards.skill));
  return rows.map(({ user_id: _, version: __, ...card }) => card);
};

describe('cards of two devices', () => {
  it(`are the same for reviews sent in any order, twice, and to two servers (seed ${SEED})`, async () => {
    const videoId = await addLines();
    const second = await startSecondApp(server);
    const [inOrder, shuffled] = [await signIn(server), await signIn(server)];
    const history = makeHistory(videoId, SEED, 120);
    for (let start = 0; start < history.length; start += 40) {
      await save(inOrder, history.slice(start, start + 40));
    }
    const devices = [shuffled, clientFor(second.app, shuffled.token)];
    const random = randomFrom(SEED);
    const sent = [...history, ...history]
      .map((review) => ({ review, by: random.below(1e9) }))
      .sort((a, b) => a.by - b.by)
      .map(({ review }) => review);
    const calls = Array.from({ length: 24 }, (_, n) =>
      save(devices[n % 2] as SignedIn, sent.slice(n * 10, n * 10 + 10)),
    );
    const counted = (await Promise.all(calls)).reduce((sum, saved) => sum + saved.counted, 0);
    expect(counted).toBe(history.length);
    const expected = await readCards(inOrder);
    expect(expected.length).toBeGreaterThan(LINES);
    expect(await readCards(shuffled)).toEqual(expected);
  });
});

describe('the export of an account', () => {
  it('contains lines, cards and reviews, and its reviews recreate the cards in another account', async () => {
    const videoId = await addLines();
    const [learner, newAccount] = [await signIn(server), await signIn(server)];
    const history = makeHistory(videoId, SEED + 1, 100);
    for (const half of [history.slice(50), history.slice(0, 50)]) await save(learner, half);
    const undone = history.at(-1) as practice.Review;
    await learner.call(practice.undoReview, { params: { review: undone.id } });
    const exported = (await learner.call(accounts.exportAccount)) as unknown as {
      reviews: (practice.Review & { undone: boolean; at: string })[];
      cards: { due: string | null }[];
      remembered_lines: { text: string }[];
    };
    expect(exported.reviews).toHaveLength(history.length);
    expect(exported.cards).toHaveLength((await readCards(learner)).length);
    expect(exported.remembered_lines.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: LINES }, (_, n) => `Line ${n}`),
    );
    const sent = exported.reviews
      .filter(({ undone }) => !undone)
      .map(({ undone: _, at: __, ...review }) => review);
    for (const half of [sent.slice(0, 50), sent.slice(50)]) {
      expect(await save(newAccount, half)).toMatchObject({ counted: half.length, refused: [] });
    }
    expect(await readCards(newAccount)).toEqual(await readCards(learner));
  });
});

describe('a deleted account', () => {
  const countRows = async ({ id }: SignedIn) => {
    const { rows } = await db.execute<{
      count: number;
    }>(sql`select (select count(*) from cards where user_id = ${id})
      + (select count(*) from reviews where user_id = ${id}) + (select count(*) from remembered_lines where user_id = ${id}) as count`);
    return Number(rows[0]?.count);
  };

  it.each([0, 6000])(
    'loses its cards, reviews and marks, but other accounts don’t: %i more of each',
    async (more) => {
      const videoId = await addLines();
      const [user, other] = [await signIn(server), await signIn(server)];
      for (const learner of [user, other]) await save(learner, makeHistory(videoId, SEED, 50));
      await db.execute(sql`insert into reviews (user_id, video_id, text_hash, start_ms, at, id, skill, grade, utc_offset, first_hearing)
      select ${user.id}, 1, n, n, now() - n * interval '1 minute', gen_random_uuid(), 'say', 'good', 0, false from generate_series(1, ${sql.raw(`${more}`)}) as n`);
      await db.execute(sql`insert into cards select user_id, 1, n, n, skill, version, due_day, stability, difficulty, reps, lapses,
      first_day, last_day, last_at, last_grade from (select * from cards where user_id = ${user.id} limit 1) as one, generate_series(1, ${sql.raw(`${more}`)}) as n`);
      const otherBefore = await countRows(other);
      expect(await countRows(user)).toBeGreaterThan(2 * more + 50);
      await user.call(accounts.deleteAccount, { body: { password: PASSWORD } });
      await eventually(async () => expect(await countRows(user)).toBe(0));
      expect(await countRows(other)).toBe(otherBefore);
    },
  );
});
