import type { practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import type { LocalDays } from '../figures/local-days.ts';
import {
  addEmptyDays,
  type CountedDay,
  listDayStarts,
  selectPracticeDays,
} from '../figures/practice-days.ts';
import { reviews } from '../memory/tables.ts';
import { selectWaitingLines } from './select-waiting-lines.ts';

const WEEK = 7;
/** Estimated time to hear a line, answer it and grade the answer. */
const SECONDS_PER_LINE = 35;

/**
 * SQL condition that a row is from the learner's current day. With only one bound, the planner would expect a third of all rows
 * and replan the statement each time.
 */
const isToday = sql`at between ${sql.placeholder('midnight')}::timestamptz
  and ${sql.placeholder('midnight')}::timestamptz + interval '3 days'`;

type Row = {
  due: number;
  fresh: number;
  done: number;
  goal_minutes: number | null;
  days: CountedDay[];
};

/** Counts today's lines in one statement, since the home page requests this on every visit. */
export function todayReader(db: PooledDatabase) {
  const statement = prepareRead<Row>(
    db,
    'today_read',
    sql`with ${selectWaitingLines}, days as (${selectPracticeDays})
      select (select count(*)::int from due) as due, (select count(*)::int from fresh) as fresh,
        (select count(*)::int from ${reviews} where user_id = ${sql.placeholder('user')}::bigint
          and ${isToday} and not undone and grade <> 'forget') as done,
        (select goal_minutes from settings) as goal_minutes,
        (select coalesce(json_agg(days), '[]') from days) as days`,
  );
  return async (userId: number, days: LocalDays): Promise<practice.Today> => {
    const today = days.getDay(Date.now());
    const starts = listDayStarts(days, today, WEEK);
    const { rows } = await statement({ user: userId, today, starts, midnight: starts[WEEK - 1] });
    const { due, fresh, done, goal_minutes, days: counted } = rows[0] as Row;
    return {
      waiting: due + fresh,
      fresh,
      minutes: Math.ceil(((due + fresh) * SECONDS_PER_LINE) / 60),
      done,
      goal_minutes,
      days: addEmptyDays(counted, today, WEEK),
    };
  };
}
