import { randomBytes } from 'node:crypto';
import { hashLine, makeAttemptId, practice, readAttemptTime } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, fillAlignment } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { recountPractice } from '../attempts/recount-practice.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db } = server.context;

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const LINES = 4;

async function addLines() {
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  await fillAlignment(db, alignmentId, { count: LINES });
  return videoId;
}

type Random = ReturnType<typeof randomFrom>;

/** Creates practice in six clusters over the last twenty days, so that many minutes have several turns and answers. */
function makeHistory(video_id: number, random: Random) {
  const hours = Array.from({ length: 6 }, () => Date.now() - random.below(20 * 24 * 60) * MINUTE_MS);
  const at = () => Math.max(random.pick(hours) - random.below(40 * MINUTE_MS), Date.now() - 20 * DAY_MS);
  const line = (n = random.below(LINES)) => ({
    video_id,
    start_ms: n * 3000,
    text_hash: hashLine(`Line ${n}`),
  });
  const attempts = Array.from({ length: 120 }, () => ({
    ...line(),
    id: makeAttemptId(at(), randomBytes(10)),
    what: random.pick(practice.ATTEMPT_KINDS),
    voiced_ms: random.pick([null, random.below(5000)]),
    length_ratio: random.pick([null, 1, 1.6, 0.5]),
    extra_pauses: random.pick([null, 0, 0, 0, 2]),
  }));
  const reviews = Array.from({ length: 60 }, () => ({
    ...line(),
    id: makeAttemptId(at(), randomBytes(10)),
    skill: random.pick(practice.SKILLS),
    grade: random.pick([...practice.GRADES, 'forget' as const]),
    utc_offset: 0,
  }));
  return { attempts, reviews, undone: reviews.filter(() => random.chance(0.3)) };
}

/** Sends rows in random order, a third of them twice, from several devices concurrently. */
async function sendShuffled<T>(
  rows: T[],
  random: Random,
  devices: number,
  send: (batch: T[]) => Promise<unknown>,
) {
  const shuffled = [...rows, ...rows.filter(() => random.chance(0.3))]
    .map((row) => ({ row, by: random.below(1e6) }))
    .sort((a, b) => a.by - b.by)
    .map(({ row }) => row);
  const batches: T[][] = [];
  while (shuffled.length > 0) batches.push(shuffled.splice(0, 1 + random.below(30)));
  await Promise.all(
    Array.from({ length: devices }, async (_, device) => {
      for (const [at, batch] of batches.entries()) if (at % devices === device) await send(batch);
    }),
  );
}

const readTotals = async (userId: number) => {
  const { rows } =
    await db.execute(sql`select extract(epoch from at)::int as at, minutes, spoken_ms, said, written, recalled
    from practice_totals where user_id = ${userId} and (minutes, said, written, recalled) <> (0, 0, 0, 0) order by at`);
  return rows;
};

/** Reads the lines that are marked as having a card, and those that have an active card. */
const readLinesWithCard = async (userId: number) => {
  const { rows } = await db.execute<{ marked: number[]; active: number[] }>(sql`select
    array(select start_ms::int from remembered_lines where user_id = ${userId} and has_card order by start_ms) as marked,
    array(select distinct start_ms::int from cards where user_id = ${userId} and due_day is not null order by 1) as active`);
  return rows[0] as (typeof rows)[0];
};

/** Computes the expected totals from each turn and answer. */
function computeTotals({ attempts, reviews, undone }: ReturnType<typeof makeHistory>) {
  const counted = new Map<
    number,
    { at: number; minutes: number; spoken_ms: number; said: number; written: number; recalled: number }
  >();
  const count = (
    id: string,
    change: { spoken_ms?: number; said?: number; written?: number; recalled?: number },
  ) => {
    const minute = Math.floor(readAttemptTime(id) / MINUTE_MS);
    const at = (minute - (minute % 15)) * 60;
    const total = counted.get(at) ?? { at, minutes: 0, spoken_ms: 0, said: 0, written: 0, recalled: 0 };
    counted.set(at, total);
    total.minutes |= 1 << (minute % 15);
    total.spoken_ms += change.spoken_ms ?? 0;
    total.said += change.said ?? 0;
    total.written += change.written ?? 0;
    total.recalled += change.recalled ?? 0;
  };
  // A turn at a joined line has an attempt per segment, all with the same time.
  const turns = new Set<number>();
  for (const { id, what, voiced_ms } of attempts) {
    const isTurn = what === 'said' && !turns.has(readAttemptTime(id));
    if (isTurn) turns.add(readAttemptTime(id));
    if (what !== 'skipped') count(id, { spoken_ms: voiced_ms ?? 0, said: Number(isTurn) });
  }
  for (const { id, skill, grade } of reviews.filter((review) => !undone.includes(review))) {
    if (grade === 'forget') continue;
    count(id, { written: Number(skill === 'write'), recalled: Number(skill === 'say' && grade !== 'again') });
  }
  return [...counted.values()].sort((a, b) => a.at - b.at);
}

const hasHint = ({ extra_pauses, length_ratio }: ReturnType<typeof makeHistory>['attempts'][number]) =>
  (extra_pauses ?? 0) > 0 || (length_ratio ?? 1) >= 1.5 || (length_ratio ?? 1) <= 0.6;

