import type { practice } from '@sayback/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import { prepareStatement } from '../../platform/database/statement.ts';
import { videos } from '../videos/index.ts';
import { attempts, practised_lines } from './tables.ts';

/** An edited cut moves a line's start: within so many milliseconds the same text is the same line. */
const SAME_LINE_MS = 2000;

type AttemptInput = Omit<practice.Attempt, 'id'> & { id: string; at: string };

/**
 * Saves a batch in one statement: attempts that are new by their id, and with each the count of its line. Returns how many were
 * new, and the ids of those of no video.
 */
export function attemptWriter(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const statement = prepareStatement<{ counted: number; refused: string[] }>(
    db,
    'attempts_saved',
    sql`with given as (
        select * from jsonb_to_recordset(${sql.placeholder('attempts')}::jsonb) as given(id uuid, at timestamptz,
          video_id bigint, start_ms bigint, text_hash bigint, what text, voiced_ms int, length_ratio real, extra_pauses smallint)
      ), known as (
        select given.* from given join ${videos} on ${videos.id} = given.video_id
      ), added as (
        insert into ${attempts} (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
        select ${user}, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses from known
        on conflict do nothing returning at, video_id, start_ms, text_hash, what
      ), lines as (
        select added.video_id, added.text_hash, coalesce(known_line.start_ms, added.start_ms) as start_ms,
          count(*) as times, max(added.at) as last_at
        from added left join lateral (
          select start_ms from ${practised_lines}
          where user_id = ${user} and video_id = added.video_id and text_hash = added.text_hash
            and start_ms between added.start_ms - ${SAME_LINE_MS} and added.start_ms + ${SAME_LINE_MS}
          order by abs(start_ms - added.start_ms) limit 1
        ) as known_line on true
        where added.what in ('said', 'waited')
        group by 1, 2, 3
      ), practised as (
        insert into ${practised_lines} as kept (user_id, video_id, text_hash, start_ms, times, last_at)
        select ${user}, video_id, text_hash, start_ms, times, last_at from lines
        -- Always in one order, so that no two batches wait for each other.
        order by video_id, text_hash, start_ms
        on conflict (user_id, video_id, text_hash, start_ms)
          do update set times = kept.times + excluded.times, last_at = greatest(kept.last_at, excluded.last_at)
      )
      select (select count(*)::int from added) as counted,
        array(select id from given where not exists (select from known where known.id = given.id))::text[] as refused`,
  );
  return async (userId: number, attempts: readonly AttemptInput[]) => {
    const { rows } = await statement({ user: userId, attempts: JSON.stringify(attempts) });
    return rows[0] ?? { counted: 0, refused: [] };
  };
}

export type AttemptWriter = ReturnType<typeof attemptWriter>;

/** Everything about one learner. */
export const listAttempts = (db: Database, userId: number) =>
  db
    .select({
      id: attempts.id,
      at: attempts.at,
      video_id: attempts.video_id,
      start_ms: attempts.start_ms,
      what: attempts.what,
      voiced_ms: attempts.voiced_ms,
      length_ratio: attempts.length_ratio,
      extra_pauses: attempts.extra_pauses,
    })
    .from(attempts)
    .where(eq(attempts.user_id, userId))
    .orderBy(asc(attempts.at));
