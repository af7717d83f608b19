import { ROWS } from '@sayback/contract';
import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { users } from '../../accounts/index.ts';
import { jobs } from '../../jobs/index.ts';
import { videos } from '../../videos/index.ts';
import {
  alignments,
  drafts,
  type RevisionSegment,
  revisions,
  segments,
  stored_files,
  subtitles,
} from '../tables.ts';

export type RevisionReason = (typeof revisions.$inferSelect)['reason'];

export type RevisionOrigin = { reason: RevisionReason; note?: string; created_by: number | null };

/** Edited texts of a draft, by the segment's index from 1. */
export type ModifiedByIndex = Record<string, string>;

export const NO_REVISION = 'revisions.notFound';

const { segments: _, ...withoutSegments } = getTableColumns(revisions);

const revisionColumns = {
  ...withoutSegments,
  created_by: users.username,
  has_draft: sql<boolean>`${drafts.revision_id} is not null`,
  is_last_applied: sql<boolean>`coalesce(${subtitles.last_applied_revision_id} = ${revisions.id}, false)`,
  video_id: videos.id,
  video_title: videos.title,
  original_language: videos.original_language,
  language: subtitles.language,
  alignment_id: alignments.id,
  /** Format of the stored file that the revision was opened from or written to. */
  file_format: stored_files.format,
};

