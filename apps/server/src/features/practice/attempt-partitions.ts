import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-now.ts';

/** Months that are made before they begin. */
const AHEAD = 2;

const startOfMonth = (at: Date, later = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Makes the partitions of attempts: of this month and the next ones, and of those whose rows lie in the default one. */
export async function makeAttemptPartitions(db: Database, now?: Date): Promise<void> {
  const today = now ?? (await databaseNow(db));
  const { rows } = await db.execute<{ month: string }>(
    sql`select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month from attempts_default`,
  );
  const months = new Map(
    [
      ...Array.from({ length: AHEAD + 1 }, (_, later) => startOfMonth(today, later)),
      ...rows.map(({ month }) => new Date(`${month}-01T00:00:00Z`)),
    ].map((month) => [month.getTime(), month]),
  );
  for (const month of months.values()) await makePartition(db, month);
}

async function makePartition(db: Database, from: Date): Promise<void> {
  const name = `attempts_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  const table = sql.identifier(name);
  const bounds = [from, startOfMonth(from, 1)].map((at) => sql.raw(`'${at.toISOString()}'`));
  await db.transaction(async (transaction) => {
    // Attempts wait behind this lock: rather not now than for long. The queue tries again.
    await transaction.execute(sql`set local lock_timeout = '2s'`);
    await transaction.execute(sql`lock table attempts_default in access exclusive mode`);
    const { rows } = await transaction.execute(sql`select from pg_class where oid = to_regclass(${name})`);
    if (rows.length > 0) return;
    await transaction.execute(
      sql`create table ${table} (like attempts including defaults including constraints including indexes)`,
    );
    await transaction.execute(sql`with moved as (
        delete from attempts_default where at >= ${bounds[0]} and at < ${bounds[1]} returning *
      ) insert into ${table} select * from moved`);
    await transaction.execute(
      sql`alter table attempts attach partition ${table} for values from (${bounds[0]}) to (${bounds[1]})`,
    );
  });
}
