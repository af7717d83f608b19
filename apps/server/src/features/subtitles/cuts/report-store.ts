import { type subtitles as contract, hashLine, SAME_LINE_MS } from '@sayback/contract';
import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../accounts/index.ts';
import { videos } from '../../videos/index.ts';
import { line_reports } from '../tables.ts';

type ReportRow = typeof line_reports.$inferSelect;
type Line = { start_ms: number; end_ms: number; text_original: string };
/** A reported line's alignment and video. */
type Location = { video_id: number; alignment_id: number };

/** Maximum length of a line's text in a report, in characters. */
const MAX_TEXT_LENGTH = 200;

/** Kinds of reports that moving a cut resolves. */
const CUT_KINDS: contract.ReportKind[] = ['starts_late', 'ends_early', 'ends_late'];

export const isOpen = sql`${line_reports.state} = 'open'`;

/** Condition for reports that concern an alignment. A wrong translation only concerns the alignment it was reported in. */
export const concernsAlignment = (alignmentId: number | SQLWrapper): SQL | undefined =>
  or(ne(line_reports.kind, 'wrong_translation'), eq(line_reports.alignment_id, alignmentId));

const { text_hash, start_ms, end_ms, kind, nudge_start_ms, nudge_end_ms } = getTableColumns(line_reports);
const userReportColumns = { text_hash, start_ms, end_ms, kind, nudge_start_ms, nudge_end_ms };
type UserReportFilter = Record<'user' | 'video' | 'alignment' | 'from' | 'to', SQLWrapper>;
export type UserReportRow = Pick<ReportRow, keyof typeof userReportColumns>;

export function reportStore(db: Database) {
  return {
    /**
     * Saves a report: each learner has one open report of each kind per line. Does nothing if the learner already has
     * `max` open ones in the video.
     */
    async save(
      report: Pick<ReportRow, 'user_id' | 'video_id' | 'alignment_id' | 'kind'>,
      { start_ms, end_ms, text_original }: Line,
      nudge: contract.Nudge | null,
      max: number,
    ): Promise<'added' | 'changed' | 'full'> {
      const text_hash = hashLine(text_original);
      const changed = {
        alignment_id: report.alignment_id,
        end_ms,
        nudge_start_ms: nudge?.start_ms ?? null,
        nudge_end_ms: nudge?.end_ms ?? null,
        created_at: sql`now()`,
      };
      const { user_id, video_id } = report;
      return db.transaction(async (transaction) => {
        // Serialises a learner's reports: each counts the earlier ones.
        await transaction
          .select({ id: users.id })
          .from(users)
          .where(eq(users.id, user_id))
          .for('no key update');
        const inVideo = and(eq(line_reports.user_id, user_id), eq(line_reports.video_id, video_id), isOpen);
        if ((await transaction.$count(line_reports, inVideo)) >= max) {
          const same = and(
            inVideo,
            eq(line_reports.text_hash, text_hash),
            eq(line_reports.start_ms, start_ms),
            eq(line_reports.kind, report.kind),
          );
          if ((await transaction.$count(line_reports, same)) === 0) return 'full';
        }
        const [row] = await transaction
          .insert(line_reports)
          .values({
            ...report,
            ...changed,
            start_ms,
            text_hash,
            text: text_original.slice(0, MAX_TEXT_LENGTH),
          })
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
          })
          .returning({ isNew: sql<boolean>`xmax = 0` });
        return row?.isNew ? 'added' : 'changed';
      });
    },

    async withdraw(userId: number, location: Location, line: Line): Promise<void> {
      await db
        .delete(line_reports)
        .where(
          and(
            eq(line_reports.user_id, userId),
            isAboutLines(location, [line]),
            isOpen,
            concernsAlignment(location.alignment_id),
          ),
        );
    },

    /** Selects a learner's open reports in a video. */
    selectOpenInVideo: (videoId: SQLWrapper, userId: SQLWrapper) =>
      db
        .select({ id: line_reports.id })
        .from(line_reports)
        .where(and(eq(line_reports.user_id, userId), eq(line_reports.video_id, videoId), isOpen)),

    /** Selects a learner's open reports about lines that start in a range, oldest first. */
    selectOpenByUser: ({ user, video, alignment, from, to }: UserReportFilter) =>
      db
        .select(userReportColumns)
        .from(line_reports)
        .where(
          and(
            eq(line_reports.user_id, user),
            eq(line_reports.video_id, video),
            isOpen,
            concernsAlignment(alignment),
            sql`${line_reports.start_ms} between ${from} and ${to}`,
          ),
        )
        .orderBy(line_reports.created_at, line_reports.id),

    /** Resolves all reports about lines, or only those about their cuts. */
    async resolve(
      location: Location,
      lines: readonly Line[],
      state: 'fixed' | 'declined',
      kinds: 'all' | 'cut' = 'all',
    ): Promise<void> {
      await db
        .update(line_reports)
        .set({ state, resolved_at: sql`now()` })
        .where(
          and(
            isAboutLines(location, lines),
            isOpen,
            kinds === 'cut'
              ? inArray(line_reports.kind, CUT_KINDS)
              : concernsAlignment(location.alignment_id),
          ),
        );
    },

    /** Reopens recently fixed reports about the cuts of lines, unless the learner has reported the same again. */
    async reopenFixed(location: Location, lines: readonly Line[]): Promise<void> {
      await db
        .update(line_reports)
        .set({ state: 'open', resolved_at: null })
        .where(
          and(
            isAboutLines(location, lines),
            eq(line_reports.state, 'fixed'),
            inArray(line_reports.kind, CUT_KINDS),
            sql`${line_reports.resolved_at} > now() - interval '1 day'`,
            sql`not exists (select from ${line_reports} as other
              where (other.state = 'open' or other.state = 'fixed' and other.id > ${line_reports.id})
              and other.user_id = ${line_reports.user_id} and other.video_id = ${line_reports.video_id}
              and other.text_hash = ${line_reports.text_hash} and other.start_ms = ${line_reports.start_ms}
              and other.kind = ${line_reports.kind})`,
          ),
        );
    },

    /** Lists a learner's reports with their outcomes, latest first, optionally only those before the report `before`. */
    listForUser: (userId: number, limit: number, before?: number) =>
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

