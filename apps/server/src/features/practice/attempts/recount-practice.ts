import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../accounts/index.ts';
import { HINT_DAYS, hasHint } from '../memory/hinted-lines.ts';
import { cards, hinted_lines, practice_totals, remembered_lines } from '../memory/tables.ts';
import { attempts, attempts_moving, uncounted_accounts } from '../tables.ts';

/** The four weeks that Progress shows, and a week for time zones and devices that were offline. */
const TOTALS_DAYS = 35;

/**
 * Recounts the practice of accounts in `uncounted_accounts` from their attempts, reviews and cards. Only saves of the account
 * being recounted have to wait. Several servers can run it at once, and a later run continues an interrupted one.
 */
export async function recountPractice(db: Database): Promise<void> {
  while (await db.transaction(recountNext)) {}
}

/** Returns false if there is no account left. */
async function recountNext(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ user_id: number }>(sql`delete from ${uncounted_accounts} where user_id =
    (select user_id from ${uncounted_accounts} order by user_id limit 1 for update skip locked) returning user_id`);
  const userId = rows[0]?.user_id;
  if (userId === undefined) return false;
  // Saves hold a key-share lock on this row, so the following statements see all earlier saves.
  const account = await db.execute(sql`select from ${users} where ${users.id} = ${userId} for update`);
  if (account.rows.length > 0) await recount(db, userId);
  return true;
}

async function recount(db: Database, userId: number): Promise<void> {
  await db.execute(sql`insert into ${practice_totals} (user_id, at, minutes, spoken_ms, said, written, recalled)
    select ${userId}, quarter.* from practised_quarters(${userId}, quarter_of(now() - ${TOTALS_DAYS} * interval '1 day'), 'infinity') as quarter
    on conflict (user_id, at) do update set minutes = excluded.minutes, spoken_ms = excluded.spoken_ms, said = excluded.said,
      written = excluded.written, recalled = excluded.recalled`);
  await db.execute(sql`insert into ${hinted_lines} (user_id, video_id, text_hash, start_ms, last_take_at, last_hint_at, prior_hint_at)
    select ${userId}, video_id, text_hash, start_ms, max(at), (array_agg(at order by at desc) filter (where ${hasHint}))[1],
      (array_agg(at order by at desc) filter (where ${hasHint}))[2]
    from (select * from ${attempts} union all select * from ${attempts_moving}) as takes
    where user_id = ${userId} and what = 'said' and at > now() - ${HINT_DAYS} * interval '1 day'
    group by video_id, text_hash, start_ms having bool_or(${hasHint})
    on conflict (user_id, video_id, text_hash, start_ms) do update set last_take_at = excluded.last_take_at,
      last_hint_at = excluded.last_hint_at, prior_hint_at = excluded.prior_hint_at`);
  await db.execute(sql`update ${remembered_lines} as line set has_card = true where user_id = ${userId} and not has_card and exists (
    select from ${cards} as card where card.user_id = ${userId} and card.due_day is not null
      and (card.video_id, card.text_hash, card.start_ms) = (line.video_id, line.text_hash, line.start_ms))`);
}
