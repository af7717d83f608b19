import { expect, inject, it, onTestFinished } from 'vitest';
import { connectDatabase } from './database.ts';
import { findDatabaseTrouble } from './database-trouble.ts';

const STATEMENT_MS = 100;

it('gives up a statement that the database never answers, and uses another connection', {
  timeout: 15_000,
}, async () => {
  const { pool, close } = connectDatabase(inject('postgresUrl'), {
    size: 1,
    statementMs: STATEMENT_MS,
    onError: () => undefined,
  });
  onTestFinished(close);
  // The database doesn't end it by itself then.
  await pool.query('SET statement_timeout = 0');
  const silent = await pool.query('SELECT pg_sleep(60)').catch((error: Error) => error);
  expect(findDatabaseTrouble(silent)).toBe('unreachable');
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('lets connections be that answer in time, and those that are idle', { timeout: 15_000 }, async () => {
  const lost: Error[] = [];
  const { pool, close } = connectDatabase(inject('postgresUrl'), {
    size: 1,
    statementMs: STATEMENT_MS,
    onError: (error) => lost.push(error),
  });
  onTestFinished(close);
  const backend = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await backend();
  await new Promise((resolve) => setTimeout(resolve, STATEMENT_MS + 3000));
  expect(await backend()).toBe(before);
  expect(lost).toEqual([]);
});
