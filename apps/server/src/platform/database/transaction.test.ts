import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
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
  // Connecting on a busy machine takes longer than these statements' timeout.
  pool.options.connectionTimeoutMillis = 30_000;
  const backend = async () => (await db.execute(QUERY)).rows[0]?.pid;
  return { db, pool, backend };
}
const toFailure = (work: Promise<unknown>) => work.then(() => null).catch((error: Error) => error);

it('a transaction commits, or rolls back on failure, on one connection', async () => {
  const { db, backend } = await connect();
  const before = await backend();
  await db.execute(sql`create temporary table kept (id int)`);
  await db.transaction((inside) => inside.execute(sql`insert into kept values (1)`));
  const wrong = new Error('refused by the work');
  const failed = db.transaction(async (inside) => {
    await inside.execute(sql`insert into kept values (2)`);
    throw wrong;
  });
  expect(await toFailure(failed)).toBe(wrong);
  expect((await db.execute(sql`select id from kept`)).rows).toEqual([{ id: 1 }]);
  expect(await backend()).toBe(before);
});

it('a nested transaction is a savepoint', async () => {
  const { db } = await connect();
  await db.execute(sql`create temporary table kept (id int)`);
  await db.transaction(async (outside) => {
    await outside.execute(sql`insert into kept values (1)`);
    await toFailure(outside.transaction((inside) => inside.execute(sql`insert into kept values (1 / 0)`)));
    await outside.transaction((inside) => inside.execute(sql`insert into kept values (3)`));
  });
  expect((await db.execute(sql`select id from kept`)).rows).toEqual([{ id: 1 }, { id: 3 }]);
});

it('a transaction applies the isolation level and the access mode', async () => {
  const { db } = await connect();
  const settings = await db.transaction(
    (inside) =>
      inside.execute(
        sql`select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as read_only`,
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  expect(settings.rows).toEqual([{ level: 'repeatable read', read_only: 'on' }]);
});

it('a transaction releases the connection when BEGIN fails', async () => {
  const { db, pool, backend } = await connect();
  for (let round = 0; round < 3; round += 1) {
    const before = await backend();
    pool.once('acquire', (client) => {
      // Simulates a connection that breaks at that moment.
      (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    });
    expect(classifyDatabaseError(await toFailure(db.transaction(async () => 1)))).toBe('unreachable');
    expect(await backend()).not.toBe(before);
  }
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});

it('a transaction releases the connection when COMMIT and ROLLBACK fail, and throws the first error', async () => {
  const { db, pool, backend } = await connect();
  const end = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(classifyDatabaseError(await toFailure(db.transaction((inside) => inside.execute(end))))).toBe(
    'unreachable',
  );
  await backend();
  const refused = new Error('refused by the work');
  const failed = db.transaction(async (inside) => {
    await toFailure(inside.execute(end));
    throw refused;
  });
  expect(await toFailure(failed)).toBe(refused);
  await backend();
  const unanswered = db.transaction((inside) => toFailure(inside.execute(end)));
  expect(classifyDatabaseError(await toFailure(unanswered))).toBe('unreachable');
  await backend();
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});

it('a transaction abandons a statement without a response, and closes its connection', async () => {
  const { db, pool, backend } = await connect(100);
  // PostgreSQL then doesn't end it by itself.
  const never = sql`set local statement_timeout = 0; select pg_sleep(60)`;
  const before = await backend();
  const failed = toFailure(db.transaction((inside) => inside.execute(never)));
  expect(classifyDatabaseError(await failed)).toBe('unreachable');
  expect(await backend()).not.toBe(before);
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 1, idle: 1 });
});
