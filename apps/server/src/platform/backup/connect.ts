import pg from 'pg';

/** Application name in PostgreSQL. A restore uses it to tell servers from backups. */
export const APPLICATION = 'sayback-archive';

/** Makes every server format values the same way, and disables timeouts. */
const SETTINGS: Record<string, string> = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  idle_session_timeout: '0',
  // Without this timeout, an abandoned transaction would block forever.
  lock_timeout: '20s',
};

/** Opens a dedicated connection, and closes it after the work. Settings unknown to this PostgreSQL are omitted. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection also fails the running statement, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `SELECT set_config(name, settings.value, false)
       FROM json_each_text($1) AS settings JOIN pg_settings ON lower(name) = lower(key)`,
      [JSON.stringify(SETTINGS)],
    );
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
