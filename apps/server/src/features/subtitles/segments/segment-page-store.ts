import { and, asc, eq, exists, gte, isNull, sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import { reportStore } from '../cuts/report-store.ts';
import { alignments, segments, subtitles } from '../tables.ts';
import { type VisibleSegment, visibleColumns } from './segment-columns.ts';

type PageRow = VisibleSegment &
  Pick<typeof alignments.$inferSelect, 'segment_count'> & {
    is_open: boolean;
    video_id: number;
    is_reported: boolean;
  };

export function segmentPageStore(db: PooledDatabase, size: number) {
  // Finds the page's first position using only the index, since skipping whole rows is slow.
  const first = db
    .select({ position: segments.position })
    .from(segments)
    .where(eq(segments.alignment_id, alignments.id))
    .orderBy(asc(segments.position))
    .limit(1)
    .offset(sql.placeholder('offset'));
  const inPage = db
    .select({ ...visibleColumns, position: segments.position })
    .from(segments)
    .where(and(eq(segments.alignment_id, alignments.id), gte(segments.position, sql`(${first})`)))
    .orderBy(asc(segments.position))
    .limit(size)
    .as('in_page');
  const names = Object.keys(visibleColumns) as (keyof typeof visibleColumns)[];
  const fromPage = Object.fromEntries(names.map((name) => [name, inPage[name]]));

  const page = prepareRead<PageRow>(
    db,
    'segments_page',
    db
      .select({
        segment_count: alignments.segment_count,
        video_id: sql<number>`${videos.id}`.as('video_id'),
        is_open: sql<boolean>`${openToLearners()}`.as('is_open'),
        is_reported:
          sql<boolean>`${exists(reportStore(db).selectOpenInVideo(videos.id, sql.placeholder('user')))}`.as(
            'is_reported',
          ),
        ...fromPage,
      })
      .from(alignments)
      .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
      .innerJoin(videos, eq(videos.id, subtitles.video_id))
      .leftJoinLateral(inPage, sql`true`)
      .where(and(eq(alignments.id, sql.placeholder('id')), isNull(videos.trashed_at)))
      .orderBy(asc(inPage.position)),
  );

  return {
    /** Reads a page of segments with facts about their alignment. `is_reported` is about the user's open reports. */
    async read(id: number, offset: number, user: number) {
      const { rows } = await page({ id, offset, user });
      const [first] = rows;
      if (!first) return null;
      // The outer join returns one row without a segment for a page past the last.
      const segmentRows = (first as { id: number | null }).id === null ? [] : rows;
      const { segment_count, is_open, video_id, is_reported } = first;
      return { segment_count, is_open, video_id, is_reported, segments: segmentRows };
    },
  };
}
