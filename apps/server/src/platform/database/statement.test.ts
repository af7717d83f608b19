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
  it('answers numbers for ids and dates for times, by the names of the columns', async () => {
    const run = prepareStatement(
      database.db,
      'typed',
      sql`select ${sql.placeholder('id')}::bigint as id, to_timestamp(1) as at, null::bigint as none`,
    );
    const { rows } = await run({ id: 2 ** 40 });
    expect(rows).toEqual([{ id: 2 ** 40, at: new Date(1000), none: null }]);
  });

  it('has its constants in its text, whatever they hold, and what is given outside of it', async () => {
    const hostile = `it's "$1" \\' -- ; \\u0027`;
    const run = prepareStatement(
      database.db,
      'constants',
      sql`select ${hostile} as written, ${sql.placeholder('given')}::text as given, ${7} + 1 as sum`,
    );
    const { rows, fields } = await run({ given: hostile });
    expect(rows).toEqual([{ written: hostile, given: hostile, sum: 8 }]);
    expect(fields.map(({ name }) => name)).toEqual(['written', 'given', 'sum']);
    const prepared = await database.pool.query(
      "select parameter_types::text from pg_prepared_statements where name = 'constants'",
    );
    expect(prepared.rows).toEqual([{ parameter_types: '{text}' }]);
  });

  it('tells how many rows it wrote', async () => {
    await database.pool.query('create temporary table written (id int)');
    const write = prepareStatement(
      database.db,
      undefined,
      sql`insert into written select generate_series(1, ${sql.placeholder('last')}::int)`,
    );
    expect((await write({ last: 3 })).rowCount).toBe(3);
  });

  it('fails as Drizzle’s own queries do, so that the database’s trouble is known', async () => {
    const slow = prepareStatement(database.db, undefined, sql`select pg_sleep(5)`);
    const error = await slow().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DrizzleQueryError);
    expect(classifyDatabaseError(error)).toBe('busy');
  });
});
