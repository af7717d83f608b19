import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** PostgreSQL channel for changes of segments. */
export const ALIGNMENTS_CHANNEL = 'alignments';

/** The changed segments with their versions, or `reordered` if segments were inserted, removed or moved. */
export type AlignmentChange =
  | { alignment_id: number; ids: number[]; versions: number[] }
  | { alignment_id: number; reordered: true };

/** PostgreSQL limits a payload to 8000 bytes, and an id takes up to 15, a version up to 9. */
const MAX_IDS = 300;

function splitPayloads(change: AlignmentChange): string[] {
  if (!('ids' in change)) return [JSON.stringify(change)];
  const payloads: string[] = [];
  for (let start = 0; start < change.ids.length; start += MAX_IDS) {
    const [ids, versions] = [change.ids, change.versions].map((list) => list.slice(start, start + MAX_IDS));
    payloads.push(JSON.stringify({ ...change, ids, versions }));
  }
  return payloads;
}

/** Announces a change to all editors of the alignment, once the transaction is committed. */
export async function announceChange(transaction: Database, change: AlignmentChange): Promise<void> {
  const payloads = sql.param(splitPayloads(change));
  await transaction.execute(
    sql`select pg_notify(${ALIGNMENTS_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`,
  );
}
