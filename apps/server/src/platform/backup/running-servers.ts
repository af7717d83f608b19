import type pg from 'pg';
import { LOCK } from '../database/migrate.ts';
import { LOCKS } from '../jobs/worker-heartbeat.ts';
import { BackupError } from './backup-error.ts';
import { APPLICATION } from './connect.ts';

/**
 * Checks that no server uses the database, and prevents servers from starting on it until the connection closes. Throws a
 * `BackupError` with the addresses of connected servers.
 */
export async function lockOutServers(client: pg.Client): Promise<void> {
  // The lock of migrations, which a starting server waits for before anything else.
  const { rows: locks } = await client.query('SELECT pg_try_advisory_lock($1) AS is_locked', [LOCK]);
  if (locks[0]?.is_locked !== true) {
    throw new BackupError('A server is starting on this database, or another restore is running.');
  }
  // A server behind a connection pooler is still recognised by its worker's lock.
  const { rows } = await client.query<{ address: string }>(
    `SELECT DISTINCT coalesce(host(client_addr), 'the same machine') AS address FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND ((application_name LIKE 'sayback%' AND application_name <> $1) OR pid IN (
         SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`,
    [APPLICATION, LOCKS],
  );
  if (rows.length > 0) {
    throw new BackupError(
      `A server of Sayback is connected to this database (from ${rows.map(({ address }) => address).join(', ')}). Stop all of them first.`,
    );
  }
}
