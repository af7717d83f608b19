import type pg from 'pg';

/**
 * Has a connection send its statements without their names. Behind a pooler that lends connections by the transaction, a
 * name may be taken there already, or not known: PgBouncer keeps account of names since 1.21 only.
 */
export function leaveUnnamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((what: unknown, ...more: unknown[]) => {
    const isNamed = typeof what === 'object' && what !== null && 'name' in what && 'text' in what;
    return query(isNamed ? { ...what, name: undefined } : what, ...more);
  }) as typeof client.query;
}
