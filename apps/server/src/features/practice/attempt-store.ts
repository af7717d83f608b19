import { type LineIdentity, type practice, SAME_LINE_MS } from '@sayback/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import { prepareStatement } from '../../platform/database/statement.ts';
import { users } from '../accounts/index.ts';
import { videos } from '../videos/index.ts';
import { attempts, practised_lines } from './tables.ts';

type AttemptInput = Omit<practice.Attempt, 'id'> & { id: string; at: string };

/**
 * Saves a batch in one statement: attempts that are new by their id, and the lines that weren't practised before. Returns how many
 * attempts were new, and the ids of those of no video.
 */
export function attemptWriter(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const statement = prepareStatement<{ counted: number; refused: string[] }>(
    db,
    'attempts_saved',
    // One lock keeps the account while all rows are written; they are written in one order, so that no two batches wait for each other.
    sql`with learner as materialized (
        select ${users.id} from ${users} where ${users.id} = ${user} for key share
      ), given as (
        select * from jsonb_to_recordset(${sql.placeholder('attempts')}::jsonb) as given(id uuid, at timestamptz,
          video_id bigint, start_ms bigint, text_hash bigint, what text, voiced_ms int, length_ratio real, extra_pauses smallint)
      ), added as (
        insert into ${attempts} (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
        select learner.id, at, given.id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses
        from learner, given join ${videos} on ${videos.id} = given.video_id order by at, given.id
        on conflict do nothing returning video_id, start_ms, text_hash, what
      ), practised as (
        insert into ${practised_lines} (user_id, video_id, text_hash, start_ms)
        select distinct ${user}, video_id, text_hash, start_ms from added
        where what in ('said', 'waited') and not exists (
          select from ${practised_lines} as line
          where line.user_id = ${user} and line.video_id = added.video_id and line.text_hash = added.text_hash
            and line.start_ms between added.start_ms - ${SAME_LINE_MS} and added.start_ms + ${SAME_LINE_MS}
        ) order by video_id, text_hash, start_ms
        on conflict do nothing
      )
      select (select count(*)::int from added) as counted,
        array(select id from given where not exists (select from ${videos} where ${videos.id} = given.video_id))::text[] as refused`,
  );
  return async (userId: number, attempts: readonly AttemptInput[]) => {
    const { rows } = await statement({ user: userId, attempts: JSON.stringify(attempts) });
    return rows[0] ?? { counted: 0, refused: [] };
  };
}

export type AttemptWriter = ReturnType<typeof attemptWriter>;

/** The lines of a video that a learner has said or waited through, in the order of their starts. */
export const listPractisedLines = (db: Database, userId: number, videoId: number): Promise<LineIdentity[]> =>
  db
    .select({ start_ms: practised_lines.start_ms, text_hash: practised_lines.text_hash })
    .from(practised_lines)
    .where(and(eq(practised_lines.user_id, userId), eq(practised_lines.video_id, videoId)))
    .orderBy(asc(practised_lines.start_ms));

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
