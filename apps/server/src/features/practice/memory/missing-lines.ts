import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { LineKey } from '../reviews/card-store.ts';
import { hinted_lines, remembered_lines } from './tables.ts';

/** Records that lines are missing from their videos, as reported to the learner, or that they were found again. */
export async function setMissing(
  db: Database,
  userId: number,
  lines: readonly LineKey[],
  isMissing: boolean,
): Promise<void> {
  const keys = lines.map(({ video_id, text_hash, start_ms }) => ({ video_id, text_hash, start_ms }));
  await db.execute(sql`update ${remembered_lines} as line set gone_at = case when ${isMissing} then now() end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as input(video_id bigint, text_hash bigint, start_ms bigint)
    where line.user_id = ${userId} and line.video_id = input.video_id and line.text_hash = input.text_hash
      and line.start_ms = input.start_ms`);
}

/** Removes the hints of missing lines, which would count as new lines of Today. */
export async function removeHints(db: Database, userId: number, lines: readonly LineKey[]): Promise<void> {
  const keys = lines.map(({ video_id, text_hash, start_ms }) => ({ video_id, text_hash, start_ms }));
  await db.execute(sql`delete from ${hinted_lines} where user_id = ${userId} and (video_id, text_hash, start_ms) in (
    select video_id, text_hash, start_ms from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as input(video_id bigint, text_hash bigint, start_ms bigint))`);
}
