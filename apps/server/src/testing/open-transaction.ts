import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Opens a connection with a transaction; it is closed when the test ends. */
export async function openTransaction(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  return client;
}
