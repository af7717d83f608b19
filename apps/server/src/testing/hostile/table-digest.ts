import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/** Tables that change without a request, or because of a rejected one: running jobs, failed logins, pending sign-ins. */
const EXCLUDED_TABLES = [
  'rate_limits',
  'jobs',
  'caption_gate',
  'youtube_quota',
  'login_attempts',
  'second_factor_tickets',
  'password_resets',
];

/** Expressions that omit the columns that change without a request, such as a session's last use. */
const ROW_EXPRESSIONS: Record<string, string> = {
  sessions: "(to_jsonb(t) - 'last_used_at')::text",
  users: "(to_jsonb(t) - 'last_used_at')::text",
  candidates: "(to_jsonb(t) - 'scan_status' - 'download_status' - 'subtitle_error')::text",
};

export type Digest = Map<string, string>;

/** Creates a function that computes the count and a hash of each table's rows, in any order. */
export async function createDigest(db: Database): Promise<() => Promise<Digest>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const statement = rows
    .filter(({ name }) => !EXCLUDED_TABLES.includes(name))
    .map(({ name }) => {
      const row = ROW_EXPRESSIONS[name] ?? 't::text';
      return `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)::numeric), 0) as hash
        from "${name}" t`;
    })
    .join(' union all ');
  return async () => {
    const { rows: digests } = await db.execute<{ name: string; hash: string }>(sql.raw(statement));
    return new Map(digests.map(({ name, hash }) => [name, hash]));
  };
}

/** Returns the tables that differ. */
export const findChangedTables = (before: Digest, after: Digest): string[] =>
  [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
