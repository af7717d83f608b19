import type { practice } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import { attempts, attempts_moving } from '../tables.ts';
import type { LocalDays } from './local-days.ts';
import { isoDay } from './schedule.ts';
import { reviews } from './tables.ts';

export type CountedDay = Omit<practice.PractisedDay, 'day'> & {
  /** From 1 on, among those asked for. */
  nth: number;
};

const ofUser = (
  table: typeof attempts | typeof attempts_moving | typeof reviews,
  columns: SQL,
) => sql`select at, ${columns}
  from ${table} where user_id = ${sql.placeholder('user')}::bigint
    and at >= (${sql.placeholder('starts')}::timestamptz[])[1]`;

const turns = sql`what, voiced_ms, null as skill, null as grade`;
const answers = sql`null, null, skill, grade`;

/** The days of a learner that are given by their starts, oldest first, and a last one that ends them. Those without practice are missing. */
export const practisedDays = sql`select width_bucket(at, ${sql.placeholder('starts')}::timestamptz[]) as nth,
    count(distinct date_trunc('minute', at))::int as minutes,
    coalesce(sum(voiced_ms), 0)::int as spoken_ms,
    count(*) filter (where what = 'said')::int as said,
    count(*) filter (where skill = 'write' and grade <> 'forget')::int as written,
    count(*) filter (where skill = 'say' and grade in ('hard', 'good'))::int as recalled
  from (${ofUser(attempts, turns)} union all ${ofUser(attempts_moving, turns)}
    union all ${ofUser(reviews, answers)} and not undone) as practised
  where what is distinct from 'skipped' and grade is distinct from 'forget'
  group by nth`;

/** The starts of the days that end with a day, and of the one after it, as the statement takes them. */
export const startsOf = (days: LocalDays, last: number, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, n) => new Date(days.startOf(last - count + 1 + n)).toISOString());

const NOTHING = { minutes: 0, spoken_ms: 0, said: 0, written: 0, recalled: 0 };

/** All days, those without practice too. */
export function withEmptyDays(
  counted: readonly CountedDay[],
  last: number,
  count: number,
): practice.PractisedDay[] {
  const byNth = new Map(counted.map(({ nth, ...day }) => [nth, day]));
  return Array.from({ length: count }, (_, n) => ({
    day: isoDay(last - count + 1 + n),
    ...NOTHING,
    ...byNth.get(n + 1),
  }));
}
