import { practice } from '@sayback/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { reviews } from '../memory/tables.ts';
import { attempts, attempts_moving } from '../tables.ts';
import type { LocalDays } from './local-days.ts';
import { addEmptyDays, type CountedDay, listDayStarts, selectPracticeDays } from './practice-days.ts';

const FOUR_WEEKS = 28;

type Figure = { is_now: boolean; value: number; cases: number };
type Row = {
  days: CountedDay[];
  kept: Figure[];
  hears: Figure[];
  takes: (Omit<Figure, 'value'> & { extra_pauses: number; length_off: number })[];
};

/** Finds a statistic of one of the two periods. Its value is null if there are too few cases. */
function findFigure(rows: readonly Figure[], isNow: boolean) {
  const { value = 0, cases = 0 } = rows.find(({ is_now }) => is_now === isNow) ?? {};
  return { value: cases < practice.MIN_CASES ? null : value, cases };
}

const compareFigures = (rows: readonly Figure[]) => ({
  now: findFigure(rows, true),
  before: findFigure(rows, false),
});

/** Reads a learner's practice by day, and statistics that can't be improved by repeating a line. */
export function figuresReader(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const from = sql`${sql.placeholder('from')}::timestamptz`;
  const isNow = sql`at >= ${sql.placeholder('now')}::timestamptz as is_now`;
  const selectJson = (name: string) =>
    sql`(select coalesce(json_agg(${sql.raw(name)}), '[]') from ${sql.raw(name)})`;
  const selectTakes = (table: SQLWrapper, since: SQL) => sql`
    select video_id, text_hash, at, extra_pauses, length_ratio from ${table}
    where user_id = ${user} and what = 'said' ${since}`;
  const selectAllTakes = (since = sql``) =>
    sql`(${selectTakes(attempts, since)} union all ${selectTakes(attempts_moving, since)}) as takes`;
  const card = sql`video_id, text_hash, start_ms, skill`;
  const statement = prepareRead<Row>(
    db,
    'figures_read',
    // Groups years of rows without sorting them, which would take seven times as long.
    sql`with days as (${selectPracticeDays}), graded as (
        select at, grade, ${card} from ${reviews} where user_id = ${user} and not undone and grade <> 'forget'
      ), first_reviews as (
        select ${card}, min(at) as first_at from graded group by ${card}
      ), later as (
        select ${card}, min(at) as at from graded join first_reviews using (${card})
        where at >= first_at + interval '24 hours' group by ${card} having min(at) >= ${from}
      ), first_later as (
        select distinct on (${card}) at, grade from graded join later using (${card}, at) order by ${card}
      ), kept as (
        select ${isNow}, avg((grade <> 'again')::int)::float8 as value, count(*)::int as cases from first_later group by is_now
      ), hears as (
        select ${isNow}, avg(accuracy)::float8 as value, count(*)::int as cases from ${reviews}
        where user_id = ${user} and at >= ${from} and not undone and skill = 'write' and first_hearing and accuracy is not null
        group by is_now
      ), new_lines as (
        select video_id, text_hash, min(at) as at from ${selectAllTakes()} group by video_id, text_hash having min(at) >= ${from}
      ), first_takes as (
        select distinct on (video_id, text_hash) at, extra_pauses, length_ratio
        from ${selectAllTakes(sql`and at >= ${from}`)} join new_lines using (video_id, text_hash, at) order by video_id, text_hash
      ), takes as (
        select ${isNow}, avg(extra_pauses)::float8 as extra_pauses, (exp(avg(abs(ln(length_ratio)))) - 1)::float8 * 100 as length_off,
          count(*)::int as cases
        from first_takes where length_ratio > 0 and extra_pauses is not null group by is_now
      )
      select ${selectJson('days')} as days, ${selectJson('kept')} as kept, ${selectJson('hears')} as hears, ${selectJson('takes')} as takes`,
  );
  return async (userId: number, days: LocalDays): Promise<practice.Figures> => {
    const today = days.getDay(Date.now());
    const starts = listDayStarts(days, today, FOUR_WEEKS);
    const [before] = listDayStarts(days, today, 2 * FOUR_WEEKS);
    const { rows } = await statement({ user: userId, starts, now: starts[0], from: before });
    const { days: counted, kept, hears, takes } = rows[0] as Row;
    const compareTakes = (name: 'extra_pauses' | 'length_off') =>
      compareFigures(takes.map(({ is_now, cases, ...take }) => ({ is_now, cases, value: take[name] })));
    return {
      days: addEmptyDays(counted, today, FOUR_WEEKS),
      kept: compareFigures(kept),
      hears: compareFigures(hears),
      extra_pauses: compareTakes('extra_pauses'),
      length_off: compareTakes('length_off'),
    };
  };
}
