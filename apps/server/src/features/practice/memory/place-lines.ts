import { hashLine, SAME_LINE_MS } from '@sayback/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database, PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { segments } from '../../subtitles/index.ts';
import type { LineKey } from './card-store.ts';
import { matchLines } from './match-lines.ts';
import { remembered_lines } from './tables.ts';

type Played = {
  segment_id: number;
  start_ms: number;
  end_ms: number;
  text_original: string;
  text_target: string;
};
export type PlacedSegment = Played & { text_hash: number; before: Played | null };
type Line = LineKey & { alignment_id: number | null; line_ms: number };
type Placed<L> = Map<L, PlacedSegment>;

/** Finds the segments near the lines' last known starts. */
function nearPlacer(db: PooledDatabase) {
  const played = sql`segment.id as segment_id, segment.start_ms, segment.end_ms, segment.text_original, segment.text_target`;
  const statement = prepareRead<Played & { alignment_id: number; before: Played | null }>(
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
  return async <L extends Line>(lines: readonly L[]): Promise<Placed<L>> => {
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

/** Selects texts that the learner remembers once: two lines with the same text can't be told apart far from their last position. */
async function onceRemembered<L extends Line>(
  db: Database,
  userId: number,
  lines: readonly L[],
): Promise<L[]> {
  const input = lines.map(({ video_id, text_hash }, at) => ({ video_id, text_hash, at }));
  const { rows } = await db.execute<{ at: number }>(sql`select at
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as given(video_id bigint, text_hash bigint, at int)
    where (select count(*) from ${remembered_lines} as line where line.user_id = ${userId}
      and line.video_id = given.video_id and line.text_hash = given.text_hash) = 1`);
  return rows.map(({ at }) => lines[at] as L);
}

/** Returns the starts of lines whose text is unique in an alignment, at any time. */
async function startsIn<L extends Line>(
  db: Database,
  alignmentId: number,
  lines: readonly L[],
): Promise<Map<L, number>> {
  const rows = await db
    .select({ start_ms: segments.start_ms, text_original: segments.text_original })
    .from(segments)
    .where(eq(segments.alignment_id, alignmentId));
  const startsByText = new Map<number, number[]>();
  for (const { start_ms, text_original } of rows) {
    const hash = hashLine(text_original);
    startsByText.set(hash, [...(startsByText.get(hash) ?? []), start_ms]);
  }
  return new Map(
    lines.flatMap((line) => {
      const [start, ...others] = startsByText.get(line.text_hash) ?? [];
      return start !== undefined && others.length === 0 ? [[line, start] as const] : [];
    }),
  );
}

async function saveStarts(db: Database, userId: number, lines: readonly Line[]): Promise<void> {
  const moved = lines.map(({ video_id, text_hash, start_ms, line_ms }) => ({
    ...{ video_id, text_hash, start_ms, line_ms },
  }));
  await db.execute(sql`update ${remembered_lines} as line set line_ms = given.line_ms
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as given(video_id bigint, text_hash bigint, start_ms bigint, line_ms bigint)
    where line.user_id = ${userId} and line.video_id = given.video_id and line.text_hash = given.text_hash
      and line.start_ms = given.start_ms`);
}

/**
 * Finds the current segments of lines, each in its alignment. All remembered lines with the same text must be passed together.
 * A line that `mayBeFar`, such as in a retimed track, is found at any distance if its text is unique there and remembered once; its new start
 * is saved.
 */
export function linePlacer(db: PooledDatabase) {
  const placeNear = nearPlacer(db);
  return async <L extends Line>(
    userId: number,
    lines: readonly L[],
    mayBeFar: (line: L) => boolean = () => true,
  ): Promise<Placed<L>> => {
    const placed = await placeNear(lines);
    const missing = lines.filter((line) => line.alignment_id !== null && !placed.has(line) && mayBeFar(line));
    if (missing.length === 0) return placed;
    const byAlignment = Map.groupBy(
      await onceRemembered(db, userId, missing),
      ({ alignment_id }) => alignment_id ?? 0,
    );
    // One alignment at a time: each may have thousands of segments.
    for (const [alignmentId, own] of byAlignment) {
      const starts = await startsIn(db, alignmentId, own);
      const moved = [...starts].map(([line, line_ms]) => ({ ...line, line_ms, line }));
      if (moved.length === 0) continue;
      await saveStarts(db, userId, moved);
      for (const [{ line }, segment] of await placeNear(moved)) placed.set(line, segment);
    }
    return placed;
  };
}

export type LinePlacer = ReturnType<typeof linePlacer>;
