import { DrizzleQueryError, fillPlaceholders, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type PooledDatabase, readAnywhere } from './database.ts';

const dialect = new PgDialect();

/** Parsers of results: ids and milliseconds fit a number, but `pg` would return them as text. */
const PARSERS = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Runs the statement with values for its placeholders. Returns `pg`'s result: the rows, or the number written. */
type Statement<Row extends pg.QueryResultRow> = (
  input?: Record<string, unknown>,
) => Promise<pg.QueryResult<Row>>;

/**
 * A prepared statement, planned once per connection, or each time without a name. Rows keep the database's column names:
 * Drizzle's mapping would be a tenth of the cost of a page of segments. Constants become part of the text, so that limits are
 * planned with their values: input must always be a placeholder. Errors are Drizzle's.
 */
export function prepareStatement<Row extends pg.QueryResultRow>(
  db: PooledDatabase,
  name: string | undefined,
  query: SQLWrapper,
): Statement<Row> {
  const run = createStatement<Row>(name, query);
  return (input = {}) => run(db, input);
}

/** A prepared statement that only reads, and may run on a replica. */
export function prepareRead<Row extends pg.QueryResultRow>(
  db: PooledDatabase,
  name: string | undefined,
  query: SQLWrapper,
): Statement<Row> {
  const run = createStatement<Row>(name, query);
  return (input = {}) => readAnywhere(db, (replica) => run(replica, input));
}

function createStatement<Row extends pg.QueryResultRow>(name: string | undefined, query: SQLWrapper) {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL().inlineParams());
  return async ({ $client: pool }: PooledDatabase, input: Record<string, unknown>) => {
    const values = fillPlaceholders(params, input);
    try {
      return await pool.query<Row>({ name, text, values, types: PARSERS });
    } catch (error) {
      throw new DrizzleQueryError(text, values, error as Error);
    }
  };
}
