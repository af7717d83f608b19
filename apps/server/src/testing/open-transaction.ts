import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A connection in a transaction of its own; it is closed when the test ends. */
export async function openTransaction(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  return client;
}
