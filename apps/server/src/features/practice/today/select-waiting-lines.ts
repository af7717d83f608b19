import { accounts, SAME_LINE_MS } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { users } from '../../accounts/index.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import { hasRecurringHint } from '../memory/hinted-lines.ts';
import { cards, hinted_lines, remembered_lines } from '../memory/tables.ts';

const user = sql`${sql.placeholder('user')}::bigint`;
const today = sql`${sql.placeholder('today')}::int`;

/** Missing lines are searched for again after this many days. */
const HIDDEN_DAYS = 30;

const line = sql`video_id, text_hash, start_ms`;
/** SQL condition that a row's video is open to learners. */
export const isOpen = sql`video_id in (select ${videos.id} from ${videos} where ${openToLearners()})`;
const isHidden = sql`(suspended or gone_at >= now() - ${HIDDEN_DAYS} * interval '1 day')`;

/**
 * CTEs for a learner's lines of a day: `settings`, `due` (last wrong ones first, then the longest overdue) and `fresh`, up to the
 * daily number of new lines.
 */
export const selectWaitingLines = sql`settings as materialized (
    select coalesce((${users.preferences} -> 'review' ->> 'new_a_day')::int, ${accounts.DEFAULT_REVIEW.new_a_day}) as new_a_day,
      (${users.preferences} -> 'review' ->> 'goal_minutes')::int as goal_minutes
    from ${users} where ${users.id} = ${user}
  ), hidden as (
    select ${line} from ${remembered_lines} where user_id = ${user} and ${isHidden}
  ), due as (
    select ${line}, skill, case last_grade when 'again' then 'wrong' else 'due' end as reason, due_day as rank
    from ${cards}
    where user_id = ${user} and due_day between 0 and ${today} and (${line}) not in (select * from hidden) and ${isOpen}
  ), marked as (
    select ${line}, line_ms, case when starred then 'starred' else 'hard' end as reason, 1 as rank
    from ${remembered_lines}
    where user_id = ${user} and (starred or hard) and not has_card and ${isHidden} is not true and ${isOpen}
      and not exists (select from ${cards} as card where card.user_id = ${user} and card.video_id = remembered_lines.video_id
        and card.text_hash = remembered_lines.text_hash and card.start_ms = remembered_lines.start_ms and card.due_day is not null offset 0)
  ), hinted as (
    select ${line}, start_ms as line_ms, 'hint' as reason, 0 as rank
    from ${hinted_lines} where user_id = ${user} and ${hasRecurringHint}
  ), offered as (
    select * from marked union all select * from hinted where ${isOpen} and not exists (
      select from ${remembered_lines} as known where known.user_id = ${user} and known.video_id = hinted.video_id
        and known.text_hash = hinted.text_hash and (known.start_ms = hinted.start_ms
          or known.line_ms between hinted.line_ms - ${SAME_LINE_MS} and hinted.line_ms + ${SAME_LINE_MS}))
  ), fresh as (
    select ${line}, line_ms, 'say' as skill, reason, rank from offered
    order by rank, video_id, line_ms, start_ms
    limit greatest(0, (select new_a_day from settings) - (
      select count(*) from ${cards} where user_id = ${user} and first_day = ${today} and last_day - first_day = 0 and due_day is not null))
  )`;
