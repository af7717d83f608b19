import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import { connectDatabase } from './database.ts';
import { classifyDatabaseError } from './database-error.ts';

const QUERY = sql`select pg_backend_pid() as pid`;

/** A pool of one connection, so that the next statement fails if it isn't released. */
async function connect(statementMs = 2000) {
  const { db, pool, close } = connectDatabase(inject('postgresUrl'), {
    size: 1,
    statementMs,
    onError: () => undefined,
  });
  onTestFinished(close);
  // Connecting on a busy machine can take longer than the statement timeout.
  pool.options.connectionTimeoutMillis = 30_000;
  const backendPid = async () => (await db.execute(QUERY)).rows[0]?.pid;
  return { db, pool, backendPid };
}

it('a transaction commits, or rolls back on failure, on one connection', async () => {
  const { db, backendPid } = await connect();
  const before = await backendPid();
  await db.execute(sql`create temporary table saved (id int)`);
  await db.transaction((transaction) => transaction.execute(sql`insert into saved values (1)`));
  const refused = new Error('refused by the work');
  const failed = db.transaction(async (transaction) => {
    await transaction.execute(sql`insert into saved values (2)`);
    throw refused;
  });
  expect(await catchError(failed)).toBe(refused);
  expect((await db.execute(sql`select id from saved`)).rows).toEqual([{ id: 1 }]);
  expect(await backendPid()).toBe(before);
});

it('a nested transaction is a savepoint', async () => {
  const { db } = await connect();
  await db.execute(sql`create temporary table saved (id int)`);
  await db.transaction(async (outer) => {
    await outer.execute(sql`insert into saved values (1)`);
    await catchError(
      outer.transaction((transaction) => transaction.execute(sql`insert into saved values (1 / 0)`)),
    );
    await outer.transaction((transaction) => transaction.execute(sql`insert into saved values (3)`));
  });
  expect((await db.execute(sql`select id from saved`)).rows).toEqual([{ id: 1 }, { id: 3 }]);
});

it('a transaction applies the isolation level and the access mode', async () => {
  const { db } = await connect();
  const settings = await db.transaction(
    (transaction) =>
      transaction.execute(
        sql`select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as read_only`,
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  expect(settings.rows).toEqual([{ level: 'repeatable read', read_only: 'on' }]);
});

it('a transaction releases the connection when BEGIN fails', async () => {
  const { db, pool, backendPid } = await connect();
  for (let round = 0; round < 3; round += 1) {
    const before = await backendPid();
    pool.once('acquire', (client) => {
      // Simulates a connection that breaks before BEGIN.
      (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    });
    expect(classifyDatabaseError(await catchError(db.transaction(async () => 1)))).toBe('unreachable');
    expect(await backendPid()).not.toBe(before);
  }
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});

it('a transaction releases the connection when COMMIT and ROLLBACK fail, and throws the first error', async () => {
  const { db, pool, backendPid } = await connect();
  const end = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(
    classifyDatabaseError(await catchError(db.transaction((transaction) => transaction.execute(end)))),
  ).toBe('unreachable');
  await backendPid();
  const refused = new Error('refused by the work');
  const failed = db.transaction(async (transaction) => {
    await catchError(transaction.execute(end));
    throw refused;
  });
  expect(await catchError(failed)).toBe(refused);
  await backendPid();
  const failedCommit = db.transaction((transaction) => catchError(transaction.execute(end)));
  expect(classifyDatabaseError(await catchError(failedCommit))).toBe('unreachable');
  await backendPid();
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});

it('a transaction abandons a statement that gets no response, and closes its connection', async () => {
  const { db, pool, backendPid } = await connect(100);
  // Without the setting, PostgreSQL would end the statement.
  const endless = sql`set local statement_timeout = 0; select pg_sleep(60)`;
  const before = await backendPid();
  const failed = catchError(db.transaction((transaction) => transaction.execute(endless)));
  expect(classifyDatabaseError(await failed)).toBe('unreachable');
  expect(await backendPid()).not.toBe(before);
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});
