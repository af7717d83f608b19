import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { alignments, revisions, segments } from '../tables.ts';

const digest = (alignmentId: number) => sql`(
  select md5(string_agg(${segments}::text, '' order by ${segments.position}))
  from ${segments} where ${segments.alignment_id} = ${alignmentId})`;

/**
 * Runs of moved cuts: an editor who accepts hundreds of cuts one at a time saves one revision, not one per cut. Lock the alignment
 * first.
 */
export function cutRunStore(db: Database) {
  return {
    /**
     * Returns true if the alignment's newest revision was saved by the user in the last hour before moving cuts, and nothing but
     * such moves has changed a segment since.
     */
    async isContinued(alignmentId: number, userId: number): Promise<boolean> {
      const { rows } = await db.execute(sql`
        select from ${alignments} join lateral (
          select reason, created_by, created_at from ${revisions}
          where ${revisions.subtitle_id} = ${alignments.subtitle_id} order by ${revisions.id} desc limit 1
        ) as newest on true
        where ${alignments.id} = ${alignmentId} and newest.reason = 'cuts' and newest.created_by = ${userId}
          and newest.created_at > now() - interval '1 hour'
          and ${alignments.cuts_digest} = ${digest(alignmentId)}`);
      return rows.length > 0;
    },

    /** Marks the current segments as the state after a move. */
    async mark(alignmentId: number): Promise<void> {
      await db.execute(
        sql`update alignments set cuts_digest = ${digest(alignmentId)} where id = ${alignmentId}`,
      );
    },
  };
}
