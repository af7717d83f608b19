import { randomBytes } from 'node:crypto';
import { accounts, hashLine, makeAttemptId, practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { makeAttemptPartitions } from './attempt-partitions.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
const { db, jobs } = server.context;

const DAY_MS = 24 * 60 * 60 * 1000;

const attemptAt = (video_id: number, at: number): practice.Attempt => ({
  id: makeAttemptId(at, randomBytes(10)),
  video_id,
  start_ms: 1000,
  text_hash: hashLine('Good morning.'),
  what: 'said',
});
const save = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });

async function count(from: string, where = sql`true`): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(from)} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}
const ofLearner = ({ id }: { id: number }) => sql`user_id = ${id}`;

/** Attempts in months without a partition created in advance, of any account. */
const fillMonths = (userId: number, rows: number, table = 'attempts') =>
  db.execute(sql`insert into ${sql.identifier(table)} (user_id, at, id, video_id, start_ms, text_hash, what)
    select ${userId}, now() - (100 + n % 250) * interval '1 day', gen_random_uuid(), 1, n, n, 'said'
    from generate_series(1, ${sql.raw(String(rows))}) as n`);

const countWaiting = () => count('pg_locks', sql`not granted and relation = 'attempts_default'::regclass`);

describe('partitions of attempts', () => {
  it('are created at a server’s start, for this month and the next two', async () => {
    await eventually(async () => {
      const { rows } = await db.execute<{ name: string | null }>(sql`
        select to_regclass('attempts_' || to_char(now() at time zone 'UTC' + n * interval '1 month', 'YYYY_MM')) as name
        from generate_series(0, 2) as n`);
      expect(rows.every(({ name }) => name !== null)).toBe(true);
    });
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, [attemptAt(videoId, Date.now())]);
    expect(await count('attempts_default', ofLearner(learner))).toBe(0);
  });

  it('are created in advance, so that the default one has no rows of the next two months', async () => {
    await makeAttemptPartitions(db, new Date('2031-12-15T12:00:00Z'));
    for (const at of ['2031-12-01T00:00:00Z', '2032-01-31T23:59:59Z', '2032-02-29T12:00:00Z']) {
      await db.execute(sql`insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what)
        values (1, ${at}, gen_random_uuid(), 1, 0, 1, 'said')`);
    }
    expect(await count('attempts_default')).toBe(0);
  });

  it.each([3, 5000])('receive %i attempts from the default one, without counting any twice', async (rows) => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const sent = [1, 100, 200, 300].map((days) => attemptAt(videoId, Date.now() - days * DAY_MS));
    expect(await save(learner, sent)).toMatchObject({ counted: 4 });
    await fillMonths(learner.id, rows);
    await Promise.all([makeAttemptPartitions(db), makeAttemptPartitions(jobs.db)]);
    await makeAttemptPartitions(db);
    expect(await count('attempts_default')).toBe(0);
    expect(await save(learner, sent)).toMatchObject({ counted: 0 });
    expect(await count('attempts', ofLearner(learner))).toBe(4 + rows);
  });

  it('lose or duplicate no row, and fail no call, while several servers move rows under traffic', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const random = randomFrom(22);
    const people = await Promise.all(Array.from({ length: 4 }, () => signIn(server)));
    let areMoving = true;
    let moment = Date.now() - DAY_MS;
    async function practise(learner: Client & { id: number }) {
      const sent: practice.Attempt[] = [];
      let counted = 0;
      while (areMoving || sent.length < 200) {
        // Different times: attempts at the same time are segments of one turn.
        const at = () => moment++ - random.below(390) * DAY_MS;
        const fresh = Array.from({ length: 1 + random.below(20) }, () => attemptAt(videoId, at()));
        const again =
          sent.length > 0 ? Array.from({ length: random.below(20) }, () => random.pick(sent)) : [];
        sent.push(...fresh);
        counted += (await save(learner, [...fresh, ...again])).counted;
      }
      return { learner, sent: sent.length, counted };
    }
    const practising = people.map(practise);
    for (let round = 0; round < 3; round++) {
      // A restore leaves no partitions of earlier months.
      await fillMonths(0, 3000 + random.below(4000), 'attempts');
      await fillMonths(0, random.below(100), 'attempts_moving');
      await Promise.all([makeAttemptPartitions(db), makeAttemptPartitions(jobs.db)]);
      for (const month of await partitions()) if (random.chance(0.6)) await putBack(month);
    }
    await makeAttemptPartitions(db);
    areMoving = false;
    for (const { learner, sent, counted } of await Promise.all(practising)) {
      expect(counted).toBe(sent);
      expect(await count('attempts', ofLearner(learner))).toBe(sent);
      const { rows } = await db.execute(
        sql`select sum(said)::int as said from practice_totals where user_id = ${learner.id}`,
      );
      expect(rows).toEqual([{ said: sent }]);
    }
    expect(await count('attempts_moving')).toBe(0);
  });

  it('are created while a long query reads attempts, without blocking other work', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await fillMonths(learner.id, 10);
    for (const month of await partitions()) await putBack(month);
    let isDone = false;
    let created: Promise<void> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`select from attempts limit 1`);
      created = makeAttemptPartitions(jobs.db).then(() => {
        isDone = true;
      });
      for (let n = 0; n < 30; n++) {
        expect(await save(learner, [attemptAt(videoId, Date.now() - 150 * DAY_MS)])).toMatchObject({
          counted: 1,
        });
      }
      expect(isDone).toBe(false);
    });
    await created;
    expect(await count('attempts', ofLearner(learner))).toBe(40);
  });

  it('created by a previous release while an attempt is in transit don’t reject it', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    for (const month of await partitions()) await putBack(month);
    const at = new Date(Date.now() - 40 * DAY_MS);
    let saved: ReturnType<typeof save> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table attempts_default in access exclusive mode`);
      saved = save(learner, [attemptAt(videoId, at.getTime())]);
      await eventually(async () => expect(await countWaiting()).toBe(1));
      await transaction.execute(sql`create table late (like attempts including all)`);
      const day = sql.raw(
        `('${at.toISOString().slice(0, 10)}') to ('${new Date().toISOString().slice(0, 10)}')`,
      );
      await transaction.execute(sql`delete from attempts_default`);
      await transaction.execute(sql`alter table attempts attach partition late for values from ${day}`);
    });
    expect(await saved).toMatchObject({ counted: 1 });
    await db.execute(sql`drop table late`);
  });
});

it('attempts that are being moved are exported, and don’t count twice', async () => {
  const { videoId } = await addAlignedVideo(admin);
  const learner = await signIn(server);
  const sent = [1, 2, 3].map((days) => attemptAt(videoId, Date.now() - days * DAY_MS));
  await save(learner, sent);
  await db.execute(sql`with moved as (delete from attempts where id = ${sent[1]?.id ?? ''} returning *)
    insert into attempts_moving select * from moved`);
  expect(await save(learner, sent)).toMatchObject({ counted: 0, refused: [] });
  const { attempts } = await learner.call(accounts.exportAccount);
  expect((attempts as { id: string }[]).map(({ id }) => id)).toEqual(sent.map(({ id }) => id).reverse());
  await makeAttemptPartitions(db);
  expect(await count('attempts_moving')).toBe(0);
  expect(await count('attempts', ofLearner(learner))).toBe(3);
});

async function partitions(): Promise<string[]> {
  const { rows } = await db.execute<{
    name: string;
  }>(sql`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'attempts'::regclass and inhrelid <> 'attempts_default'::regclass order by name`);
  return rows.map(({ name }) => name);
}

/** Moves a month's rows back to the default partition, as if the month had never had one. */
const putBack = (month: string) =>
  db.transaction(async (transaction) => {
    const table = sql.identifier(month);
    await transaction.execute(sql`lock table only attempts in access exclusive mode`);
    await transaction.execute(sql`alter table attempts detach partition ${table}`);
    await transaction.execute(sql`insert into attempts_default select * from ${table}`);
    await transaction.execute(sql`drop table ${table}`);
  });
