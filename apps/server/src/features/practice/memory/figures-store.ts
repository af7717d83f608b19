import { practice } from '@sayback/contract';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { attempts, attempts_moving } from '../tables.ts';
import type { LocalDays } from './local-days.ts';
import { type CountedDay, practisedDays, startsOf, withEmptyDays } from './practised-days.ts';
import { reviews } from './tables.ts';

const FOUR_WEEKS = 28;

type Figure = { is_now: boolean; value: number; cases: number };
type Row = {
  days: CountedDay[];
  kept: Figure[];
  hears: Figure[];
  takes: (Omit<Figure, 'value'> & { extra_pauses: number; length_off: number })[];
};

/** Returns a figure; its value is null if there are too few cases. */
function figureOf(rows: readonly Figure[], isNow: boolean) {
  const { value = 0, cases = 0 } = rows.find(({ is_now }) => is_now === isNow) ?? {};
  return { value: cases < practice.LEAST_CASES ? null : value, cases };
}

const compared = (rows: readonly Figure[]) => ({ now: figureOf(rows, true), before: figureOf(rows, false) });

/** Reads a learner's practice by day, and the figures that can't be raised by repeating one line. */
export function figuresReader(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const from = sql`${sql.placeholder('from')}::timestamptz`;
  const isNow = sql`at >= ${sql.placeholder('now')}::timestamptz as is_now`;
  const rows = (name: string) =>
    sql`(select coalesce(json_agg(${sql.raw(name)}), '[]') from ${sql.raw(name)})`;
  const takesOf = (
    table: SQLWrapper,
  ) => sql`select video_id, text_hash, at, extra_pauses, length_ratio from ${table}
    where user_id = ${user} and what = 'said'`;
  const statement = prepareRead<Row>(
    db,
    'figures_read',
    sql`with days as (${practisedDays}), later as (
        select at, grade, video_id, text_hash, start_ms, skill,
          at >= min(at) over (partition by video_id, text_hash, start_ms, skill) + interval '24 hours' as is_later
        from ${reviews} where user_id = ${user} and not undone and grade <> 'forget'
      ), first_later as (
        select distinct on (video_id, text_hash, start_ms, skill) at, grade from later where is_later
        order by video_id, text_hash, start_ms, skill, at
      ), kept as (
        select ${isNow}, avg((grade <> 'again')::int)::float8 as value, count(*)::int as cases
        from first_later where at >= ${from} group by is_now
      ), hears as (
        select ${isNow}, avg(accuracy)::float8 as value, count(*)::int as cases from ${reviews}
        where user_id = ${user} and at >= ${from} and not undone and skill = 'write' and first_hearing and accuracy is not null
        group by is_now
      ), first_takes as (
        select distinct on (video_id, text_hash) at, extra_pauses, length_ratio
        from (${takesOf(attempts)} union all ${takesOf(attempts_moving)}) as takes order by video_id, text_hash, at
      ), takes as (
        select ${isNow}, avg(extra_pauses)::float8 as extra_pauses, (exp(avg(abs(ln(length_ratio)))) - 1)::float8 * 100 as length_off,
          count(*)::int as cases
        from first_takes where at >= ${from} and length_ratio > 0 and extra_pauses is not null group by is_now
      )
      select ${rows('days')} as days, ${rows('kept')} as kept, ${rows('hears')} as hears, ${rows('takes')} as takes`,
  );
  return async (userId: number, days: LocalDays): Promise<practice.Figures> => {
    const today = days.dayOf(Date.now());
    const starts = startsOf(days, today, FOUR_WEEKS);
    const [before] = startsOf(days, today, 2 * FOUR_WEEKS);
    const { rows } = await statement({ user: userId, starts, now: starts[0], from: before });
    const { days: counted, kept, hears, takes } = rows[0] as Row;
    const ofTakes = (name: 'extra_pauses' | 'length_off') =>
      compared(takes.map(({ is_now, cases, ...take }) => ({ is_now, cases, value: take[name] })));
    return {
      days: withEmptyDays(counted, today, FOUR_WEEKS),
      kept: compared(kept),
      hears: compared(hears),
      extra_pauses: ofTakes('extra_pauses'),
      length_off: ofTakes('length_off'),
    };
  };
}
