import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { startEphemeralPostgres } from './ephemeral-postgres.ts';

it('an ephemeral PostgreSQL has an empty database, and stop removes its folder', async () => {
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

it.runIf(process.platform !== 'win32')(
  'an ephemeral PostgreSQL is stopped and removed when the tests are killed',
  async () => {
    const program = `
    import { startEphemeralPostgres } from ${JSON.stringify(new URL('./ephemeral-postgres.ts', import.meta.url).href)};
    console.log((await startEphemeralPostgres()).url);
    setInterval(() => undefined, 1000);`;
    const tests = spawn(process.execPath, ['--input-type=module', '-e', program]);
    const [url] = await once(createInterface({ input: tests.stdout }), 'line');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`select current_setting('data_directory') folder`);
    await client.end();
    tests.kill('SIGKILL');
    await vi.waitFor(() => expect(access(rows[0].folder)).rejects.toThrow('ENOENT'), {
      timeout: 60_000,
      interval: 100,
    });
  },
);
