import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { classifyDatabaseError } from '../../../platform/database/database-error.ts';
import { databaseNow } from '../../../platform/database/database-now.ts';

const MONTHS_AHEAD = 2;
/** Rows moved in one transaction, which takes about 20 ms. */
const BATCH_SIZE = 2000;
/** Brief but frequent waits, since waiting for a lock blocks all later requests. */
const LOCK = { waitMs: 30, pauseMs: 200, attempts: 300 };

const startOfMonth = (time: Date, monthsLater = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, 1));

/**
 * Creates the partitions of attempts for this month, the next two, and the months of rows in the default partition. To avoid
 * blocking while many rows move, first turns the default partition into the table `attempts_moving`, which all queries of
 * attempts also use. Several servers can run it at once, and a later run finishes an interrupted one.
 */
export async function makeAttemptPartitions(db: Database, now?: Date): Promise<void> {
  const today = now ?? (await databaseNow(db));
  do {
    const months = await findMissingMonths(db, today);
    if (await isLarge(db)) await withLocks(db, detachDefault);
    for (const month of months) await withLocks(db, (locked) => createPartition(locked, month));
    while (await moveBatch(db));
  } while (await isLarge(db));
}

const partitionName = (month: Date) => `attempts_${month.toISOString().slice(0, 7).replace('-', '_')}`;

async function findMissingMonths(db: Database, today: Date): Promise<Date[]> {
  const ahead = Array.from({ length: MONTHS_AHEAD + 1 }, (_, n) => startOfMonth(today, n).toISOString());
  const { rows } = await db.execute<{ month: string }>(sql`
    select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month from (
      select at from attempts_default union all select at from attempts_moving
      union all select unnest(${sql.param(ahead)}::timestamptz[])) as needed
    where to_regclass('attempts_' || to_char(at at time zone 'UTC', 'YYYY_MM')) is null order by month`);
  return rows.map(({ month }) => new Date(`${month}-01T00:00:00Z`));
}

/** Runs short work under an exclusive lock on attempts. Retries while other transactions hold locks. */
async function withLocks(db: Database, work: (locked: Database) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(async (transaction) => {
        await transaction.execute(sql`set local lock_timeout = ${sql.raw(`${LOCK.waitMs}`)}`);
        // Lock the parent first, since inserts choose a partition before they lock it.
        await transaction.execute(sql`lock table only attempts in access exclusive mode`);
        await transaction.execute(sql`lock table attempts_default, attempts_moving in access exclusive mode`);
        await work(transaction);
      });
    } catch (error) {
      if (classifyDatabaseError(error) !== 'busy' || attempt >= LOCK.attempts) throw error;
      await sleep(LOCK.pauseMs * (0.5 + Math.random()));
    }
  }
}

async function isLarge(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select from attempts_default offset ${BATCH_SIZE} limit 1`);
  return rows.length > 0;
}

/** Replaces a default partition with many rows by an empty one, unless rows of the previous one are still moving. */
async function detachDefault(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select from attempts_moving limit 1`);
  if (rows.length > 0 || !(await isLarge(db))) return;
  await db.execute(sql`alter table attempts detach partition attempts_default`);
  await db.execute(sql`drop table attempts_moving`);
  await db.execute(sql`alter table attempts_default rename to attempts_moving`);
  await db.execute(sql`create table attempts_default partition of attempts default`);
}

async function createPartition(db: Database, from: Date): Promise<void> {
  const name = partitionName(from);
  const table = sql.identifier(name);
  const bounds = [from, startOfMonth(from, 1)].map((at) => sql.raw(`'${at.toISOString()}'`));
  const { rows } = await db.execute(sql`select from pg_class where oid = to_regclass(${name})`);
  // If many rows arrived while others were still moving, the next round detaches the default partition.
  if (rows.length > 0 || (await isLarge(db))) return;
  await db.execute(
    sql`create table ${table} (like attempts including defaults including constraints including indexes)`,
  );
  await db.execute(sql`with moved as (
      delete from attempts_default where at >= ${bounds[0]} and at < ${bounds[1]} returning *
    ) insert into ${table} select * from moved`);
  await db.execute(
    sql`alter table attempts attach partition ${table} for values from (${bounds[0]}) to (${bounds[1]})`,
  );
}

/** Moves a batch of rows to their months, without counting them again in `practice_totals`. Returns false if none are left. */
async function moveBatch(db: Database): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('sayback.moves_attempts', 'on', true)`);
    const { rows } = await transaction.execute(sql`with moved as (
        delete from attempts_moving where ctid = any(array(
          select ctid from attempts_moving limit ${BATCH_SIZE} for update skip locked)) returning *
      ), added as (insert into attempts select * from moved on conflict do nothing)
      select from moved limit 1`);
    return rows.length > 0;
  });
}
