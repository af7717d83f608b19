import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The channel of PostgreSQL's NOTIFY that changes of segments are announced on. */
export const ALIGNMENTS_CHANNEL = 'alignments';

/** What is announced: which segments are other ones now, or that some came, went or moved. */
export type AlignmentChange =
  | { alignment_id: number; ids: number[] }
  | { alignment_id: number; reordered: true };

/** PostgreSQL refuses a payload of 8000 bytes. */
const PAYLOAD_LIMIT = 7999;

/** Announces a change to everyone who has the alignment open, once the transaction is committed. */
export async function announceChange(transaction: Database, change: AlignmentChange): Promise<void> {
  const whole = JSON.stringify(change);
  const payload =
    whole.length <= PAYLOAD_LIMIT
      ? whole
      : JSON.stringify({ alignment_id: change.alignment_id, reordered: true });
  await transaction.execute(sql`select pg_notify(${ALIGNMENTS_CHANNEL}, ${payload})`);
}