/** Computes the lines whose last take had a hint, and those with another hint in the last two weeks. */
function computeHints({ attempts }: ReturnType<typeof makeHistory>) {
  const takes = attempts
    .filter(({ what }) => what === 'said')
    .sort((a, b) => readAttemptTime(b.id) - readAttemptTime(a.id));
  const lines = Array.from({ length: LINES }, (_, n) => takes.filter((take) => take.start_ms === n * 3000));
  const last = lines.filter(([take]) => take && hasHint(take));
  const repeated = last.filter((lineTakes) => {
    const recent = lineTakes.filter(({ id }) => readAttemptTime(id) > Date.now() - 14 * DAY_MS);
    return recent.filter(hasHint).length > 1;
  });
  const listStarts = (lines: typeof last) => lines.map(([take]) => take?.start_ms);
  return { last: listStarts(last), repeated: listStarts(repeated) };
}

describe.each([1, 2])('practice sent in any order, some of it twice (seed %i)', (seed) => {
  it('is counted by quarter of an hour, without undone answers', async () => {
    const random = randomFrom(seed);
    const [learner, videoId] = [await signIn(server), await addLines()];
    const history = makeHistory(videoId, random);
    await Promise.all([
      sendShuffled(history.attempts, random, 2, (attempts) =>
        learner.call(practice.saveAttempts, { body: { attempts } }),
      ),
      sendShuffled(history.reviews, random, 2, (reviews) =>
        learner.call(practice.saveReviews, { body: { reviews } }),
      ),
    ]);
    await sendShuffled(history.undone, random, 3, async (batch) => {
      for (const { id } of batch) await learner.call(practice.undoReview, { params: { review: id } });
    });
    expect(await readTotals(learner.id)).toEqual(computeTotals(history));
    const { marked, active } = await readLinesWithCard(learner.id);
    expect(marked).toEqual(active);
  });

  it('yields the hints of the last takes, and the recurring ones', async () => {
    const random = randomFrom(100 + seed);
    const [learner, videoId] = [await signIn(server), await addLines()];
    const history = makeHistory(videoId, random);
    await sendShuffled(history.attempts, random, 1, (attempts) =>
      learner.call(practice.saveAttempts, { body: { attempts } }),
    );
    const { hints } = await learner.call(practice.listLineMemory, { params: { id: videoId } });
    const { lines } = await learner.call(practice.getQueue);
    expect({
      last: hints.map(({ start_ms }) => start_ms),
      repeated: lines.map(({ start_ms }) => start_ms),
    }).toEqual(computeHints(history));
  });
});

const readDerivedRows = async (userId: number) => {
  const { rows } =
    await db.execute(sql`select text_hash, last_take_at, last_hint_at, prior_hint_at from hinted_lines
    where user_id = ${userId} and last_hint_at is not null order by text_hash`);
  const { marked } = await readLinesWithCard(userId);
  return { totals: await readTotals(userId), hints: rows, lines: marked };
};

describe('a turn at a joined line', () => {
  it('counts as one turn', async () => {
    const [learner, videoId] = [await signIn(server), await addLines()];
    const at = Date.now();
    const attempts = [0, 1, 2].map((n) => ({
      id: makeAttemptId(at, randomBytes(10)),
      video_id: videoId,
      start_ms: n * 3000,
      text_hash: hashLine(`Line ${n}`),
      what: 'said' as const,
    }));
    await learner.call(practice.saveAttempts, { body: { attempts } });
    expect(await readTotals(learner.id)).toMatchObject([{ said: 1 }]);
  });
});

describe('the job that recounts practice', () => {
  it('restores totals, hints and card marks, once per account, while the learner continues practising', async () => {
    const random = randomFrom(9);
    const [learner, other, videoId] = [await signIn(server), await signIn(server), await addLines()];
    const [history, later] = [makeHistory(videoId, random), makeHistory(videoId, random)];
    const save = ({ attempts, reviews }: typeof history) =>
      Promise.all([
        sendShuffled(attempts, random, 2, (batch) =>
          learner.call(practice.saveAttempts, { body: { attempts: batch } }),
        ),
        sendShuffled(reviews, random, 1, (batch) =>
          learner.call(practice.saveReviews, { body: { reviews: batch } }),
        ),
      ]);
    await save({ ...history, undone: [] });
    const before = await readDerivedRows(learner.id);
    for (const table of ['practice_totals', 'hinted_lines'])
      await db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${learner.id}`);
    await db.execute(sql`update remembered_lines set has_card = false where user_id = ${learner.id}`);
    const uncounted = sql`insert into uncounted_accounts select unnest(array[${learner.id}, ${other.id + 1000}]::bigint[])`;
    await db.execute(uncounted);
    await Promise.all([recountPractice(db), recountPractice(db)]);
    expect(await readDerivedRows(learner.id)).toEqual(before);

    await db.execute(uncounted);
    await Promise.all([save({ ...later, undone: [] }), recountPractice(db)]);
    const combined = {
      attempts: [...history.attempts, ...later.attempts],
      reviews: [...history.reviews, ...later.reviews],
    };
    expect(await readTotals(learner.id)).toEqual(computeTotals({ ...combined, undone: [] }));
    expect((await db.execute(sql`select from uncounted_accounts`)).rows).toEqual([]);
  });
});
