import type pg from 'pg';
import { LOCK } from '../database/migrate.ts';
import { LOCKS } from '../jobs/worker-heartbeat.ts';
import { BackupError } from './backup-error.ts';
import { APPLICATION } from './connect.ts';

/**
 * Checks that no server uses the database, and prevents servers from starting on it while the connection lasts. Throws a
 * `BackupError` with the address of a connected one.
 */
export async function lockOutServers(client: pg.Client): Promise<void> {
  // The lock of migrations: a starting server waits for it before anything else.
  const { rows: locks } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [LOCK]);
  if (locks[0]?.got !== true) {
    throw new BackupError('A server is starting on this database, or another restore is running.');
  }
  // A server behind a connection pooler is still recognised by its worker's lock.
  const { rows } = await client.query<{ place: string }>(
    `SELECT DISTINCT coalesce(host(client_addr), 'the same machine') AS place FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND ((application_name LIKE 'sayback%' AND application_name <> $1) OR pid IN (
         SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`,
    [APPLICATION, LOCKS],
  );
  if (rows.length > 0) {
    throw new BackupError(
      `A server of Sayback is connected to this database (from ${rows.map(({ place }) => place).join(', ')}). Stop all of them first.`,
    );
  }
}