/** Snapshots of segments and cues, with their drafts, except those of videos in the trash. */
export function revisionStore(db: Database) {
  const select = () =>
    db
      .select(revisionColumns)
      .from(revisions)
      .innerJoin(subtitles, eq(subtitles.id, revisions.subtitle_id))
      .innerJoin(videos, and(eq(videos.id, subtitles.video_id), isNull(videos.trashed_at)))
      .leftJoin(alignments, eq(alignments.subtitle_id, subtitles.id))
      .leftJoin(drafts, eq(drafts.revision_id, revisions.id))
      .leftJoin(stored_files, eq(stored_files.id, revisions.stored_file_id))
      .leftJoin(users, eq(users.id, revisions.created_by));

  return {
    listForSubtitle: (subtitleId: number) =>
      select().where(eq(revisions.subtitle_id, subtitleId)).orderBy(desc(revisions.id)),

    find: (id: number) => firstRow(select().where(eq(revisions.id, id))),

    /** Finds a revision, locked against deleting, applying and editing until the transaction ends. */
    async lock(id: number) {
      // Locking the subtitle before its rows, as everywhere, avoids deadlocks.
      const subtitleId = db.select({ id: revisions.subtitle_id }).from(revisions).where(eq(revisions.id, id));
      await db
        .select({ id: subtitles.id })
        .from(subtitles)
        .where(eq(subtitles.id, sql`(${subtitleId})`))
        .for('update');
      const [row] = await select().where(eq(revisions.id, id)).for('update', { of: revisions });
      return row ?? null;
    },

    async findSegments(id: number): Promise<RevisionSegment[]> {
      const [row] = await db
        .select({ segments: revisions.segments })
        .from(revisions)
        .where(eq(revisions.id, id));
      return row?.segments ?? [];
    },

    async findDraft(id: number): Promise<ModifiedByIndex> {
      const [row] = await db
        .select({ modified: drafts.modified })
        .from(drafts)
        .where(eq(drafts.revision_id, id));
      return row?.modified ?? {};
    },

    async saveDraft(id: number, modified: ModifiedByIndex): Promise<void> {
      await db
        .insert(drafts)
        .values({ revision_id: id, modified })
        .onConflictDoUpdate({ target: drafts.revision_id, set: { modified, updated_at: sql`now()` } });
    },

    async deleteDraft(id: number): Promise<void> {
      await db.delete(drafts).where(eq(drafts.revision_id, id));
    },

    /** Finds the oldest revision of a stored file's cues. */
    async findForFile(fileId: number): Promise<number | null> {
      const [row] = await db
        .select({ id: revisions.id })
        .from(revisions)
        .where(and(eq(revisions.stored_file_id, fileId), eq(revisions.kind, 'file')))
        .orderBy(asc(revisions.id))
        .limit(1);
      return row?.id ?? null;
    },

    /** Lists the revisions that were opened from a stored file or written to it. */
    async listIdsForFile(fileId: number): Promise<number[]> {
      const rows = await db
        .select({ id: revisions.id })
        .from(revisions)
        .where(eq(revisions.stored_file_id, fileId));
      return rows.map(({ id }) => id);
    },

    /** Links revisions to their restored file again. */
    async linkFile(fileId: number, ids: number[]): Promise<void> {
      await db.update(revisions).set({ stored_file_id: fileId }).where(inArray(revisions.id, ids));
    },

    async add(
      revision: RevisionOrigin & {
        subtitle_id: number;
        kind: 'alignment' | 'file';
        stored_file_id: number | null;
        segments: RevisionSegment[];
      },
    ): Promise<number> {
      const [added] = await withRowLimit(
        db,
        ROWS.revisions,
        limitScope(revision.subtitle_id),
        (transaction) =>
          transaction
            .insert(revisions)
            .values({ ...revision, segment_count: revision.segments.length })
            .returning({ id: revisions.id }),
      );
      return (added as { id: number }).id;
    },

    /** Copies an alignment's current segments to a revision, inside the database. */
    async saveAlignment(alignmentId: number, origin: RevisionOrigin): Promise<number> {
      const [owner] = await db
        .select({ id: alignments.subtitle_id })
        .from(alignments)
        .where(eq(alignments.id, alignmentId));
      return insertFromQuery(
        db,
        owner?.id ?? 0,
        origin,
        sql`select ${alignments.subtitle_id}, 'alignment', count(${segments.id}), coalesce(jsonb_agg(to_jsonb(segments)
            - array['alignment_id', 'position', 'version', 'start_ms', 'end_ms', 'text_target'] || jsonb_build_object(
            'start', ${segments.start_ms}, 'end', ${segments.end_ms}, 'text', ${segments.text_target})
            order by ${segments.position}) filter (where ${segments.id} is not null), '[]')
          from ${alignments} left join ${segments} on ${segments.alignment_id} = ${alignments.id}
          where ${alignments.id} = ${alignmentId} group by ${alignments.id}`,
      );
    },

    saveCues: (subtitleId: number, origin: RevisionOrigin): Promise<number> =>
      insertFromQuery(
        db,
        subtitleId,
        origin,
        sql`select ${subtitles.id}, 'file', ${subtitles.cue_count}, coalesce((select jsonb_agg(
            cue - 'index' || '{"text_original": "", "mismatch": false, "label": ""}' order by number)
            from jsonb_array_elements(${subtitles.cues}) with ordinality as list(cue, number)), '[]')
          from ${subtitles} where ${subtitles.id} = ${subtitleId}`,
      ),

    /** Returns true if a revision was saved for that reason since the job was created. */
    async wasSavedForJob(subtitleId: number, reason: RevisionReason, jobId: number): Promise<boolean> {
      const [row] = await db
        .select({ id: revisions.id })
        .from(revisions)
        .innerJoin(jobs, and(eq(jobs.id, jobId), gte(revisions.created_at, jobs.created_at)))
        .where(and(eq(revisions.subtitle_id, subtitleId), eq(revisions.reason, reason)))
        .limit(1);
      return row !== undefined;
    },

    async remove(id: number): Promise<void> {
      await db.delete(revisions).where(eq(revisions.id, id));
    },
  };
}

const limitScope = (subtitleId: number) => ({
  table: revisions,
  where: eq(revisions.subtitle_id, subtitleId),
  key: subtitleId,
});

async function insertFromQuery(
  db: Database,
  subtitleId: number,
  { reason, note = '', created_by }: RevisionOrigin,
  snapshot: SQL,
): Promise<number> {
  const { rows } = await withRowLimit(db, ROWS.revisions, limitScope(subtitleId), (transaction) =>
    transaction.execute<{ id: string }>(sql`
      insert into revisions (subtitle_id, kind, segment_count, segments, reason, note, created_by)
      select snapshot.*, ${reason}, ${note}, ${created_by}::bigint from (${snapshot}) as snapshot
      returning id`),
  );
  return Number(rows[0]?.id);
}

export type RevisionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof revisionStore>['find']>>>;
