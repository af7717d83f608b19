import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { readPieces } from '../../../platform/database/read-pieces.ts';
import { formatDay } from '../reviews/schedule.ts';
import { cards, hinted_lines, practice_totals, remembered_lines, reviews } from './tables.ts';

const CHUNK_SIZE = 500;

/** Reads a learner's rows in chunks, ordered by a key. */
const readChunks = <Table extends PgTable & { user_id: PgColumn }>(
  db: Database,
  table: Table,
  userId: number,
  key: readonly (keyof Table & string)[],
) => {
  const columns = key.map((name) => table[name] as PgColumn);
  const columnList = sql.join(columns, sql`, `);
  return readPieces((last?: Table['$inferSelect']) => {
    const values =
      last &&
      sql.join(
        key.map((name) => sql`${(last as Record<string, unknown>)[name]}`),
        sql`, `,
      );
    return db
      .select()
      .from(table as PgTable)
      .where(and(eq(table.user_id, userId), values && sql`(${columnList}) > (${values})`))
      .orderBy(...columns.map((column) => asc(column)))
      .limit(CHUNK_SIZE) as Promise<Table['$inferSelect'][]>;
  });
};

async function* mapChunks<Row, Exported>(
  chunks: AsyncIterable<Row[]>,
  convert: (row: Row) => Exported,
): AsyncGenerator<Exported[]> {
  for await (const rows of chunks) yield rows.map(convert);
}

const countBits = (bits: number) => bits.toString(2).replaceAll('0', '').length;

const LINE = ['video_id', 'text_hash', 'start_ms'] as const;

/** Exports a learner's remembered lines. Reviews have the form of `saveReviews`, so that the cards can be rebuilt. */
export const exportMemory = (db: Database, userId: number) => ({
  remembered_lines: mapChunks(
    readChunks(db, remembered_lines, userId, LINE),
    ({ user_id: _, has_card: __, ...line }) => line,
  ),
  cards: mapChunks(
    readChunks(db, cards, userId, [...LINE, 'skill']),
    ({ user_id: _, version: __, due_day, first_day, last_day, ...card }) => ({
      ...card,
      due: due_day === null ? null : formatDay(due_day),
      first_day: formatDay(first_day),
      last_day: formatDay(last_day),
    }),
  ),
  practice_totals: mapChunks(
    readChunks(db, practice_totals, userId, ['at']),
    ({ user_id: _, minutes, ...total }) => ({ ...total, minutes: countBits(minutes) }),
  ),
  hinted_lines: mapChunks(readChunks(db, hinted_lines, userId, LINE), ({ user_id: _, ...line }) => line),
  reviews: mapChunks(readChunks(db, reviews, userId, ['at', 'id']), ({ user_id: _, ...review }) => review),
});
