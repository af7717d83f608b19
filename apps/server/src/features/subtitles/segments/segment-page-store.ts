import { and, asc, eq, getTableColumns, gte, isNull, sql } from 'drizzle-orm';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import type { SegmentRow } from '../alignment/alignment-store.ts';
import { alignments, segments, subtitles } from '../tables.ts';

const { alignment_id: _, position, aligned_digest: __, ...shown } = getTableColumns(segments);

type Shown = Omit<SegmentRow, 'alignment_id' | 'position' | 'aligned_digest'>;
type PageRow = Shown & Pick<typeof alignments.$inferSelect, 'segment_count'> & { is_open: boolean };

/** Segments by the page, as practice reads them. */
export function segmentPageStore(db: PooledDatabase, size: number) {
  // Where the page begins is found in the index of positions: the rows before it are not looked at.
  const first = db
    .select({ position: segments.position })
    .from(segments)
    .where(eq(segments.alignment_id, alignments.id))
    .orderBy(asc(segments.position))
    .limit(1)
    .offset(sql.placeholder('offset'));
  const inPage = db
    .select({ ...shown, position })
    .from(segments)
    .where(and(eq(segments.alignment_id, alignments.id), gte(segments.position, sql`(${first})`)))
    .orderBy(asc(segments.position))
    .limit(size)
    .as('in_page');

  const page = prepareStatement<PageRow>(
    db,
    'segments_page',
    db
      .select({
        segment_count: alignments.segment_count,
        is_open: sql<boolean>`${openToLearners()}`.as('is_open'),
        id: inPage.id,
        start_ms: inPage.start_ms,
        end_ms: inPage.end_ms,
        text_original: inPage.text_original,
        text_target: inPage.text_target,
        mismatch: inPage.mismatch,
        label: inPage.label,
        confidence: inPage.confidence,
        edited: inPage.edited,
        version: inPage.version,
      })
      .from(alignments)
      .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
      .innerJoin(videos, eq(videos.id, subtitles.video_id))
      .leftJoinLateral(inPage, sql`true`)
      .where(and(eq(alignments.id, sql.placeholder('id')), isNull(videos.trashed_at)))
      .orderBy(asc(inPage.position)),
  );

  return {
    /** The alignment's count of segments, whether learners may see its video, and one page; null without such an alignment. */
    async read(id: number, offset: number) {
      const { rows } = await page({ id, offset });
      const [first] = rows;
      if (!first) return null;
      // Beyond the last page there is one row, of no segment.
      const found = (first as { id: number | null }).id === null ? [] : rows;
      return { segment_count: first.segment_count, is_open: first.is_open, segments: found };
    },
  };
}
