import { hashLine, SAME_LINE_MS } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import { segments } from '../../subtitles/index.ts';
import { matchLines } from './match-lines.ts';

type Played = {
  segment_id: number;
  start_ms: number;
  end_ms: number;
  text_original: string;
  text_target: string;
};
export type PlacedSegment = Played & { text_hash: number; before: Played | null };
type Line = { alignment_id: number | null; text_hash: number; line_ms: number };

/** Finds the segments that lines are at now, each in its alignment. Of a text that a video has twice, all its lines have to be given. */
export function linePlacer(db: PooledDatabase) {
  const played = sql`segment.id as segment_id, segment.start_ms, segment.end_ms, segment.text_original, segment.text_target`;
  const statement = prepareStatement<Played & { alignment_id: number; before: Played | null }>(
    db,
    'segments_placed',
    sql`select alignment_id, ${played}, (
        select row_to_json(previous) from (select ${played} from ${segments} as segment
          where segment.alignment_id = near.alignment_id and segment.position < near.position
          order by segment.position desc limit 1) as previous) as before
      from (
        select distinct segment.id, segment.alignment_id, segment.position
        from jsonb_to_recordset(${sql.placeholder('lines')}::jsonb) as given(alignment_id bigint, line_ms bigint)
        join ${segments} as segment on segment.alignment_id = given.alignment_id
          and segment.start_ms between given.line_ms - ${SAME_LINE_MS} and given.line_ms + ${SAME_LINE_MS}
      ) as near join ${segments} as segment using (id, alignment_id)`,
  );
  return async <L extends Line>(lines: readonly L[]): Promise<Map<L, PlacedSegment>> => {
    const input = lines.map(({ alignment_id, line_ms }) => ({ alignment_id, line_ms }));
    const { rows } = lines.length > 0 ? await statement({ lines: JSON.stringify(input) }) : { rows: [] };
    const hashed = rows.map((row) => ({ ...row, text_hash: hashLine(row.text_original) }));
    const segmentsOf = Map.groupBy(hashed, ({ alignment_id }) => alignment_id);
    const linesOf = Map.groupBy(lines, ({ alignment_id }) => alignment_id);
    return new Map(
      [...linesOf].flatMap(([alignment, own]) => [...matchLines(own, segmentsOf.get(alignment ?? 0) ?? [])]),
    );
  };
}

export type LinePlacer = ReturnType<typeof linePlacer>;
