import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { auditStore } from '../features/accounts/index.ts';
import { backUp, type Saved } from '../platform/backup/back-up.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { findMediaKeys } from '../platform/backup/catalog.ts';
import { withConnection } from '../platform/backup/connect.ts';
import { formatBytes, formatCount } from '../platform/backup/format.ts';
import { loadMigrations, readAppliedMigrations } from '../platform/backup/migrations.ts';
import { openOutputFile, openStandardOutput } from '../platform/backup/output-file.ts';
import { writeArchive } from '../platform/backup/write-archive.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { connectToRunning } from '../platform/database/embedded.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { readVersion } from '../read-version.ts';
import { LEFT_OUT, MEDIA_COLUMNS } from './installation.ts';

/** Exit status of a backup that lacks media, because they were missing from the storage. */
export const INCOMPLETE = 2;

type Watch = { log: (line: string) => void; signal: AbortSignal };

/** Connects to the database, after starting the embedded one if no server is running. Throws instead of creating a database. */
async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  await access(path.join(dataDir, 'postgres')).catch(() => {
    throw new BackupError(`There is no installation of Sayback in ${dataDir} (DATA_DIR).`);
  });
  return connectToRunning(dataDir);
}

/**
 * Backs up the configured installation to a file (`-` for standard output), even while servers are running. Returns the exit
 * status. Throws on failure, and leaves a previous file unchanged.
 */
export async function runBackup(config: Config, file: string, { log, signal }: Watch): Promise<number> {
  if (file === '-' && process.stdout.isTTY) {
    throw new BackupError(
      'Not writing an archive to a terminal: redirect it to a file or pipe it to a program.',
    );
  }
  const storage = await openStorage(config, log);
  const database = await openDatabase(config);
  try {
    const output = file === '-' ? openStandardOutput() : await openOutputFile(file);
    try {
      const archive = writeArchive(output.stream, { compress: /\.(tar\.gz|tgz)$/i.test(file) });
      const interrupt = () => void archive.abort(new BackupError('The backup was interrupted.'));
      signal.addEventListener('abort', interrupt);
      const installation = {
        url: database.url,
        storage,
        mediaColumns: MEDIA_COLUMNS,
        leftOut: LEFT_OUT,
        version: await readVersion(),
      };
      const saved = await backUp(installation, archive, { log, signal });
      signal.throwIfAborted();
      await output.commit();
      // Fails on a read replica, from which backups are also allowed.
      await recordBackup(database.url, file).catch((error: Error) =>
        log(`The activity log has no entry of this backup: ${error.message}`),
      );
      return await reportResult(database.url, saved, { file, log });
    } catch (error) {
      await output.discard();
      throw signal.aborted ? new BackupError('The backup was interrupted; there is no archive.') : error;
    }
  } finally {
    await database.stop();
  }
}

/** Adds an audit entry, unless the database has another schema version, which this release can't write. */
async function recordBackup(url: string, file: string): Promise<void> {
  const isCurrent = await withConnection(
    url,
    async (client) => (await readAppliedMigrations(client)).length === (await loadMigrations()).length,
  );
  if (!isCurrent) return;
  const { db, close } = connectDatabase(url, { size: 1, onError: () => undefined });
  await auditStore(db).addCommand('backup', file).finally(close);
}

async function reportResult(
  url: string,
  { manifest, checksums }: Saved,
  { file, log }: { file: string; log: Watch['log'] },
): Promise<number> {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const media = Object.values(checksums.media);
  const bytes = media.reduce((sum, { size }) => sum + size, 0);
  const label = `${formatCount(rows, 'row')}, ${formatCount(media.length, 'media file')} of ${formatBytes(bytes)}`;
  log(`Saved ${label}${file === '-' ? '' : ` in ${file}`}.`);
  if (checksums.missing.length === 0) return 0;
  const existing = new Set(await withConnection(url, (client) => findMediaKeys(client, MEDIA_COLUMNS)));
  log(`Warning: missing from the archive: ${formatCount(checksums.missing.length, 'media file')}`);
  for (const key of checksums.missing) {
    log(
      existing.has(key)
        ? `  ${key} (missing from the storage)`
        : `  ${key} (replaced or deleted during the backup: the next backup will be complete)`,
    );
  }
  return INCOMPLETE;
}
