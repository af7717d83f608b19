import { hashLine, type LineIdentity, SAME_LINE_MS } from '@sayback/contract';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Database, PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { segments } from '../../subtitles/index.ts';
import { MAX_LINES } from '../attempts/attempt-store.ts';
import type { LineKey } from '../reviews/card-store.ts';
import { practised_lines } from '../tables.ts';
import { followLines, matchLines } from './match-lines.ts';
import { hinted_lines, remembered_lines } from './tables.ts';

type PracticeSegment = {
  segment_id: number;
  start_ms: number;
  end_ms: number;
  text_original: string;
  text_target: string;
};
export type LocatedSegment = PracticeSegment & { text_hash: number; before: PracticeSegment | null };
type Line = LineKey & { alignment_id: number | null; line_ms: number };
type Located<L> = Map<L, LocatedSegment>;

/**
 * Tables of lines to locate, with the column of the last known start, which is part of the key in the last two.
 */
const STORES = {
  remembered: { table: remembered_lines, start: remembered_lines.line_ms, isKey: false },
  hinted: { table: hinted_lines, start: hinted_lines.start_ms, isKey: true },
  practised: { table: practised_lines, start: practised_lines.start_ms, isKey: true },
};
export type LineStore = keyof typeof STORES;

/** Creates the function that finds segments near the lines' last known starts. */
function nearbyLocator(db: PooledDatabase) {
  const segmentColumns = sql`segment.id as segment_id, segment.start_ms, segment.end_ms, segment.text_original, segment.text_target`;
  const statement = prepareRead<PracticeSegment & { alignment_id: number; before: PracticeSegment | null }>(
    db,
    'segments_placed',
    sql`select alignment_id, ${segmentColumns}, (
        select row_to_json(previous) from (select ${segmentColumns} from ${segments} as segment
          where segment.alignment_id = near.alignment_id and segment.position < near.position
          order by segment.position desc limit 1) as previous) as before
      from (
        select distinct segment.id, segment.alignment_id, segment.position
        from jsonb_to_recordset(${sql.placeholder('lines')}::jsonb) as input(alignment_id bigint, line_ms bigint)
        join ${segments} as segment on segment.alignment_id = input.alignment_id
          and segment.start_ms between input.line_ms - ${SAME_LINE_MS} and input.line_ms + ${SAME_LINE_MS}
      ) as near join ${segments} as segment using (id, alignment_id)`,
  );
  return async <L extends Line>(lines: readonly L[]): Promise<Located<L>> => {
    const input = lines.map(({ alignment_id, line_ms }) => ({ alignment_id, line_ms }));
    const { rows } = lines.length > 0 ? await statement({ lines: JSON.stringify(input) }) : { rows: [] };
    const hashed = rows.map((row) => ({ ...row, text_hash: hashLine(row.text_original) }));
    const segmentsByAlignment = Map.groupBy(hashed, ({ alignment_id }) => alignment_id);
    const linesByAlignment = Map.groupBy(lines, ({ alignment_id }) => alignment_id);
    return new Map(
      [...linesByAlignment].flatMap(([alignment, alignmentLines]) => [
        ...matchLines(alignmentLines, segmentsByAlignment.get(alignment ?? 0) ?? []),
      ]),
    );
  };
}

type Stored = LineKey & { line_ms: number };

function selectStoredLines(db: Database, userId: number, videoId: number, store: LineStore) {
  const { table, start } = STORES[store];
  const { video_id, text_hash, start_ms } = table;
  return db
    .select({ video_id, text_hash, start_ms, line_ms: start })
    .from(table)
    .where(and(eq(table.user_id, userId), eq(video_id, videoId)))
    .orderBy(text_hash, start_ms)
    .limit(MAX_LINES);
}

const lineKey = ({ text_hash, start_ms }: LineIdentity) => `${text_hash} ${start_ms}`;

type Store = { userId: number; video_id: number; alignment_id: number; store: LineStore };

/**
 * Finds the starts in an alignment of all of a learner's lines in its video, by their keys, without missing lines. Saves the new
 * starts of lines that moved by more than two seconds.
 */
async function followLinesInVideo(
  db: Database,
  target: Store,
  lines: readonly Stored[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ start_ms: segments.start_ms, text_original: segments.text_original })
    .from(segments)
    .where(eq(segments.alignment_id, target.alignment_id))
    .orderBy(asc(segments.position))
    .limit(MAX_LINES);
  const hashed = await mapInSlices(rows, ({ start_ms, text_original }) => ({
    start_ms,
    text_hash: hashLine(text_original),
  }));
  const hasMoved = ({ line, start_ms }: { line: Stored; start_ms: number }) =>
    Math.abs(start_ms - line.line_ms) > SAME_LINE_MS;
  const followed = followLines(lines, hashed);
  if (followed.some(hasMoved)) {
    await db.transaction(async (transaction) => {
      // Read again with a lock, since another request may have moved them meanwhile.
      const currentLines = await selectStoredLines(
        transaction,
        target.userId,
        target.video_id,
        target.store,
      ).for('update');
      await saveStarts(transaction, target, followLines(currentLines, hashed).filter(hasMoved));
    });
  }
  const found = followed.filter(({ isMissing }) => !isMissing);
  return new Map(found.map(({ line, start_ms }) => [lineKey(line), start_ms]));
}

