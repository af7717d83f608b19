import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import {
  columnList,
  type ForeignKey,
  findForeignKeys,
  findSequences,
  findTables,
  qualifiedName,
} from './catalog.ts';
import { formatBytes, formatCount } from './format.ts';
import type { Manifest } from './manifest.ts';
import { type ArchiveEntry, readEntries } from './read-archive.ts';
import type { Archive } from './verify-archive.ts';

type Watch = { log: (line: string) => void; signal: AbortSignal };
type Table = Manifest['tables'][number];

/**
 * Fills empty tables with the archive's rows, in the connection's transaction. Foreign keys are dropped first, and added back
 * and checked at the end, so the tables' order and cycles don't matter, and the database's owner can restore: managed servers
 * offer no superuser. `allTables`: all tables that may exist.
 */
export async function loadTables(
  client: pg.Client,
  archive: Archive,
  { allTables, ...watch }: Watch & { allTables: string[] },
): Promise<void> {
  const { manifest } = archive;
  const names = manifest.tables.map(({ name }) => name);
  const tables = names.map((table) => ({ table }));
  await compareColumns(client, manifest, allTables);
  const foreignKeys = await findForeignKeys(client, names);
  await alter(client, foreignKeys, ({ name }) => `DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  await alter(client, tables, () => 'DISABLE TRIGGER USER');
  await copyAll(client, archive, watch);
  await alter(client, tables, () => 'ENABLE TRIGGER USER');
  await alter(
    client,
    foreignKeys,
    ({ name, definition }) => `ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
  );
  await setSequences(client, manifest);
}

async function alter<Change extends Pick<ForeignKey, 'table'>>(
  client: pg.Client,
  changes: readonly Change[],
  clause: (change: Change) => string,
): Promise<void> {
  for (const change of changes) {
    await client.query(`ALTER TABLE ${qualifiedName(change.table)} ${clause(change)}`);
  }
}

/** Throws if the columns differ: the data of a column that only one side has would be lost without an error. */
async function compareColumns(
  client: pg.Client,
  { tables, left_out }: Manifest,
  allTables: string[],
): Promise<void> {
  const existing = new Map((await findTables(client, allTables)).map((table) => [table.name, table]));
  const described = new Set([...tables.map(({ name }) => name), ...left_out]);
  const undescribed = [...existing.keys()].filter((name) => !described.has(name));
  if (undescribed.length > 0)
    throw new BackupError(`The archive doesn't describe ${undescribed.join(', ')}.`);
  for (const { name, columns } of tables) {
    const expected = [...columns].sort().join(', ');
    const actual = [...(existing.get(name)?.columns ?? [])].sort().join(', ');
    if (actual !== expected) {
      throw new BackupError(
        `The archive's table ${name} has the columns ${expected}, but the same migrations of this version create ${actual || 'none'}.`,
      );
    }
  }
}

async function copyAll(client: pg.Client, { file, manifest, checksums }: Archive, { log, signal }: Watch) {
  const nonEmpty = manifest.tables.filter(({ rows }) => rows > 0);
  const entries = readEntries(file);
  await entries.next();
  try {
    let entry = await entries.next();
    for (const table of nonEmpty) {
      const hash = createHash('sha256');
      let bytes = 0;
      const tableParts = async function* () {
        while (!entry.done && isPartOf(entry.value, table)) {
          for await (const chunk of entry.value.content) {
            signal.throwIfAborted();
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
          entry = await entries.next();
        }
      };
      const copying = client.query(
        copyFrom(`COPY ${qualifiedName(table.name)} (${columnList(table.columns)}) FROM STDIN`),
      );
      await pipeline(tableParts(), copying);
      if (copying.rowCount !== table.rows || hash.digest('hex') !== checksums.tables[table.name]?.sha256) {
        throw new BackupError(
          `The archive changed during the restore: ${table.name} doesn't match its checksum.`,
        );
      }
      log(`${table.name}: ${formatCount(table.rows, 'row')}, ${formatBytes(bytes)}`);
    }
  } finally {
    // Skip the rest of the archive.
    await entries.return(undefined);
  }
}

const isPartOf = ({ name }: ArchiveEntry, table: Table) => name.startsWith(`tables/${table.name}/`);

async function setSequences(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  const existing = await findSequences(
    client,
    tables.map(({ name }) => name),
  );
  for (const { table, column, last_value, is_called } of sequences) {
    const match = existing.find((sequence) => sequence.table === table && sequence.column === column);
    if (!match) throw new BackupError(`This database has no sequence for the ids of ${table}.`);
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      qualifiedName(match.sequence),
      last_value,
      is_called,
    ]);
  }
}
