import { hashLine, SAME_LINE_MS } from '@sayback/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { alignments, line_reports, segments, subtitles } from '../tables.ts';
import { isOpen } from './report-store.ts';

/** Maximum number of reported lines counted. The count is too low if there are more. */
const MAX_LINES = 5000;

type Row = {
  video_id: string;
  subtitle_id: string;
  line: string;
  text_hash: string;
  text_original: string;
  count: number;
};
/** `subtitle_id`: the translation with most of the video's open reports. */
type VideoReports = { count: number; subtitle_id: number };
type OpenReports = { byVideo: ReadonlyMap<number, VideoReports>; bySubtitle: ReadonlyMap<number, number> };

/** Counts the open reports about existing lines, of one video or of all. */
export async function countOpenReports(db: Database, videoId?: number): Promise<OpenReports> {
  const { video_id, text_hash, start_ms, kind, alignment_id } = line_reports;
  const { rows } = await db.execute<Row>(sql`
    with reported as (
      select ${video_id} as video_id, ${text_hash} as text_hash, ${start_ms} as start_ms,
        case when ${kind} = 'wrong_translation' then ${alignment_id} end as only_alignment_id,
        row_number() over () as line, count(*)::int as count
      from ${line_reports} where ${and(isOpen, videoId === undefined ? undefined : eq(video_id, videoId))}
      group by 1, 2, 3, 4 limit ${MAX_LINES}
    )
    select reported.video_id, reported.line, reported.text_hash, reported.count,
      ${subtitles.id} as subtitle_id, ${segments.text_original} as text_original
    from reported
    join ${subtitles} on ${subtitles.video_id} = reported.video_id
    join ${alignments} on ${alignments.subtitle_id} = ${subtitles.id}
    join ${segments} on ${segments.alignment_id} = ${alignments.id}
      and ${segments.start_ms} between reported.start_ms - ${SAME_LINE_MS} and reported.start_ms + ${SAME_LINE_MS}
    where reported.only_alignment_id is null or reported.only_alignment_id = ${alignments.id}`);

  const byVideo = new Map<number, VideoReports>();
  const bySubtitle = new Map<number, number>();
  const counted = new Set<string>();
  // A text repeated within a short time counts as one line, and a video's translations share lines.
  const isNew = (key: string) => !counted.has(key) && counted.add(key);
  for (const row of rows) {
    if (hashLine(row.text_original) !== Number(row.text_hash)) continue;
    const { count, line } = row;
    const [video, subtitle_id] = [Number(row.video_id), Number(row.subtitle_id)];
    if (isNew(`subtitle ${subtitle_id} ${line}`))
      bySubtitle.set(subtitle_id, (bySubtitle.get(subtitle_id) ?? 0) + count);
    const total = byVideo.get(video) ?? { count: 0, subtitle_id };
    const hasMoreReports = (bySubtitle.get(subtitle_id) ?? 0) > (bySubtitle.get(total.subtitle_id) ?? 0);
    byVideo.set(video, {
      count: total.count + (isNew(`video ${video} ${line}`) ? count : 0),
      subtitle_id: hasMoreReports ? subtitle_id : total.subtitle_id,
    });
  }
  return { byVideo, bySubtitle };
}
