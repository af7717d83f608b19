import type { practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { practice_totals } from '../memory/tables.ts';
import { formatDay } from '../reviews/schedule.ts';
import type { LocalDays } from './local-days.ts';

export type CountedDay = Omit<practice.PractisedDay, 'day'> & {
  /** Number of the day in the requested range, from 1. */
  nth: number;
};

/**
 * SQL for a learner's practice by day. Each start begins a day and the last one ends the last day. Days without practice are
 * omitted.
 */
export const selectPracticeDays = sql`select width_bucket(at, starts) as nth,
    sum(bit_count(minutes::bit(15)))::int as minutes, least(sum(spoken_ms), 2000000000)::int as spoken_ms,
    sum(said)::int as said, sum(written)::int as written, sum(recalled)::int as recalled
  from ${practice_totals}, (select ${sql.placeholder('starts')}::timestamptz[] as starts) as requested
  where user_id = ${sql.placeholder('user')}::bigint and at >= starts[1] and at < starts[array_length(starts, 1)] and minutes <> 0
  group by nth`;

/** Lists the starts of `count` days up to `last`, and of the day after. */
export const listDayStarts = (days: LocalDays, last: number, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, n) => new Date(days.startOfDay(last - count + 1 + n)).toISOString());

const NO_PRACTICE = { minutes: 0, spoken_ms: 0, said: 0, written: 0, recalled: 0 };

/** Adds the days without practice. */
export function addEmptyDays(
  counted: readonly CountedDay[],
  last: number,
  count: number,
): practice.PractisedDay[] {
  const countedByNumber = new Map(counted.map(({ nth, ...day }) => [nth, day]));
  return Array.from({ length: count }, (_, n) => ({
    day: formatDay(last - count + 1 + n),
    ...NO_PRACTICE,
    ...countedByNumber.get(n + 1),
  }));
}
