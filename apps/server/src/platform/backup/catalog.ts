import pg from 'pg';

const SCHEMA = 'public';

export const qualifiedName = (name: string) => `${SCHEMA}.${pg.escapeIdentifier(name)}`;

export const columnList = (columns: readonly string[]) =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ');

export type Table = { name: string; columns: string[] };

/**
 * Finds the listed tables that exist, by name, with the columns to copy, without generated ones. A partition's rows belong to
 * its parent table.
 */
export async function findTables(client: pg.Client, names: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT class.relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid
     WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname = ANY($1)
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY class.relname ORDER BY class.relname`,
    [names],
  );
  return rows;
}

export type Sequence = { table: string; column: string; sequence: string };

export async function findSequences(client: pg.Client, tables: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT owner.relname::text AS table, attname::text AS column, sequence.relname::text AS sequence
     FROM pg_depend
     JOIN pg_class AS sequence ON sequence.oid = objid AND sequence.relkind = 'S'
     JOIN pg_class AS owner ON owner.oid = refobjid
     JOIN pg_attribute ON attrelid = owner.oid AND attnum = refobjsubid
     WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
       AND owner.relnamespace = '${SCHEMA}'::regnamespace AND owner.relname = ANY($1)
     ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}

export type ForeignKey = { table: string; name: string; definition: string };

export async function findForeignKeys(client: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT relname::text AS table, conname::text AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND relnamespace = '${SCHEMA}'::regnamespace AND relname = ANY($1)
     ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}

export type KeyColumns = Record<string, readonly string[]>;

/** Finds the distinct storage keys in these columns. Skips empty keys, and columns that don't exist yet. */
export async function findMediaKeys(client: pg.Client, columns: KeyColumns): Promise<string[]> {
  const existing = await findTables(client, Object.keys(columns));
  const selects = existing.flatMap((table) =>
    (columns[table.name] ?? [])
      .filter((column) => table.columns.includes(column))
      .map((column) => `SELECT ${pg.escapeIdentifier(column)} AS key FROM ${qualifiedName(table.name)}`),
  );
  if (selects.length === 0) return [];
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM (${selects.join(' UNION ')}) AS keys WHERE key <> '' ORDER BY key COLLATE "C"`,
  );
  return rows.map(({ key }) => key);
}

export async function countRows(client: pg.Client, names: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await findTables(client, names)) {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${qualifiedName(name)}`,
    );
    counts.set(name, Number(rows[0]?.rows));
  }
  return counts;
}
