import { ROWS } from '@sayback/contract';
import { count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Database, firstRow } from '../../platform/database/database.ts';
import type { SearchResult } from '../../platform/youtube/youtube-search.ts';
import { withRowLimit } from '../../security/with-row-limit.ts';
import { currentStatus } from './current-status.ts';
import { type AvailableSubtitle, candidate_subtitles, candidates } from './tables.ts';

const { search_text: _, ...withoutSearchText } = getTableColumns(candidates);

const columns = {
  ...withoutSearchText,
  ...currentStatus,
  downloaded_languages: sql<
    string[]
  >`coalesce((select array_agg(${candidate_subtitles.version_key} order by ${candidate_subtitles.version_key})
    from ${candidate_subtitles} where ${candidate_subtitles.candidate_id} = ${candidates.id}), '{}')`,
};

export type CandidateRow = Omit<typeof candidates.$inferSelect, 'search_text'> & {
  downloaded_languages: string[];
};
export type ReviewStatus = CandidateRow['review_status'];
export type CandidateChanges = Partial<
  Pick<CandidateRow, 'review_status' | 'priority' | 'review_notes' | 'language' | 'video_id'>
>;

export const NO_CANDIDATE = 'candidates.notFound';

export function candidateStore(db: Database) {
  async function update(id: number, values: PgUpdateSetSource<typeof candidates>): Promise<void> {
    await db.update(candidates).set(values).where(eq(candidates.id, id));
  }

  return {
    find: (id: number): Promise<CandidateRow | null> =>
      firstRow(db.select(columns).from(candidates).where(eq(candidates.id, id))),

    /** Finds a candidate, locked until the transaction ends. */
    lock: (id: number): Promise<CandidateRow | null> =>
      firstRow(
        db.select(columns).from(candidates).where(eq(candidates.id, id)).for('update', { of: candidates }),
      ),

    /** Returns a page of candidates, newest first, and the total; past the last page both are empty and 0. */
    async page(where: SQL | undefined, offset: number, size: number) {
      const ids = db
        .select({ id: candidates.id })
        .from(candidates)
        .where(where)
        .orderBy(desc(candidates.id))
        .limit(size)
        .offset(offset)
        .as('page');
      const total = db.select({ total: count() }).from(candidates).where(where);
      const rows = await db
        .select({ ...columns, total: sql<string>`(${total})` })
        .from(ids)
        .innerJoin(candidates, eq(candidates.id, ids.id))
        .orderBy(desc(candidates.id));
      return { count: Number(rows[0]?.total ?? 0), rows };
    },

    async countByStatus(): Promise<Record<ReviewStatus, number>> {
      const rows = await db
        .select({ status: candidates.review_status, count: count() })
        .from(candidates)
        .groupBy(candidates.review_status);
      const counts = { pending: 0, approved: 0, rejected: 0, processed: 0 };
      for (const { status, count } of rows) counts[status] = count;
      return counts;
    },

    listIds: async (where: SQL | undefined): Promise<number[]> =>
      (await db.select({ id: candidates.id }).from(candidates).where(where).orderBy(desc(candidates.id))).map(
        ({ id }) => id,
      ),

    /** Adds a language's search results, except existing candidates of any search. Returns the number of new ones. */
    async add(language: string, videos: readonly SearchResult[]): Promise<number> {
      if (videos.length === 0) return 0;
      const rows = videos.map(({ has_captions: _, keyword, ...video }) => ({
        ...video,
        language,
        search_keyword: keyword,
      }));
      const added = await withRowLimit(db, ROWS.candidates, { table: candidates }, (transaction) =>
        transaction
          .insert(candidates)
          .values(rows)
          .onConflictDoNothing({ target: candidates.youtube_id })
          .returning({ id: candidates.id }),
      );
      return added.length;
    },

    async change(id: number, changes: CandidateChanges): Promise<void> {
      if (Object.keys(changes).length > 0) await update(id, changes);
    },

    /** Changes the selected candidates whose status is one of `from`; the others count as refused. */
    async move(
      where: SQL | undefined,
      from: readonly ReviewStatus[],
      changes: CandidateChanges,
    ): Promise<{ changed: number; refused: number }> {
      return db.transaction(async (transaction) => {
        const selected = await transaction
          .select({ id: candidates.id, status: candidates.review_status })
          .from(candidates)
          .where(where)
          .orderBy(candidates.id)
          .for('update');
        const movable = selected.filter(({ status }) => from.includes(status)).map(({ id }) => id);
        if (movable.length > 0) {
          await transaction
            .update(candidates)
            .set(changes)
            .where(sql`${candidates.id} = any(${sql.param(movable)}::bigint[])`);
        }
        return { changed: movable.length, refused: selected.length - movable.length };
      });
    },

    startScan: (id: number) => update(id, { scan_status: 'scanning', subtitle_error: '' }),

    saveScan: (id: number, available: AvailableSubtitle[]) =>
      update(id, {
        scan_status: 'completed',
        subtitle_error: '',
        available_subtitles: available,
        has_manual: available.some(({ kind }) => kind === 'manual'),
      }),

    failScan: (id: number, subtitle_error: string) => update(id, { scan_status: 'error', subtitle_error }),

    /** Restores the status before an aborted scan: an earlier scan's result is still stored. */
    resetScan: (id: number) =>
      update(id, {
        scan_status: sql`case when ${candidates.available_subtitles} is null then null else 'completed' end`,
      }),

    startDownload: (id: number) => update(id, { download_status: 'downloading', subtitle_error: '' }),

    /** `subtitle_error`: empty on success. */
    endDownload: (id: number, subtitle_error: string) =>
      update(id, { download_status: subtitle_error === '' ? 'completed' : 'error', subtitle_error }),

    /** Restores the status before an aborted download, from the stored versions. */
    resetDownload: (id: number) =>
      update(id, { download_status: sql`case when ${hasVersions} then 'completed' end` }),
  };
}

const hasVersions = sql`exists (select 1 from ${candidate_subtitles} where ${candidate_subtitles.candidate_id} = ${candidates.id})`;
