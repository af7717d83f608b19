import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { FOLDER } from '../database/migrate.ts';

/** A migration. `when` (milliseconds) is its id in the database. */
export type Migration = { tag: string; when: number; hash: string; statements: string[] };

export async function loadMigrations(): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(path.join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const tags = new Map(journal.entries.map(({ tag, when }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: FOLDER }).map(({ sql, folderMillis, hash }) => ({
    tag: tags.get(folderMillis) ?? String(folderMillis),
    when: folderMillis,
    hash,
    statements: sql,
  }));
}

/** Returns all tables ever created by migrations. Other tables in the database don't belong to Sayback. */
export function parseTables(migrations: readonly Migration[]): string[] {
  const created = /\b(?:CREATE TABLE(?: IF NOT EXISTS)?|RENAME TO)\s+(?:"?public"?\.)?"?(\w+)/gi;
  const names = migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => [...statement.matchAll(created)].map(([, name]) => name as string)),
  );
  return [...new Set(names)];
}

/** Returns the `when` of the migrations applied to the database, in order. Empty in a database without Sayback. */
export async function readAppliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: journals } = await client.query(
    "SELECT to_regclass('drizzle.__drizzle_migrations') AS journal",
  );
  if (journals[0]?.journal === null) return [];
  const { rows } = await client.query<{ created_at: string }>(
    'SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ created_at }) => Number(created_at));
}

/** Clears the journal of migrations, so that they can run again in the same transaction. */
export async function clearMigrationJournal(client: pg.Client): Promise<void> {
  // The same table as Drizzle's migrator creates. At the server's next start, the migrator continues from here.
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);
    DELETE FROM drizzle.__drizzle_migrations`);
}

export async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      when,
    ]);
  }
}
