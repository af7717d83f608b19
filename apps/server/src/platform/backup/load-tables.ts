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
  qualified,
} from './catalog.ts';
import { formatBytes, formatCount } from './format.ts';
import type { Manifest } from './manifest.ts';
import { type ArchiveEntry, readEntries } from './read-archive.ts';
import type { Archive } from './verify-archive.ts';

type Watch = { log: (line: string) => void; signal: AbortSignal };
type Table = Manifest['tables'][number];

/**
 * Fills empty tables with the archive's rows, in the connection's transaction. Foreign keys are dropped first, and added back
 * and checked at the end, so that the tables' order and cycles don't matter, and the database's owner can do it, without the
 * superuser that managed servers don't offer. `ours`: all tables that may exist.
 */
export async function loadTables(
  client: pg.Client,
  archive: Archive,
  { ours, ...watch }: Watch & { ours: string[] },
): Promise<void> {
  const { manifest } = archive;
  const names = manifest.tables.map(({ name }) => name);
  await compareColumns(client, manifest, ours);
  const foreignKeys = await findForeignKeys(client, names);
  await alter(client, foreignKeys, ({ name }) => `DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  await alter(client, named(names), () => 'DISABLE TRIGGER USER');
  await copyAll(client, archive, watch);
  await alter(client, named(names), () => 'ENABLE TRIGGER USER');
  await alter(
    client,
    foreignKeys,
    ({ name, definition }) => `ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
  );
  await setSequences(client, manifest);
}

const named = (tables: string[]) => tables.map((table) => ({ table }));

async function alter<Change extends Pick<ForeignKey, 'table'>>(
  client: pg.Client,
  changes: readonly Change[],
  how: (change: Change) => string,
): Promise<void> {
  for (const change of changes) {
    await client.query(`ALTER TABLE ${qualified(change.table)} ${how(change)}`);
  }
}

/** A column that only exists on one side would silently be lost, or stay empty. */
async function compareColumns(
  client: pg.Client,
  { tables, left_out }: Manifest,
  ours: string[],
): Promise<void> {
  const present = new Map((await findTables(client, ours)).map((table) => [table.name, table]));
  const described = new Set([...tables.map(({ name }) => name), ...left_out]);
  const undescribed = [...present.keys()].filter((name) => !described.has(name));
  if (undescribed.length > 0)
    throw new BackupError(`The archive doesn't describe ${undescribed.join(', ')}.`);
  for (const { name, columns } of tables) {
    const expected = [...columns].sort().join(', ');
    const actual = [...(present.get(name)?.columns ?? [])].sort().join(', ');
    if (actual !== expected) {
      throw new BackupError(
        `The archive's table ${name} has other columns (${expected}) than this version makes of the same migrations (${actual || 'none'}).`,
      );
    }
  }
}

async function copyAll(client: pg.Client, { file, manifest, checksums }: Archive, { log, signal }: Watch) {
  const waiting = manifest.tables.filter(({ rows }) => rows > 0);
  const entries = readEntries(file);
  await entries.next();
  try {
    let entry = await entries.next();
    for (const table of waiting) {
      const hash = createHash('sha256');
      let bytes = 0;
      const parts = async function* () {
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
      const into = client.query(
        copyFrom(`COPY ${qualified(table.name)} (${columnList(table.columns)}) FROM STDIN`),
      );
      await pipeline(parts(), into);
      if (into.rowCount !== table.rows || hash.digest('hex') !== checksums.tables[table.name]?.sha256) {
        throw new BackupError(
          `The archive changed while it was read: ${table.name} doesn't match its checksum.`,
        );
      }
      log(`${table.name}: ${formatCount(table.rows, 'row')}, ${formatBytes(bytes)}`);
    }
  } finally {
    // Media come before the tables, and were already restored.
    await entries.return(undefined);
  }
}

const isPartOf = ({ name }: ArchiveEntry, table: Table) => name.startsWith(`tables/${table.name}/`);

async function setSequences(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  const present = await findSequences(
    client,
    tables.map(({ name }) => name),
  );
  for (const { table, column, last_value, is_called } of sequences) {
    const match = present.find((sequence) => sequence.table === table && sequence.column === column);
    if (!match) throw new BackupError(`The archive's ids of ${table} have no sequence here.`);
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      qualified(match.sequence),
      last_value,
      is_called,
    ]);
  }
}
