import pg from 'pg';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { countRows, findMediaKeys, findTables, type KeyColumns, qualified } from './catalog.ts';
import { withConnection } from './connect.ts';
import { formatCount } from './format.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import {
  appliedMigrations,
  applyMigrations,
  forgetMigrations,
  knownMigrations,
  type Migration,
  parseTables,
} from './migrations.ts';
import { mediaPutter } from './put-media.ts';
import { lockOutServers } from './running-servers.ts';
import type { Archive } from './verify-archive.ts';

export type Target = {
  url: string;
  storage: Pick<Storage, 'put' | 'read' | 'remove' | 'size'>;
  mediaColumns: KeyColumns;
  /** Tables whose rows mean that an installation is in use, with the noun for one row: `{users: 'account'}`. */
  inUseBy: Record<string, string>;
  /** Asks whether an installation in use may be replaced. */
  mayReplace: (present: string) => Promise<boolean>;
  /** Last step of the transaction: makes the rows usable again. */
  finish: (client: pg.Client) => Promise<void>;
};

type Watch = { log: (line: string) => void; signal: AbortSignal };

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Restores a verified archive: first its media, then all rows in one transaction, at the archive's migration, and then migrates
 * to the newest. Throws a `BackupError` worded for the user; the database is then unchanged, and the added media are removed.
 */
export async function restore(target: Target, archive: Archive, watch: Watch): Promise<void> {
  const known = await knownMigrations();
  const { before, after } = splitMigrations(archive.manifest, known);
  await withConnection(target.url, async (client) => {
    await lockOutServers(client);
    await refuseNewer(client, known);
    const present = describeCounts(await countRows(client, Object.keys(target.inUseBy)), target.inUseBy);
    if (present && !(await target.mayReplace(present))) {
      throw new BackupError(
        `Nothing was restored: this installation has ${present}. --replace replaces all of it.`,
      );
    }
    await migrateJobs(target.url);
    const formerMedia = await findMediaKeys(client, target.mediaColumns);
    const media = mediaPutter(target.storage, archive, watch);
    try {
      await media.putAll();
      await inTransaction(client, async () => {
        await replaceSchema(client, known, before);
        await loadTables(client, archive, { ...watch, ours: parseTables(known) });
        await applyMigrations(client, after);
        await target.finish(client);
        watch.signal.throwIfAborted();
      });
    } catch (error) {
      await media.remove();
      throw inWords(error);
    }
    await removeFormer(target.storage, formerMedia, archive, watch);
    await client.query(
      `ANALYZE ${(await findTables(client, parseTables(known))).map(({ name }) => qualified(name))}`,
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
      'This archive was made by another line of releases: migrations are missing in between.',
    );
  }
  return { before, after };
}

async function refuseNewer(client: pg.Client, known: Migration[]): Promise<void> {
  const applied = await appliedMigrations(client);
  if (applied.some((when) => !known.some((migration) => migration.when === when))) {
    throw new BackupError(
      'A newer version of Sayback has migrated this database: restore with that version.',
    );
  }
}

function describeCounts(counts: Map<string, number>, names: Target['inUseBy']): string {
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

/** Recreates the tables at the archive's migration. Other tables in the database stay. */
async function replaceSchema(client: pg.Client, known: Migration[], before: Migration[]): Promise<void> {
  const present = await findTables(client, parseTables(known));
  if (present.length > 0) {
    await client.query(`DROP TABLE ${present.map(({ name }) => qualified(name)).join(', ')}`);
  }
  await forgetMigrations(client);
  await applyMigrations(client, before);
}

async function removeFormer(
  storage: Target['storage'],
  former: string[],
  { manifest }: Archive,
  { log }: Watch,
): Promise<void> {
  const mediaKeys = new Set(manifest.media.map(({ key }) => key));
  for (const key of former) {
    if (mediaKeys.has(key)) continue;
    await storage.remove(key).catch((error: Error) => log(`${key} could not be removed: ${error.message}`));
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === INSUFFICIENT_PRIVILEGE) {
    return new BackupError(
      `The database's user may not do this: ${error.message}. It has to own the tables.`,
    );
  }
  if (error.code === LOCK_NOT_AVAILABLE) {
    return new BackupError('Something else is using the tables (psql, a backup …): stop it, and try again.');
  }
  const where = error.table ? ` (table ${error.table})` : '';
  return new BackupError(`PostgreSQL refused: ${error.message}${where}.`);
}
