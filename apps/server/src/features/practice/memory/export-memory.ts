import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { readPieces } from '../../../platform/database/read-pieces.ts';
import { isoDay } from '../reviews/schedule.ts';
import { cards, hinted_lines, practice_totals, remembered_lines, reviews } from './tables.ts';

const PIECE = 500;

/** Reads a learner's rows in chunks, ordered by a key. */
const getPieces = <Table extends PgTable & { user_id: PgColumn }>(
  db: Database,
  table: Table,
  userId: number,
  key: readonly (keyof Table & string)[],
) => {
  const columns = key.map((name) => table[name] as PgColumn);
  const listed = sql.join(columns, sql`, `);
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
      .where(and(eq(table.user_id, userId), values && sql`(${listed}) > (${values})`))
      .orderBy(...columns.map((column) => asc(column)))
      .limit(PIECE) as Promise<Table['$inferSelect'][]>;
  });
};

async function* mapped<Row, Shown>(
  pieces: AsyncIterable<Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const rows of pieces) yield rows.map(show);
}

const countBits = (bits: number) => bits.toString(2).replaceAll('0', '').length;

const LINE = ['video_id', 'text_hash', 'start_ms'] as const;

/** Exports a learner's remembered lines. Reviews have the form of `saveReviews`, so that the cards can be rebuilt. */
export const exportMemory = (db: Database, userId: number) => ({
  remembered_lines: mapped(
    getPieces(db, remembered_lines, userId, LINE),
    ({ user_id: _, has_card: __, ...line }) => line,
  ),
  cards: mapped(
    getPieces(db, cards, userId, [...LINE, 'skill']),
    ({ user_id: _, version: __, due_day, first_day, last_day, ...card }) => ({
      ...card,
      due: due_day === null ? null : isoDay(due_day),
      first_day: isoDay(first_day),
      last_day: isoDay(last_day),
    }),
  ),
  practice_totals: mapped(
    getPieces(db, practice_totals, userId, ['at']),
    ({ user_id: _, minutes, ...total }) => ({ ...total, minutes: countBits(minutes) }),
  ),
  hinted_lines: mapped(getPieces(db, hinted_lines, userId, LINE), ({ user_id: _, ...line }) => line),
  reviews: mapped(getPieces(db, reviews, userId, ['at', 'id']), ({ user_id: _, ...review }) => review),
});
