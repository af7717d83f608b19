import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrateJobs } from '../jobs/jobs.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number, so long as nothing else on the database locks by it. */
const LOCK = 5_247_320_011;

/** Brings the database to the newest schema. Servers that start together wait for the one that holds the lock. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: FOLDER });
    await migrateJobs(url);
  } finally {
    await client.end();
  }
}
