import { type subtitles as contract, subtitles } from '@sayback/contract';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import { users } from '../../accounts/index.ts';
import { line_reports } from '../tables.ts';
import { concernsAlignment, isOpen } from './report-store.ts';

/** Open reports about lines with the same start. */
export type ReportedLine = { text_hash: number; start_ms: number; learners: number } & Record<
  contract.ReportKind,
  number
>;

/** The median of the learners' last nudges of a line and cut. */
export type NudgedLine = {
  text_hash: number;
  start_ms: number;
  end_ms: number;
  nudge_start_ms: number;
  nudge_end_ms: number;
  /** True if there are enough trusted learners. The median then only uses their nudges. */
  is_trusted: boolean;
};

/** SQL condition: the user has practised the line, even if its start has been moved since. */
export type HasPractised = (
  row: Record<'user_id' | 'video_id' | 'text_hash' | 'start_ms', SQLWrapper>,
) => SQL;

/** Minimum number of learners for a median. */
const MIN_LEARNERS = 3;

const { video_id, user_id, kind, text_hash, start_ms, end_ms, nudge_start_ms, nudge_end_ms } = line_reports;

/**
 * Returns a function that reads learners' reports about a video's lines. They are aggregated in the database, since there may be
 * hundreds of thousands. An account is trusted if it is older than a day and has practised the line. If one account has
 * reported more than a fifth of the lines, none is trusted.
 */
export function reportedLinesReader(db: PooledDatabase, hasPractised: HasPractised) {
  const video = sql.placeholder('video');
  const inVideo = and(eq(video_id, video), isOpen);
  const kinds = subtitles.REPORT_KINDS.map(
    (name) => sql`count(*) filter (where ${kind} = ${name})::int as ${sql.identifier(name)}`,
  );
  const readCounts = prepareStatement<ReportedLine>(
    db,
    undefined,
    sql`select ${text_hash}, ${start_ms}, count(distinct ${user_id})::int as learners, ${sql.join(kinds, sql`, `)}
      from ${line_reports} where ${and(inVideo, concernsAlignment(sql.placeholder('alignment')))}
      group by ${text_hash}, ${start_ms}`,
  );

  const practised = hasPractised({
    user_id: sql`each.user_id`,
    video_id: video,
    text_hash: sql`cut.text_hash`,
    start_ms: sql`cut.start_ms`,
  });
  const median = (nudge: SQLWrapper) => sql`percentile_cont(0.5) within group (order by ${nudge})`;
  const readMedians = prepareStatement<NudgedLine>(
    db,
    undefined,
    // Reads the rows once: the later subqueries use one array per line.
    sql`with last as (
        select distinct on (${text_hash}, ${start_ms}, ${user_id}) ${text_hash}, ${start_ms}, ${user_id},
          ${end_ms}, ${nudge_start_ms}, ${nudge_end_ms}
        from ${line_reports} where ${inVideo} and ${nudge_start_ms} is not null
        order by ${text_hash}, ${start_ms}, ${user_id}, ${line_reports.created_at} desc
      ), cut as materialized (
        select text_hash, start_ms, end_ms,
          array_agg(user_id) as users, array_agg(nudge_start_ms) as starts, array_agg(nudge_end_ms) as ends,
          ${median(sql`nudge_start_ms`)} as nudge_start_ms, ${median(sql`nudge_end_ms`)} as nudge_end_ms
        from last group by text_hash, start_ms, end_ms
      ), sufficient as (
        select * from cut where cardinality(users) >= ${MIN_LEARNERS}
      ), busiest as materialized (
        select count(*) as lines from sufficient, unnest(users) as user_id group by user_id order by lines desc limit 1
      ), trusted as (
        select cut.text_hash, cut.start_ms, cut.end_ms,
          ${median(sql`each.start_ms`)} as nudge_start_ms, ${median(sql`each.end_ms`)} as nudge_end_ms
        from sufficient as cut, unnest(users, starts, ends) as each(user_id, start_ms, end_ms)
        where (select lines from busiest) <= greatest(1, ${sql.placeholder('lines')}::int / 5) and ${practised}
          and exists (select from ${users} where ${users.id} = each.user_id and ${users.created_at} < now() - interval '1 day')
        group by cut.text_hash, cut.start_ms, cut.end_ms having count(*) >= ${MIN_LEARNERS}
      )
      select text_hash, start_ms, end_ms, trusted.nudge_start_ms is not null as is_trusted,
        round(coalesce(trusted.nudge_start_ms, cut.nudge_start_ms))::int as nudge_start_ms,
        round(coalesce(trusted.nudge_end_ms, cut.nudge_end_ms))::int as nudge_end_ms
      from cut left join trusted using (text_hash, start_ms, end_ms)`,
  );

  return async (scope: { video: number; alignment: number; lines: number }) => {
    const [reported, nudged] = await Promise.all([readCounts(scope), readMedians(scope)]);
    return { reported: reported.rows, nudged: nudged.rows };
  };
}