/** Condition for reports about lines. Their starts may have been moved since, by up to `SAME_LINE_MS`. */
function isAboutLines({ video_id }: Location, lines: readonly Line[]) {
  const hashes = sql.param(lines.map(({ text_original }) => hashLine(text_original)));
  const starts = sql.param(lines.map(({ start_ms }) => start_ms));
  return and(
    eq(line_reports.video_id, video_id),
    sql`exists (select from unnest(${hashes}::bigint[], ${starts}::bigint[]) as line(text_hash, start_ms)
      where line.text_hash = ${line_reports.text_hash}
        and line.start_ms between ${line_reports.start_ms} - ${SAME_LINE_MS}
        and ${line_reports.start_ms} + ${SAME_LINE_MS})`,
  );
}

/**
 * Indexes rows by line. Returns a function that lists the rows about a line, in order: those with its text that start less than
 * `SAME_LINE_MS` apart.
 */
export function indexByLine<Row extends Pick<ReportRow, 'start_ms' | 'text_hash'>>(rows: readonly Row[]) {
  const computeSpan = (start_ms: number) => Math.floor(start_ms / SAME_LINE_MS);
  // Keyed by text and time span, since even a frequent text has few rows in each.
  const rowsByKey = new Map<string, Row[]>();
  for (const row of rows) {
    for (const shift of [-1, 0, 1]) {
      const key = `${row.text_hash} ${computeSpan(row.start_ms) + shift}`;
      const list = rowsByKey.get(key);
      if (list) list.push(row);
      else rowsByKey.set(key, [row]);
    }
  }
  return ({ start_ms, text_original }: Pick<Line, 'start_ms' | 'text_original'>): Row[] => {
    const near = rowsByKey.size > 0 && rowsByKey.get(`${hashLine(text_original)} ${computeSpan(start_ms)}`);
    return near ? near.filter((row) => Math.abs(row.start_ms - start_ms) <= SAME_LINE_MS) : [];
  };
}

/**
 * Merges a learner's reports about a line for their list of segments. An end that an editor has moved since isn't nudged.
 */
export function mergeUserReports(reports: readonly UserReportRow[], line: Line): contract.Segment['report'] {
  if (reports.length === 0) return undefined;
  const last = reports.findLast(({ nudge_start_ms }) => nudge_start_ms !== null);
  const start_ms = last?.start_ms === line.start_ms ? (last.nudge_start_ms ?? 0) : 0;
  const end_ms = last?.end_ms === line.end_ms ? (last.nudge_end_ms ?? 0) : 0;
  const nudge = start_ms === 0 && end_ms === 0 ? null : { start_ms, end_ms };
  return { kinds: [...new Set(reports.map(({ kind }) => kind))], nudge };
}
