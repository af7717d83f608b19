import { hashLine, type LineIdentity, SAME_LINE_MS } from '@sayback/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Database, PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { segments } from '../../subtitles/index.ts';
import { MOST_LINES } from '../attempt-store.ts';
import { practised_lines } from '../tables.ts';
import type { LineKey } from './card-store.ts';
import { matchLines } from './match-lines.ts';
import { hinted_lines, remembered_lines } from './tables.ts';

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

/** Tables whose lines are followed, each with the column of a line's last known start: for the last two, part of the key. */
const STORES = {
  remembered: { table: remembered_lines, start: remembered_lines.line_ms, isKey: false },
  hinted: { table: hinted_lines, start: hinted_lines.start_ms, isKey: true },
  practised: { table: practised_lines, start: practised_lines.start_ms, isKey: true },
};
export type LineStore = keyof typeof STORES;

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

/** Selects texts that are stored once: two lines with the same text can't be told apart far from their last position. */
async function onceStored<L extends Line>(
  db: Database,
  userId: number,
  lines: readonly L[],
  store: LineStore,
): Promise<L[]> {
  const input = lines.map(({ video_id, text_hash }, at) => ({ video_id, text_hash, at }));
  const { rows } = await db.execute<{ at: number }>(sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as given(video_id bigint, text_hash bigint, at int)
    ), once as (
      select video_id, text_hash from ${STORES[store].table} where user_id = ${userId}
        and (video_id, text_hash) in (select video_id, text_hash from given)
      group by video_id, text_hash having count(*) = 1
    )
    select at from given join once using (video_id, text_hash)`);
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
    .where(eq(segments.alignment_id, alignmentId))
    .orderBy(asc(segments.position))
    .limit(MOST_LINES);
  /** Null for a repeated text. */
  const startByText = new Map<number, number | null>();
  await mapInSlices(rows, ({ start_ms, text_original }) => {
    const hash = hashLine(text_original);
    startByText.set(hash, startByText.has(hash) ? null : start_ms);
  });
  return new Map(
    lines.flatMap((line) => {
      const start = startByText.get(line.text_hash) ?? null;
      return start === null ? [] : [[line, start] as const];
    }),
  );
}

async function saveStarts(
  db: Database,
  userId: number,
  lines: readonly Line[],
  store: LineStore,
): Promise<void> {
  const { table, start, isKey } = STORES[store];
  const moved = lines.map(({ video_id, text_hash, start_ms, line_ms }) => ({
    ...{ video_id, text_hash, start_ms, line_ms },
  }));
  const isFree = sql`not exists (select from ${table} as other where other.user_id = ${userId}
    and (other.video_id, other.text_hash, other.start_ms) = (given.video_id, given.text_hash, given.line_ms))`;
  await db.execute(sql`update ${table} as line set ${sql.identifier(start.name)} = given.line_ms
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as given(video_id bigint, text_hash bigint, start_ms bigint, line_ms bigint)
    where line.user_id = ${userId} and line.video_id = given.video_id and line.text_hash = given.text_hash
      and line.start_ms = given.start_ms ${isKey ? sql`and ${isFree}` : sql``}`);
}

/**
 * Finds the current segments of lines, each in its alignment. All lines of a store with the same text must be passed together.
 * A line that is in its `storeOf`, such as one of a retimed track, is found at any distance if its text is unique there and stored once; its
 * new start is saved.
 */
export function linePlacer(db: PooledDatabase) {
  const placeNear = nearPlacer(db);
  return async <L extends Line>(
    userId: number,
    lines: readonly L[],
    storeOf: (line: L) => LineStore | null = () => 'remembered',
  ): Promise<Placed<L>> => {
    const placed = await placeNear(lines);
    const missing = lines.filter((line) => line.alignment_id !== null && !placed.has(line));
    for (const [store, own] of Map.groupBy(missing, storeOf)) {
      if (store === null) continue;
      const byAlignment = Map.groupBy(
        await onceStored(db, userId, own, store),
        ({ alignment_id }) => alignment_id ?? 0,
      );
      // One alignment at a time: each may have thousands of segments.
      for (const [alignmentId, ofAlignment] of byAlignment) {
        const starts = await startsIn(db, alignmentId, ofAlignment);
        const moved = [...starts].map(([line, line_ms]) => ({ ...line, line_ms, line }));
        if (moved.length === 0) continue;
        await saveStarts(db, userId, moved, store);
        for (const [{ line }, segment] of await placeNear(moved)) placed.set(line, segment);
      }
    }
    return placed;
  };
}

export type LinePlacer = ReturnType<typeof linePlacer>;

type Video = { placeLines: LinePlacer; userId: number; videoId: number; alignment_id: number | null };

/** Returns lines of a video with their current starts, in order; missing ones at their last known start. */
export async function currentStarts(
  { placeLines, userId, videoId, alignment_id }: Video,
  stored: readonly LineIdentity[],
  store: LineStore,
): Promise<LineIdentity[]> {
  const lines = stored.map((line) => ({ ...line, video_id: videoId, line_ms: line.start_ms, alignment_id }));
  const placed = await placeLines(userId, lines, () => store);
  return lines
    .map((line) => ({ start_ms: placed.get(line)?.start_ms ?? line.start_ms, text_hash: line.text_hash }))
    .sort((a, b) => a.start_ms - b.start_ms);
}
