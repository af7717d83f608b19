import { drizzle } from 'drizzle-orm/node-postgres';
import type { Config } from '../config.ts';
import { auditStore } from '../features/accounts/index.ts';
import { requeueJobs } from '../features/jobs/index.ts';
import { makeAttemptPartitions } from '../features/practice/index.ts';
import { queueMissingThumbnails } from '../features/videos/index.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { formatBytes, formatCount } from '../platform/backup/format.ts';
import { restore, type Target } from '../platform/backup/restore.ts';
import { type Archive, verifyArchive } from '../platform/backup/verify-archive.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { openEmbedded } from '../platform/database/embedded.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { MEDIA_COLUMNS, USAGE_NOUNS } from './installation.ts';

export type RestoreOptions = {
  /** Asks whether to replace an installation in use, whose content `existing` describes. If null, replacing is refused. */
  confirmReplace: ((existing: string) => Promise<boolean>) | null;
  log: (line: string) => void;
  signal: AbortSignal;
};

const PROGRESS_INTERVAL_MS = 5000;

/**
 * Restores a file of `runBackup` into the configured installation, which must be empty unless `confirmReplace` allows replacing
 * it. No server may be running on it. Throws an error with a message for the user; the installation is then unchanged.
 */
export async function runRestore(
  config: Config,
  file: string,
  { confirmReplace, log, signal }: RestoreOptions,
): Promise<void> {
  const archive = await verify(file, { log, signal });
  const storage = await openStorage(config, log);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await openEmbedded({ dataDir: config.dataDir, log });
  try {
    const target: Target = {
      url: database.url,
      storage,
      mediaColumns: MEDIA_COLUMNS,
      usageNouns: USAGE_NOUNS,
      confirmReplace: confirmReplace ?? (async () => false),
      finish: async (client) => {
        const db = drizzle({ client });
        await requeueJobs(db);
        await queueMissingThumbnails(db);
        await auditStore(db).addCommand('restore', file);
      },
    };
    await restore(target, archive, { log, signal });
    const { db, close } = connectDatabase(database.url, { size: 1, onError: ({ message }) => log(message) });
    await makeAttemptPartitions(db).finally(close);
  } catch (error) {
    throw signal.aborted ? new BackupError('The restore was interrupted; nothing has changed.') : error;
  } finally {
    await database.stop();
  }
  reportResult(archive, log);
}

async function verify(file: string, { log, signal }: Pick<RestoreOptions, 'log' | 'signal'>) {
  let bytes = 0;
  let reportedAt = Date.now();
  return verifyArchive(file, {
    signal,
    onBytes: (count) => {
      bytes += count;
      if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = Date.now();
      log(`checking the archive: ${formatBytes(bytes)}`);
    },
  });
}

function reportResult({ manifest, checksums }: Archive, log: (line: string) => void): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const media = Object.keys(checksums.media).length;
  log(
    `Restored ${formatCount(rows, 'row')} and ${formatCount(media, 'media file')} of the backup of ${manifest.created_at}.`,
  );
  for (const key of checksums.missing) log(`Warning: ${key} was not in the archive.`);
}
