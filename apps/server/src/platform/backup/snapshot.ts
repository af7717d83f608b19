import type pg from 'pg';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-error.ts';
import {
  countRows,
  findMediaKeys,
  findSequences,
  findTables,
  type KeyColumns,
  qualifiedName,
} from './catalog.ts';
import { buildManifest, type Manifest } from './manifest.ts';
import { loadMigrations, parseTables, readAppliedMigrations } from './migrations.ts';

export type Installation = {
  url: string;
  storage: Pick<Storage, 'size' | 'read'>;
  /** Columns with storage keys. */
  mediaColumns: KeyColumns;
  /** Tables whose rows are useless on another installation. */
  leftOut: readonly string[];
  version: string;
};

/**
 * Starts a transaction on a snapshot of everything, and prevents migrations from changing tables until it ends; servers
 * continue to read and write.
 */
export async function startSnapshot(client: pg.Client): Promise<void> {
  const existing = await findTables(client, parseTables(await loadMigrations()));
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The snapshot is taken by the first statement that reads; locking doesn't.
  const names = existing.map(({ name }) => qualifiedName(name)).join(', ');
  if (names) await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
}

/** Reads the applied migrations. Throws if there are none, or one that this version doesn't know. */
async function readAppliedTags(client: pg.Client): Promise<Manifest['migrations']> {
  const known = new Map((await loadMigrations()).map(({ tag, when }) => [when, tag]));
  const applied = await readAppliedMigrations(client);
  if (applied.length === 0) throw new BackupError('There is no installation of Sayback in this database.');
  return applied.map((when) => {
    const tag = known.get(when);
    if (tag) return { tag, when };
    throw new BackupError(
      'A newer version of Sayback has migrated this database: make the backup with that version. This one would omit data that it doesn’t know.',
    );
  });
}

/** Builds the manifest from the transaction's snapshot; media sizes are the storage's current ones. */
export async function describeSnapshot(
  client: pg.Client,
  { storage, mediaColumns, leftOut, version }: Installation,
): Promise<Manifest> {
  const migrations = await readAppliedTags(client);
  const allTables = await findTables(client, parseTables(await loadMigrations()));
  const savedTables = allTables.filter(({ name }) => !leftOut.includes(name));
  const names = savedTables.map(({ name }) => name);
  const counts = await countRows(client, names);
  const keys = await findMediaKeys(client, mediaColumns);
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  return buildManifest({
    sayback: version,
    postgresql: rows[0]?.server_version ?? '',
    created_at: new Date().toISOString(),
    migrations,
    tables: savedTables.map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 })),
    left_out: allTables.map(({ name }) => name).filter((name) => !names.includes(name)),
    sequences: await readSequences(client, names),
    media: await readSizes(storage, keys),
  });
}

/** Reads the sequences. They ignore snapshots: one can be ahead of the rows, which only skips numbers, but never behind. */
async function readSequences(client: pg.Client, tables: string[]): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const { table, column, sequence } of await findSequences(client, tables)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${qualifiedName(sequence)}`,
    );
    if (rows[0]) sequences.push({ table, column, ...rows[0] });
  }
  return sequences;
}

const CONCURRENCY = 8;

/** Reads several sizes at a time, because an object store takes long for each. */
async function readSizes(storage: Pick<Storage, 'size'>, keys: string[]): Promise<Manifest['media']> {
  const media: Manifest['media'] = keys.map((key) => ({ key, size: null }));
  const items = media.values();
  const measureNext = async () => {
    for (const item of items) item.size = await storage.size(item.key);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, measureNext));
  return media;
}