async function saveStarts(
  db: Database,
  { userId, store }: Store,
  lines: readonly { line: Stored; start_ms: number; isMissing: boolean }[],
): Promise<void> {
  const moved = lines.map(({ line, start_ms, isMissing }) => ({
    ...line,
    line_ms: start_ms,
    is_missing: isMissing,
  }));
  const { table, start, isKey } = STORES[store];
  const input = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
    as input(video_id bigint, text_hash bigint, start_ms bigint, line_ms bigint, is_missing boolean)`;
  const isSameLine = sql`line.user_id = ${userId} and line.video_id = input.video_id and line.text_hash = input.text_hash
    and line.start_ms = input.start_ms`;
  if (!isKey) {
    const column = sql.identifier(start.name);
    await db.execute(
      sql`update ${table} as line set ${column} = input.line_ms from ${input} where ${isSameLine}`,
    );
    return;
  }
  // Delete all rows before inserting any, since lines with the same text may swap keys.
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  const columns = names.map((name) => sql.identifier(name));
  const values = names.map((name) => sql.identifier(name === start.name ? 'new_start' : name));
  await db.execute(sql`with line as (
      delete from ${table} as line using ${input} where ${isSameLine} returning line.*, input.line_ms as new_start, is_missing
    )
    insert into ${table} (${sql.join(columns, sql`, `)}) select ${sql.join(values, sql`, `)} from line order by is_missing
    on conflict do nothing`);
}

/**
 * Creates the function that finds the current segments of lines, each in its alignment. Pass all lines of a store with the same
 * text together. If a line isn't near its last known start, because the track was shifted, searches for all of the learner's
 * lines in that video.
 */
export function lineLocator(db: PooledDatabase) {
  const locateNearby = nearbyLocator(db);
  return async <L extends Line>(
    userId: number,
    lines: readonly L[],
    getStore: (line: L) => LineStore = () => 'remembered',
  ): Promise<Located<L>> => {
    const located = await locateNearby(lines);
    // One alignment at a time, since each can have thousands of segments.
    for (const [alignment_id, alignmentLines] of Map.groupBy(lines, (line) => line.alignment_id)) {
      const [{ video_id }] = alignmentLines as [L];
      if (alignment_id === null || alignmentLines.every((line) => located.has(line))) continue;
      for (const [store, storeLines] of Map.groupBy(alignmentLines, getStore)) {
        const stored = await selectStoredLines(db, userId, video_id, store);
        const starts = await followLinesInVideo(db, { userId, video_id, alignment_id, store }, stored);
        const followed = storeLines.flatMap((line) => {
          located.delete(line);
          const line_ms = starts.get(lineKey(line));
          return line_ms === undefined ? [] : [{ ...line, line_ms, line }];
        });
        for (const [{ line }, segment] of await locateNearby(followed)) located.set(line, segment);
      }
    }
    return located;
  };
}

export type LineLocator = ReturnType<typeof lineLocator>;

/** SQL for the text of the segment that starts exactly at `start`, as input of `findCurrentStarts`. */
export const selectTextAt = (alignmentId: SQL, start: SQL): SQL =>
  sql`(select text_original from ${segments} where alignment_id = ${alignmentId} and start_ms = ${start} limit 1)`;

type Video = { db: Database; userId: number; videoId: number; alignment_id: number | null };

/**
 * Returns a learner's stored lines of a video with their current starts, in order; missing lines with their last known start.
 * Only searches if a stored start has another text now, since that is rare and expensive.
 */
export async function findCurrentStarts(
  { db, userId, videoId, alignment_id }: Video,
  stored: readonly (LineIdentity & { text: string | null })[],
  store: LineStore,
): Promise<LineIdentity[]> {
  const areUnmoved = stored.every(({ text, text_hash }) => text !== null && hashLine(text) === text_hash);
  const lines = stored.map((line) => ({ ...line, video_id: videoId, line_ms: line.start_ms }));
  const starts =
    alignment_id === null || areUnmoved
      ? new Map<string, number>()
      : await followLinesInVideo(db, { userId, video_id: videoId, alignment_id, store }, lines);
  return lines
    .map((line) => ({ start_ms: starts.get(lineKey(line)) ?? line.start_ms, text_hash: line.text_hash }))
    .sort((a, b) => a.start_ms - b.start_ms);
}
