import type { LineIdentity } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { prepareRead } from '../../platform/database/statement.ts';
import { MAX_LINES } from './attempts/attempt-store.ts';
import { chosenAlignmentId } from './chosen-alignment.ts';
import { findCurrentStarts, selectTextAt } from './memory/locate-lines.ts';
import type { Learner } from './progress-store.ts';
import { practised_lines } from './tables.ts';

type Stored = { alignment_id: number | null; lines: (LineIdentity & { text: string | null })[] };

/** Lists the lines of a video that a learner has said or waited through, by their current start. */
export function practisedLinesReader(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const video = sql`${sql.placeholder('video')}::bigint`;
  const statement = prepareRead<Stored>(
    db,
    'practised_lines_read',
    sql`with alignment as materialized (
        select ${chosenAlignmentId(db, { user, video }, sql`${sql.placeholder('languages')}`)} as id
      ), lines as (
        select text_hash, start_ms, ${selectTextAt(sql`(select id from alignment)`, sql`line.start_ms`)} as text
        from ${practised_lines} as line where user_id = ${user} and video_id = ${video} order by start_ms limit ${MAX_LINES}
      )
      select (select id from alignment) as alignment_id, (select coalesce(json_agg(lines), '[]') from lines) as lines`,
  );
  return async ({ id, languages }: Learner, videoId: number): Promise<LineIdentity[]> => {
    const { rows } = await statement({ user: id, languages, video: videoId });
    const { alignment_id, lines } = rows[0] as Stored;
    return findCurrentStarts({ db, userId: id, videoId, alignment_id }, lines, 'practised');
  };
}
