import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { LineKey } from '../reviews/card-store.ts';
import { hinted_lines, remembered_lines } from './tables.ts';

/** Records that lines are missing from their videos and were reported to the learner, or that they are back. */
export async function setGone(
  db: Database,
  userId: number,
  lines: readonly LineKey[],
  isGone: boolean,
): Promise<void> {
  const keys = lines.map(({ video_id, text_hash, start_ms }) => ({ video_id, text_hash, start_ms }));
  await db.execute(sql`update ${remembered_lines} as line set gone_at = case when ${isGone} then now() end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given(video_id bigint, text_hash bigint, start_ms bigint)
    where line.user_id = ${userId} and line.video_id = given.video_id and line.text_hash = given.text_hash
      and line.start_ms = given.start_ms`);
}

/** Removes the hints of missing lines, which would use up the new lines of Today. */
export async function removeHints(db: Database, userId: number, lines: readonly LineKey[]): Promise<void> {
  const keys = lines.map(({ video_id, text_hash, start_ms }) => ({ video_id, text_hash, start_ms }));
  await db.execute(sql`delete from ${hinted_lines} where user_id = ${userId} and (video_id, text_hash, start_ms) in (
    select video_id, text_hash, start_ms from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as given(video_id bigint, text_hash bigint, start_ms bigint))`);
}
