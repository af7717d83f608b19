import { access } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEphemeralPostgres } from './ephemeral-postgres.ts';

it('gives tests an empty database that leaves nothing behind', async () => {
  const { url, stop } = await startEphemeralPostgres();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select current_setting('data_directory') folder,
    (select count(*)::int from pg_stat_user_tables) tables`);
  await client.end();
  expect(rows[0].tables).toBe(0);
  await access(rows[0].folder);
  await stop();
  await expect(access(rows[0].folder)).rejects.toThrow('ENOENT');
});
