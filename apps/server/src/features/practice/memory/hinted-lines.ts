import { LIMITS } from '@sayback/speech';
import { type SQL, sql } from 'drizzle-orm';
import { attempts, attempts_moving } from '../tables.ts';
import { hinted_lines } from './tables.ts';

export const HINT_DAYS = 90;
/** A second hint at a line in this many days counts as recurring. */
const RECURRENCE_DAYS = 14;

const LINE = sql`video_id, text_hash, start_ms`;

/** SQL condition that an attempt had a hint about pauses or length. */
export const hasHint = sql`(coalesce(extra_pauses, 0) > 0
  or coalesce(length_ratio, 1) >= ${LIMITS.slow} or coalesce(length_ratio, 1) <= ${LIMITS.fast})`;

/** SQL condition that the last take of a row of `hinted_lines` had a hint. */
export const hasLastHint = sql`last_hint_at = last_take_at`;

/** SQL condition that the last take of a row had a hint, and another one in the last two weeks. */
export const hasRecurringHint = sql`${hasLastHint} and prior_hint_at > now() - ${RECURRENCE_DAYS} * interval '1 day'`;

/** SQL for the time of a later take of the line than the outer query's, since devices send takes in any order. */
const selectLaterTake = (table: typeof attempts | typeof attempts_moving, user: SQL) =>
  sql`(select max(later.at) from ${table} as later where later.user_id = ${user} and later.at > latest_take.at and later.what = 'said'
    and later.video_id = latest_take.video_id and later.text_hash = latest_take.text_hash and later.start_ms = latest_take.start_ms)`;

/** CTEs that update the hints of lines from the attempts of `input` that are in `added`. */
export const updateHints = (user: SQL): SQL => sql`latest_take as (
    select ${LINE}, max(at) as at, array_agg(distinct at order by at desc) filter (where ${hasHint}) as hints
    from added join input using (id)
    where what = 'said' and at > now() - ${HINT_DAYS} * interval '1 day' group by ${LINE}
  ), hinted as (
    insert into ${hinted_lines} as line (user_id, ${LINE}, last_take_at, last_hint_at, prior_hint_at)
    select ${user}, ${LINE}, case when is_known then at else greatest(at, ${selectLaterTake(attempts, user)}, ${selectLaterTake(attempts_moving, user)}) end,
      hints[1], hints[2]
    from latest_take cross join lateral (select exists (select from ${hinted_lines} as known where known.user_id = ${user}
      and known.video_id = latest_take.video_id and known.text_hash = latest_take.text_hash and known.start_ms = latest_take.start_ms) as is_known) as line
    where is_known or hints is not null order by ${LINE}
    on conflict (user_id, ${LINE}) do update set last_take_at = greatest(line.last_take_at, excluded.last_take_at),
      last_hint_at = greatest(line.last_hint_at, excluded.last_hint_at),
      prior_hint_at = case when excluded.last_hint_at is null then line.prior_hint_at
        else greatest(least(line.last_hint_at, excluded.last_hint_at), line.prior_hint_at, excluded.prior_hint_at) end
  )`;
