import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type DatabaseConnection } from './database.ts';
import { classifyDatabaseError } from './database-error.ts';
import { prepareStatement } from './statement.ts';

let database: DatabaseConnection;
beforeAll(() => {
  database = connectDatabase(inject('postgresUrl'), {
    size: 1,
    statementMs: 300,
    onError: () => undefined,
  });
});
afterAll(() => database.close());

describe('a prepared statement', () => {
  it('returns numbers for ids and dates for times, under the column names', async () => {
    const run = prepareStatement(
      database.db,
      'typed',
      sql`select ${sql.placeholder('id')}::bigint as id, to_timestamp(1) as at, null::bigint as none`,
    );
    const { rows } = await run({ id: 2 ** 40 });
    expect(rows).toEqual([{ id: 2 ** 40, at: new Date(1000), none: null }]);
  });

  it('has any constants in its text, and passes input as parameters', async () => {
    const hostile = `it's "$1" \\' -- ; \\u0027`;
    const run = prepareStatement(
      database.db,
      'constants',
      sql`select ${hostile} as written, ${sql.placeholder('input')}::text as input, ${7} + 1 as sum`,
    );
    const { rows, fields } = await run({ input: hostile });
    expect(rows).toEqual([{ written: hostile, input: hostile, sum: 8 }]);
    expect(fields.map(({ name }) => name)).toEqual(['written', 'input', 'sum']);
    const prepared = await database.pool.query(
      "select parameter_types::text from pg_prepared_statements where name = 'constants'",
    );
    expect(prepared.rows).toEqual([{ parameter_types: '{text}' }]);
  });

  it('returns the number of rows written', async () => {
    await database.pool.query('create temporary table written (id int)');
    const write = prepareStatement(
      database.db,
      undefined,
      sql`insert into written select generate_series(1, ${sql.placeholder('last')}::int)`,
    );
    expect((await write({ last: 3 })).rowCount).toBe(3);
  });

  it('fails like Drizzle’s own queries, so that database errors are classified', async () => {
    const slow = prepareStatement(database.db, undefined, sql`select pg_sleep(5)`);
    const error = await slow().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DrizzleQueryError);
    expect(classifyDatabaseError(error)).toBe('busy');
  });
});
