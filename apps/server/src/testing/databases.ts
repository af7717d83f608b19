import pg from 'pg';

/** Returns the URL of another database on the same server. */
export function replaceDatabase(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
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

/** Waits until `count` statements on the database are waiting for another transaction's lock. */
export async function waitForLockWait(client: pg.ClientBase, count = 1): Promise<void> {
  for (;;) {
    // A transaction doesn't see connections opened after its first read.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length >= count) return;
  }
}
