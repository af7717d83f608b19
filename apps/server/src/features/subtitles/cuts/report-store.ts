import { type subtitles as contract, hashLine } from '@sayback/contract';
import { and, desc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { videos } from '../../videos/index.ts';
import { line_reports } from '../tables.ts';

export type ReportRow = typeof line_reports.$inferSelect;
type Line = { start_ms: number; end_ms: number; text_original: string };

/** An edited cut moves a line's start: within so many milliseconds the same text is the same line. */
const SAME_LINE_MS = 2000;
/** Of a line, for its reporter. */
const TEXT_KEPT = 200;

/** What a moved cut answers. */
const CUT_KINDS: contract.ReportKind[] = ['starts_late', 'ends_early', 'ends_late'];

const isOpen = eq(line_reports.state, 'open');

export function reportStore(db: Database) {
  return {
    /** Of each kind a learner has one open report a line. */
    async save(
      report: Pick<ReportRow, 'user_id' | 'video_id' | 'alignment_id' | 'kind'>,
      { start_ms, end_ms, text_original }: Line,
      nudge: contract.Nudge | null,
    ): Promise<void> {
      const text_hash = hashLine(text_original);
      const changed = {
        alignment_id: report.alignment_id,
        end_ms,
        nudge_start_ms: nudge?.start_ms ?? null,
        nudge_end_ms: nudge?.end_ms ?? null,
        created_at: sql`now()`,
      };
      await db
        .insert(line_reports)
        .values({ ...report, ...changed, start_ms, text_hash, text: text_original.slice(0, TEXT_KEPT) })
        .onConflictDoUpdate({
          target: [
            line_reports.user_id,
            line_reports.video_id,
            line_reports.text_hash,
            line_reports.start_ms,
            line_reports.kind,
          ],
          targetWhere: isOpen,
          set: changed,
        });
    },

    async withdraw(userId: number, videoId: number, line: Line): Promise<void> {
      await db
        .delete(line_reports)
        .where(and(eq(line_reports.user_id, userId), ofLine(videoId, line), isOpen));
    },

    /** Those that nobody has looked at yet, the oldest first: of all learners, or of one. */
    selectOpen: (videoId: number | SQLWrapper, userId?: number | SQLWrapper) =>
      db
        .select()
        .from(line_reports)
        .where(
          and(
            userId === undefined ? undefined : eq(line_reports.user_id, userId),
            eq(line_reports.video_id, videoId),
            sql`${line_reports.state} = 'open'`,
          ),
        )
        .orderBy(line_reports.created_at, line_reports.id),

    /** Resolves the reports of a line: all of them, or those about its cut alone. */
    async resolve(videoId: number, line: Line, state: 'fixed' | 'declined', what: 'all' | 'cut' = 'all') {
      await db
        .update(line_reports)
        .set({ state, resolved_at: sql`now()` })
        .where(
          and(
            ofLine(videoId, line),
            isOpen,
            what === 'cut' ? inArray(line_reports.kind, CUT_KINDS) : undefined,
          ),
        );
    },

    /** Takes that back for a line whose cut was fixed a short while ago, unless the learner has reported it again. */
    async reopenFixed(videoId: number, line: Line): Promise<void> {
      await db
        .update(line_reports)
        .set({ state: 'open', resolved_at: null })
        .where(
          and(
            ofLine(videoId, line),
            eq(line_reports.state, 'fixed'),
            inArray(line_reports.kind, CUT_KINDS),
            sql`${line_reports.resolved_at} > now() - interval '1 day'`,
            sql`not exists (select from ${line_reports} as other where other.state = 'open'
              and other.user_id = ${line_reports.user_id} and other.video_id = ${line_reports.video_id}
              and other.text_hash = ${line_reports.text_hash} and other.start_ms = ${line_reports.start_ms}
              and other.kind = ${line_reports.kind})`,
          ),
        );
    },

    /** What a learner reported last, or before the report `before`, with what came of it. */
    listOf: (userId: number, limit: number, before?: number) =>
      db
        .select({
          id: line_reports.id,
          video_id: line_reports.video_id,
          video_title: videos.title,
          text: line_reports.text,
          kind: line_reports.kind,
          state: line_reports.state,
          created_at: line_reports.created_at,
        })
        .from(line_reports)
        .innerJoin(videos, eq(videos.id, line_reports.video_id))
        .where(
          and(
            eq(line_reports.user_id, userId),
            before === undefined ? undefined : lt(line_reports.id, before),
          ),
        )
        .orderBy(desc(line_reports.id))
        .limit(limit),
  };
}

/** Reports of a line, wherever its start was when they were made. */
const ofLine = (videoId: number, { start_ms, text_original }: Line) =>
  and(
    eq(line_reports.video_id, videoId),
    eq(line_reports.text_hash, hashLine(text_original)),
    sql`${line_reports.start_ms} between ${start_ms - SAME_LINE_MS} and ${start_ms + SAME_LINE_MS}`,
  );

export function reportsByLine<Report extends Pick<ReportRow, 'start_ms' | 'text_hash'>>(
  reports: readonly Report[],
) {
  return ({ start_ms, text_original }: Pick<Line, 'start_ms' | 'text_original'>): Report[] => {
    const near = reports.filter((report) => Math.abs(report.start_ms - start_ms) <= SAME_LINE_MS);
    if (near.length === 0) return [];
    const text_hash = hashLine(text_original);
    return near.filter((report) => report.text_hash === text_hash);
  };
}

/** By how much a learner's last report moves the ends of a line; an end that an editor has moved since stays. */
export function nudgeOf(
  reports: readonly ReportRow[],
  line: Pick<Line, 'start_ms' | 'end_ms'>,
): contract.Nudge | null {
  const last = reports.findLast(({ nudge_start_ms }) => nudge_start_ms !== null);
  if (!last) return null;
  const start_ms = last.start_ms === line.start_ms ? (last.nudge_start_ms ?? 0) : 0;
  const end_ms = last.end_ms === line.end_ms ? (last.nudge_end_ms ?? 0) : 0;
  return start_ms === 0 && end_ms === 0 ? null : { start_ms, end_ms };
}

/** What a learner reported of a line, as their segments have it. */
export function ownReport(reports: readonly ReportRow[], line: Line): contract.Segment['report'] {
  if (reports.length === 0) return undefined;
  return { kinds: [...new Set(reports.map(({ kind }) => kind))], nudge: nudgeOf(reports, line) };
}
