import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** PostgreSQL channel for changes of segments. */
export const ALIGNMENTS_CHANNEL = 'alignments';

/** A change to announce: the segments that changed and their versions, or that some were inserted, removed or moved. */
export type AlignmentChange =
  | { alignment_id: number; ids: number[]; versions: number[] }
  | { alignment_id: number; reordered: true };

/** PostgreSQL limits a payload to 8000 bytes: an id takes up to 15, a version up to 9. */
const MAX_IDS = 300;

function getPayloads(change: AlignmentChange): string[] {
  if (!('ids' in change)) return [JSON.stringify(change)];
  const payloads: string[] = [];
  for (let from = 0; from < change.ids.length; from += MAX_IDS) {
    const [ids, versions] = [change.ids, change.versions].map((list) => list.slice(from, from + MAX_IDS));
    payloads.push(JSON.stringify({ ...change, ids, versions }));
  }
  return payloads;
}

/** Announces a change to everyone who has the alignment open, once the transaction is committed. */
export async function announceChange(transaction: Database, change: AlignmentChange): Promise<void> {
  const payloads = sql.param(getPayloads(change));
  await transaction.execute(
    sql`select pg_notify(${ALIGNMENTS_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`,
  );
}
