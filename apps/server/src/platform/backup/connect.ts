import pg from 'pg';

/** By this name the database knows us, and a restore tells servers from backups. */
export const APPLICATION = 'sayback-archive';

/** Values are written the same by every server, whatever its settings or its user's; nothing ends us for being slow. */
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
  // Waiting for someone's forgotten transaction would look like hanging.
  lock_timeout: '20s',
};

/** Opens a connection of its own, and closes it after the work. Settings that this PostgreSQL doesn't know yet are left out. */
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
  // A connection that breaks fails the running statement, or the next one.
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
