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

const createAttempt = (video_id: number, at: number): practice.Attempt => ({
  id: makeAttemptId(at, randomBytes(10)),
  video_id,
  start_ms: 1000,
  text_hash: hashLine('Good morning.'),
  what: 'said',
});
const save = (learner: Client, attempts: practice.Attempt[]) =>
  learner.call(practice.saveAttempts, { body: { attempts } });

async function countRows(table: string, where = sql`true`): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}
const isLearner = ({ id }: { id: number }) => sql`user_id = ${id}`;

/** Adds attempts in past months. */
const fillMonths = (userId: number, rows: number, table = 'attempts') =>
  db.execute(sql`insert into ${sql.identifier(table)} (user_id, at, id, video_id, start_ms, text_hash, what)
    select ${userId}, now() - (100 + n % 250) * interval '1 day', gen_random_uuid(), 1, n, n, 'said'
    from generate_series(1, ${sql.raw(String(rows))}) as n`);

const countLockWaits = () =>
  countRows('pg_locks', sql`not granted and relation = 'attempts_default'::regclass`);

describe('partitions of attempts', () => {
  it('are created when a server starts, for this month and the next two', async () => {
    await eventually(async () => {
      const { rows } = await db.execute<{ name: string | null }>(sql`
        select to_regclass('attempts_' || to_char(now() at time zone 'UTC' + n * interval '1 month', 'YYYY_MM')) as name
        from generate_series(0, 2) as n`);
      expect(rows.every(({ name }) => name !== null)).toBe(true);
    });
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, [createAttempt(videoId, Date.now())]);
    expect(await countRows('attempts_default', isLearner(learner))).toBe(0);
  });

  it('are created in advance for the next two months', async () => {
    await makeAttemptPartitions(db, new Date('2031-12-15T12:00:00Z'));
    for (const at of ['2031-12-01T00:00:00Z', '2032-01-31T23:59:59Z', '2032-02-29T12:00:00Z']) {
      await db.execute(sql`insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what)
        values (1, ${at}, gen_random_uuid(), 1, 0, 1, 'said')`);
    }
    expect(await countRows('attempts_default')).toBe(0);
  });

  it.each([3, 5000])(
    'receive %i attempts from the default partition, each of which counts once',
    async (rows) => {
      const { videoId } = await addAlignedVideo(admin);
      const learner = await signIn(server);
      const sent = [1, 100, 200, 300].map((days) => createAttempt(videoId, Date.now() - days * DAY_MS));
      expect(await save(learner, sent)).toMatchObject({ counted: 4 });
      await fillMonths(learner.id, rows);
      await Promise.all([makeAttemptPartitions(db), makeAttemptPartitions(jobs.db)]);
      await makeAttemptPartitions(db);
      expect(await countRows('attempts_default')).toBe(0);
      expect(await save(learner, sent)).toMatchObject({ counted: 0 });
      expect(await countRows('attempts', isLearner(learner))).toBe(4 + rows);
    },
  );

  it('neither lose nor duplicate attempts while several servers move rows under load', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const random = randomFrom(22);
    const learners = await Promise.all(Array.from({ length: 4 }, () => signIn(server)));
    let areMoving = true;
    let nextTime = Date.now() - DAY_MS;
    async function practise(learner: Client & { id: number }) {
      const sent: practice.Attempt[] = [];
      let counted = 0;
      while (areMoving || sent.length < 200) {
        // Each attempt has a different time, since attempts at the same time are segments of one turn.
        const pickTime = () => nextTime++ - random.below(390) * DAY_MS;
        const fresh = Array.from({ length: 1 + random.below(20) }, () => createAttempt(videoId, pickTime()));
        const repeated =
          sent.length > 0 ? Array.from({ length: random.below(20) }, () => random.pick(sent)) : [];
        sent.push(...fresh);
        counted += (await save(learner, [...fresh, ...repeated])).counted;
      }
      return { learner, sent: sent.length, counted };
    }
    const practising = learners.map(practise);
    for (let round = 0; round < 3; round++) {
      // Simulates a restore, which creates no partitions for past months.
      await fillMonths(0, 3000 + random.below(4000), 'attempts');
      await fillMonths(0, random.below(100), 'attempts_moving');
      await Promise.all([makeAttemptPartitions(db), makeAttemptPartitions(jobs.db)]);
      for (const month of await listPartitions()) if (random.chance(0.6)) await returnToDefault(month);
    }
    await makeAttemptPartitions(db);
    areMoving = false;
    for (const { learner, sent, counted } of await Promise.all(practising)) {
      expect(counted).toBe(sent);
      expect(await countRows('attempts', isLearner(learner))).toBe(sent);
      const { rows } = await db.execute(
        sql`select sum(said)::int as said from practice_totals where user_id = ${learner.id}`,
      );
      expect(rows).toEqual([{ said: sent }]);
    }
    expect(await countRows('attempts_moving')).toBe(0);
  });

  it('are created without blocking writes, even while a long query reads attempts', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await fillMonths(learner.id, 10);
    for (const month of await listPartitions()) await returnToDefault(month);
    let isDone = false;
    let created: Promise<void> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`select from attempts limit 1`);
      created = makeAttemptPartitions(jobs.db).then(() => {
        isDone = true;
      });
      for (let n = 0; n < 30; n++) {
        expect(await save(learner, [createAttempt(videoId, Date.now() - 150 * DAY_MS)])).toMatchObject({
          counted: 1,
        });
      }
      expect(isDone).toBe(false);
    });
    await created;
    expect(await countRows('attempts', isLearner(learner))).toBe(40);
  });

  it('don’t reject an attempt if another server has just created its month’s partition', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    for (const month of await listPartitions()) await returnToDefault(month);
    const at = new Date(Date.now() - 40 * DAY_MS);
    let saved: ReturnType<typeof save> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table attempts_default in access exclusive mode`);
      saved = save(learner, [createAttempt(videoId, at.getTime())]);
      await eventually(async () => expect(await countLockWaits()).toBe(1));
      await transaction.execute(sql`create table partition_of_other_server (like attempts including all)`);
      const day = sql.raw(
        `('${at.toISOString().slice(0, 10)}') to ('${new Date().toISOString().slice(0, 10)}')`,
      );
      await transaction.execute(sql`delete from attempts_default`);
      await transaction.execute(
        sql`alter table attempts attach partition partition_of_other_server for values from ${day}`,
      );
    });
    expect(await saved).toMatchObject({ counted: 1 });
    await db.execute(sql`drop table partition_of_other_server`);
  });
});

it('attempts in attempts_moving are exported, and count once', async () => {
  const { videoId } = await addAlignedVideo(admin);
  const learner = await signIn(server);
  const sent = [1, 2, 3].map((days) => createAttempt(videoId, Date.now() - days * DAY_MS));
  await save(learner, sent);
  await db.execute(sql`with moved as (delete from attempts where id = ${sent[1]?.id ?? ''} returning *)
    insert into attempts_moving select * from moved`);
  expect(await save(learner, sent)).toMatchObject({ counted: 0, refused: [] });
  const { attempts } = await learner.call(accounts.exportAccount);
  expect((attempts as { id: string }[]).map(({ id }) => id)).toEqual(sent.map(({ id }) => id).reverse());
  await makeAttemptPartitions(db);
  expect(await countRows('attempts_moving')).toBe(0);
  expect(await countRows('attempts', isLearner(learner))).toBe(3);
});

async function listPartitions(): Promise<string[]> {
  const { rows } = await db.execute<{
    name: string;
  }>(sql`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'attempts'::regclass and inhrelid <> 'attempts_default'::regclass order by name`);
  return rows.map(({ name }) => name);
}

/** Moves a month's rows back to the default partition, and drops the month's partition. */
const returnToDefault = (month: string) =>
  db.transaction(async (transaction) => {
    const table = sql.identifier(month);
    await transaction.execute(sql`lock table only attempts in access exclusive mode`);
    await transaction.execute(sql`alter table attempts detach partition ${table}`);
    await transaction.execute(sql`insert into attempts_default select * from ${table}`);
    await transaction.execute(sql`drop table ${table}`);
  });
