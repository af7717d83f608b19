import { accounts, SAME_LINE_MS } from '@sayback/contract';
import { LIMITS } from '@sayback/speech';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '../../accounts/index.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import { attempts, attempts_moving } from '../tables.ts';
import { cards, remembered_lines, reviews } from './tables.ts';

const user = sql`${sql.placeholder('user')}::bigint`;
const today = sql`${sql.placeholder('today')}::int`;

/** Takes that are looked through for hints that came back: the last ones, of two weeks at most. */
const TAKES = 1000;
const TAKEN_DAYS = 14;
/** A line that was gone is looked for again after so long. */
const GONE_DAYS = 30;

/** A take that had a hint about pauses or length. */
export const hasHint = sql`(coalesce(extra_pauses, 0) > 0
  or coalesce(length_ratio, 1) >= ${LIMITS.slow} or coalesce(length_ratio, 1) <= ${LIMITS.fast})`;

/** The last takes of a learner, newest first. */
export const lastTakes = (days: number, most: number) => {
  const of = (
    table: SQLWrapper,
  ) => sql`(select video_id, text_hash, start_ms, at, ${hasHint} as has_hint from ${table}
    where user_id = ${user} and at > now() - ${days} * interval '1 day' and what = 'said' order by at desc limit ${most})`;
  return sql`select * from (${of(attempts)} union all ${of(attempts_moving)}) as takes order by at desc limit ${most}`;
};

const line = sql`video_id, text_hash, start_ms`;
const isOpen = sql`video_id in (select ${videos.id} from ${videos} where ${openToLearners()})`;
const isActive = sql`not suspended and (gone_at is null or gone_at < now() - ${GONE_DAYS} * interval '1 day')`;

/**
 * The lines that are waiting for a learner on a day, in tables for a `with`: `settings`, `due` and `fresh`, which holds no more than the
 * day has room for. A line that was wrong the last time comes first, then what is due the longest.
 */
export const waitingLines = sql`settings as materialized (
    select coalesce((${users.preferences} -> 'review' ->> 'new_a_day')::int, ${accounts.DEFAULT_REVIEW.new_a_day}) as new_a_day,
      (${users.preferences} -> 'review' ->> 'goal_minutes')::int as goal_minutes
    from ${users} where ${users.id} = ${user}
  ), due as (
    select ${line}, line_ms, text, skill, case last_grade when 'again' then 'wrong' else 'due' end as reason, due_day as rank
    from ${cards} join ${remembered_lines} using (user_id, ${line})
    where user_id = ${user} and due_day <= ${today} and ${isActive} and ${isOpen}
  ), marked as (
    select ${line}, line_ms, text, case when starred then 'starred' else 'hard' end as reason, 1 as rank
    from ${remembered_lines}
    where user_id = ${user} and (starred or hard) and ${isActive} and ${isOpen}
      and not exists (select from ${cards} as card where card.user_id = ${user} and card.video_id = remembered_lines.video_id
        and card.text_hash = remembered_lines.text_hash and card.start_ms = remembered_lines.start_ms and card.due_day is not null)
  ), hinted as (
    select ${line}, start_ms as line_ms, '' as text, 'hint' as reason, 0 as rank
    from (${lastTakes(TAKEN_DAYS, TAKES)}) as take
    group by ${line}
    having count(*) filter (where has_hint) >= 2 and (array_agg(has_hint order by at desc))[1]
  ), fresh as (
    select ${line}, line_ms, text, 'say' as skill, reason, rank
    from (select * from marked union all select * from hinted where ${isOpen} and not exists (
      select from ${remembered_lines} as known where known.user_id = ${user} and known.video_id = hinted.video_id
        and known.text_hash = hinted.text_hash and known.line_ms between hinted.line_ms - ${SAME_LINE_MS} and hinted.line_ms + ${SAME_LINE_MS})
    ) as offered
    order by rank, video_id, line_ms, start_ms
    limit greatest(0, (select new_a_day from settings) - (
      select count(distinct (${line}, skill)) from ${reviews} join ${cards} using (user_id, ${line}, skill)
      where user_id = ${user} and at >= ${sql.placeholder('midnight')}::timestamptz and first_day = ${today} and not undone))
  )`;
