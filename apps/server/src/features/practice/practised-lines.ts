import type { LineIdentity } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { prepareRead } from '../../platform/database/statement.ts';
import { segments } from '../subtitles/index.ts';
import { MOST_LINES } from './attempt-store.ts';
import { chosenAlignmentId } from './chosen-alignment.ts';
import { currentStarts, type LinePlacer } from './memory/place-lines.ts';
import type { Learner } from './progress-store.ts';
import { practised_lines } from './tables.ts';

type Stored = { alignment_id: number | null; lines: (LineIdentity & { is_there: boolean })[] };

/** Lists the lines of a video that a learner has said or waited through, by their current start. */
export function practisedLinesReader(db: PooledDatabase, placeLines: LinePlacer) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const video = sql`${sql.placeholder('video')}::bigint`;
  const statement = prepareRead<Stored>(
    db,
    'practised_lines_read',
    sql`with alignment as materialized (
        select ${chosenAlignmentId(db, { user, video }, sql`${sql.placeholder('languages')}`)} as id
      ), lines as (
        select text_hash, start_ms,
          start_ms in (select start_ms from ${segments} where alignment_id = (select id from alignment)) as is_there
        from ${practised_lines} where user_id = ${user} and video_id = ${video} order by start_ms limit ${MOST_LINES}
      )
      select (select id from alignment) as alignment_id, (select coalesce(json_agg(lines), '[]') from lines) as lines`,
  );
  return async ({ id, languages }: Learner, videoId: number): Promise<LineIdentity[]> => {
    const { rows } = await statement({ user: id, languages, video: videoId });
    const { alignment_id, lines } = rows[0] as Stored;
    // Most are at the start of a segment. Finding all at each visit would cost thirty times as much.
    const linesByPlace = Map.groupBy(lines, ({ is_there }) => is_there);
    const moved = linesByPlace.get(false) ?? [];
    const found = await currentStarts({ placeLines, userId: id, videoId, alignment_id }, moved, 'practised');
    return [...(linesByPlace.get(true) ?? []), ...found]
      .map(({ start_ms, text_hash }) => ({ start_ms, text_hash }))
      .sort((a, b) => a.start_ms - b.start_ms);
  };
}
