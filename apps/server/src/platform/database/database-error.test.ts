import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type DatabaseConnection } from './database.ts';
import { classifyDatabaseError } from './database-error.ts';

let connections: DatabaseConnection[] = [];
afterEach(async () => {
  await Promise.all(connections.map(({ close }) => close()));
  connections = [];
});

function connect(url: string = inject('postgresUrl'), statementMs = 300): DatabaseConnection['db'] {
  const connection = connectDatabase(url, { size: 1, statementMs, onError: () => undefined });
  connections.push(connection);
  return connection.db;
}

const classify = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => classifyDatabaseError(error),
  );
const missingTable = pgTable('missing_table', { id: integer() });

describe('the kind of a database error', () => {
  it('is busy when a statement times out, alone or in a transaction, and the connection recovers', async () => {
    // Timeout long enough to connect on a busy machine, since a connection whose statement failed is replaced.
    const db = connect(undefined, 3000);
    const sleep = sql`select pg_sleep(20)`;
    expect(await classify(db.execute(sleep))).toBe('busy');
    expect(await classify(db.transaction((transaction) => transaction.execute(sleep)))).toBe('busy');
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  it('is busy when no connection becomes free', async () => {
    const db = connect(undefined, 1000);
    await db.transaction(async (transaction) => {
      expect(await classify(db.execute(sql`select 1`))).toBe('busy');
      expect(await classify(db.transaction(async () => 1))).toBe('busy');
      // The transaction that holds the connection can still use it.
      await transaction.execute(sql`select 1`);
    });
  });

  it('is unreachable if nothing listens on the port, and when the connection breaks', async () => {
    const unreachable = connect('postgres://sayback:secret@127.0.0.1:9/sayback');
    expect(await classify(unreachable.execute(sql`select 1`))).toBe('unreachable');
    expect(await classify(unreachable.transaction(async () => 1))).toBe('unreachable');
    const broken = connect();
    expect(await classify(broken.execute(sql`select pg_terminate_backend(pg_backend_pid())`))).toBe(
      'unreachable',
    );
    expect((await broken.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  it('is null for an invalid statement and for a connection to another service', async () => {
    const db = connect();
    expect(await classify(db.select().from(missingTable).where(eq(missingTable.id, 1)))).toBeNull();
    expect(await classify(db.execute(sql`select 1/0`))).toBeNull();
    const unrelated = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(classifyDatabaseError(unrelated)).toBeNull();
    expect(classifyDatabaseError('a string')).toBeNull();
  });
});
