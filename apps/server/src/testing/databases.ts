import pg from 'pg';

/** Returns the URL of another database on the same server. */
export function databaseNamed(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until a statement on the client's database waits for another transaction's lock. */
export async function waitUntilWaiting(client: pg.ClientBase): Promise<void> {
  for (;;) {
    // A transaction doesn't see connections opened after its first read.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
  }
}
