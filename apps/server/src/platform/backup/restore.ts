import pg from 'pg';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { countRows, findMediaKeys, findTables, type KeyColumns, qualifiedName } from './catalog.ts';
import { withConnection } from './connect.ts';
import { formatCount } from './format.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import {
  applyMigrations,
  clearMigrationJournal,
  loadMigrations,
  type Migration,
  parseTables,
  readAppliedMigrations,
} from './migrations.ts';
import { createMediaRestorer } from './restore-media.ts';
import { lockOutServers } from './running-servers.ts';
import type { Archive } from './verify-archive.ts';

export type Target = {
  url: string;
  storage: Pick<Storage, 'put' | 'read' | 'remove' | 'size'>;
  mediaColumns: KeyColumns;
  /** Tables that are empty in an unused installation, with the noun for a row: `{users: 'account'}`. */
  usageNouns: Record<string, string>;
  /** Asks the user whether to replace an installation in use. */
  confirmReplace: (existing: string) => Promise<boolean>;
  /** Last step of the transaction: makes the rows usable again. */
  finish: (client: pg.Client) => Promise<void>;
};

type Watch = { log: (line: string) => void; signal: AbortSignal };

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Restores a verified archive: first its media, then, in one transaction, all rows at the archive's migration, and the later
 * migrations. Throws a `BackupError` with a message for the user, after removing the added media; the database is then
 * unchanged.
 */
export async function restore(target: Target, archive: Archive, watch: Watch): Promise<void> {
  const known = await loadMigrations();
  const { before, after } = splitMigrations(archive.manifest, known);
  await withConnection(target.url, async (client) => {
    await lockOutServers(client);
    await rejectNewerDatabase(client, known);
    const existing = describeCounts(
      await countRows(client, Object.keys(target.usageNouns)),
      target.usageNouns,
    );
    if (existing && !(await target.confirmReplace(existing))) {
      throw new BackupError(
        `Nothing was restored: this installation has ${existing}. --replace replaces all of it.`,
      );
    }
    await migrateJobs(target.url);
    const previousMedia = await findMediaKeys(client, target.mediaColumns);
    const media = createMediaRestorer(target.storage, archive, watch);
    try {
      await media.restoreAll();
      await inTransaction(client, async () => {
        await replaceSchema(client, known, before);
        await loadTables(client, archive, { ...watch, allTables: parseTables(known) });
        await applyMigrations(client, after);
        await target.finish(client);
        watch.signal.throwIfAborted();
      });
    } catch (error) {
      await media.removeAdded();
      throw toBackupError(error);
    }
    await removeUnreferenced(target.storage, previousMedia, archive, watch);
    await client.query(
      `ANALYZE ${(await findTables(client, parseTables(known))).map(({ name }) => qualifiedName(name))}`,
    );
  });
}

/** Splits the migrations into those of the archive and later ones. Throws for an archive of a newer version. */
function splitMigrations({ migrations, sayback }: Manifest, known: Migration[]) {
  const applied = new Set(migrations.map(({ when }) => when));
  const unknown = migrations.filter(({ when }) => !known.some((migration) => migration.when === when));
  if (unknown.length > 0) {
    throw new BackupError(
      `This archive was made by a newer Sayback (${sayback}): it has ${unknown.map(({ tag }) => tag).join(', ')}, which this version doesn't know. Update Sayback first.`,
    );
  }
  const before = known.filter(({ when }) => applied.has(when));
  const after = known.slice(before.length);
  if (after.some(({ when }) => applied.has(when))) {
    throw new BackupError(
      'This archive was made by a different release branch: it lacks earlier migrations of this version.',
    );
  }
  return { before, after };
}

async function rejectNewerDatabase(client: pg.Client, known: Migration[]): Promise<void> {
  const applied = await readAppliedMigrations(client);
  if (applied.some((when) => !known.some((migration) => migration.when === when))) {
    throw new BackupError(
      'A newer version of Sayback has migrated this database: restore with that version.',
    );
  }
}

function describeCounts(counts: Map<string, number>, names: Target['usageNouns']): string {
  return Object.entries(names)
    .map(([table, name]) => [counts.get(table) ?? 0, name] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => formatCount(count, name))
    .join(', ');
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Recreates the tables at the archive's migration. Doesn't change other tables in the database. */
async function replaceSchema(client: pg.Client, known: Migration[], before: Migration[]): Promise<void> {
  const existing = await findTables(client, parseTables(known));
  if (existing.length > 0) {
    await client.query(`DROP TABLE ${existing.map(({ name }) => qualifiedName(name)).join(', ')}`);
  }
  await clearMigrationJournal(client);
  await applyMigrations(client, before);
}

async function removeUnreferenced(
  storage: Target['storage'],
  previous: string[],
  { manifest }: Archive,
  { log }: Watch,
): Promise<void> {
  const mediaKeys = new Set(manifest.media.map(({ key }) => key));
  for (const key of previous) {
    if (mediaKeys.has(key)) continue;
    await storage.remove(key).catch((error: Error) => log(`${key} could not be removed: ${error.message}`));
  }
}

function toBackupError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === INSUFFICIENT_PRIVILEGE) {
    return new BackupError(
      `The database's user isn't allowed to do this: ${error.message}. It has to own the tables.`,
    );
  }
  if (error.code === LOCK_NOT_AVAILABLE) {
    return new BackupError('Something else is using the tables (psql, a backup …): stop it, and try again.');
  }
  const location = error.table ? ` (table ${error.table})` : '';
  return new BackupError(`PostgreSQL reported an error: ${error.message}${location}.`);
}
