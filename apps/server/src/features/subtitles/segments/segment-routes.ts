import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import { offsetOf, pageOf } from '../../../http/paging.ts';
import { type Router, readIfMatch } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { NO_VIDEO } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { findVisibleAlignment } from '../alignment/find-visible-alignment.ts';
import { ownReport, type ReportRow, reportStore, reportsByLine } from '../cuts/report-store.ts';
import type { Deps } from '../deps.ts';
import { changeSegment, changeSegments, insertSegmentAt } from './change-segments.ts';
import { describeSegment } from './describe-segment.ts';
import type { VisibleSegment } from './segment-columns.ts';
import { segmentPageStore } from './segment-page-store.ts';
import { segmentStore } from './segment-store.ts';

const PAGE_SIZE = subtitles.SEGMENT_PAGE_SIZE;

const listAtOneMoment = (db: Database, alignmentId: number) =>
  db.transaction((transaction) => alignmentStore(transaction).listSegments(alignmentId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

export function segmentRoutes({ serve }: Router, { db, publicUrl }: Deps): void {
  const pages = segmentPageStore(db, PAGE_SIZE);

  const ownReports = prepareStatement<ReportRow>(
    db,
    'own_reports',
    reportStore(db).selectOpen(sql.placeholder('video'), sql.placeholder('user')),
  );

  /** Segments with what the viewer reported of them. */
  async function describeFor(viewer: Viewer, video: number, rows: readonly VisibleSegment[]) {
    const { rows: reports } = await ownReports({ video, user: viewer.id });
    if (reports.length === 0) return rows.map(describeSegment);
    const ofLine = reportsByLine(reports);
    return rows.map((row) => ({ ...describeSegment(row), report: ownReport(ofLine(row), row) }));
  }

  async function readPage(id: number, page: number, viewer: Viewer) {
    const loaded = mustExist(await pages.read(id, offsetOf(page, PAGE_SIZE), viewer.id), NO_ALIGNMENT);
    if (!viewer.is_admin && !loaded.is_open) throw notFound(NO_VIDEO);
    const list = { address: `${publicUrl}/api/alignments/${id}/segments/`, query: {}, page, size: PAGE_SIZE };
    const segments = loaded.is_reported
      ? await describeFor(viewer, loaded.video_id, loaded.segments)
      : loaded.segments.map(describeSegment);
    return pageOf(list, loaded.segment_count, segments);
  }

  serve(subtitles.listSegments, async ({ params, query, viewer }) => {
    if (!query.ids && !query.all) return readPage(params.id, query.page ?? 1, viewer);
    const { alignment, video } = await findVisibleAlignment(db, params.id, viewer);
    if (query.ids) return (await segmentStore(db).listByIds(alignment.id, query.ids)).map(describeSegment);
    return describeFor(viewer, video.id, await listAtOneMoment(db, alignment.id));
  });

  serve(subtitles.updateSegment, async ({ params, body, request, reply }) => {
    const version = readIfMatch(request) ?? undefined;
    const row = mustExist(
      await changeSegment(db, { op: 'update', id: params.id, version, fields: body }),
      'subtitles.noSegment',
    );
    reply.header('etag', `"${row.version}"`);
    return describeSegment(row);
  });

  serve(subtitles.deleteSegment, async ({ params, request }) => {
    await changeSegment(db, { op: 'delete', id: params.id, version: readIfMatch(request) ?? undefined });
  });

  serve(subtitles.insertSegment, async ({ params, body }) => ({
    new_segment: describeSegment(await insertSegmentAt(db, params.id, params.index, body)),
  }));

  serve(subtitles.changeSegments, async ({ params, body, viewer }) => {
    const revisionBy = body.save_revision ? viewer.id : undefined;
    const { results, ...counts } = await changeSegments(db, params.id, body.changes, { revisionBy });
    return { results: results.map((row) => row && describeSegment(row)), ...counts };
  });
}
