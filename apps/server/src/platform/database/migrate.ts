import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ownFile } from '../../own-files.ts';
import { migrateJobs } from '../jobs/jobs.ts';

export const FOLDER = ownFile('migrations');

/** Key of the advisory lock: a number that nothing else in the database uses. */
export const LOCK = 5_247_320_011;

/** While a migration waits for a lock, later statements wait too, so it times out soon and is retried. */
const RETRY = { lockMs: 2000, pauseMs: 1000, attempts: 20 };
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

type Options = {
  /** Folder of the migrations; this release's by default. */
  folder?: string;
  log?: (message: string) => void;
  /** Lock timeout, pause between attempts, and number of attempts. */
  retry?: typeof RETRY;
};

/**
 * Migrates the database to the newest schema. Servers that start together wait for the one that holds the lock. A newer
 * release's database is left unchanged, with a message to `log`. Throws if a table stays locked, or if the database lacks a
 * migration although it has later ones.
 */
export async function migrateDatabase(url: string, options: Options = {}): Promise<void> {
  const { folder = FOLDER, log = () => undefined, retry = RETRY } = options;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(`SET lock_timeout = ${retry.lockMs}`);
    await migrateWithRetries(client, folder, { log, retry });
    await compareWithRelease(client, folder, log);
    await migrateJobs(url);
  } finally {
    await client.end();
  }
}

const isLocked = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes((cause as { code?: string }).code ?? '');
};

async function migrateWithRetries(
  client: pg.Client,
  folder: string,
  { log, retry }: Required<Pick<Options, 'log' | 'retry'>>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle({ client }), { migrationsFolder: folder });
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt >= retry.attempts) {
        throw new Error('The database can’t be migrated: a table that must be changed stays locked.', {
          cause: error,
        });
      }
      log('A table that must be changed is locked: the migration tries again.');
      await sleep(retry.pauseMs);
    }
  }
}

/** Checks for missing and unknown migrations: Drizzle only checks the latest one. */
async function compareWithRelease(
  client: pg.Client,
  folder: string,
  log: (message: string) => void,
): Promise<void> {
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map((file) => file.folderMillis));
  const { rows } = await client.query<{ created_at: string }>(
    'SELECT created_at FROM drizzle.__drizzle_migrations',
  );
  const applied = new Set(rows.map(({ created_at }) => Number(created_at)));
  const missing = [...known].filter((when) => !applied.has(when));
  if (missing.length > 0) {
    throw new Error(
      `The database lacks ${missing.length} of this release’s migrations, though it has later ones: it was migrated by a different release branch.`,
    );
  }
  const newer = [...applied].filter((when) => !known.has(when)).length;
  if (newer > 0) {
    log(
      `The database has ${newer} migrations that this release doesn’t know: a newer release has migrated it. This release uses it anyway, which is safe if the newer release is the next one.`,
    );
  }
}
