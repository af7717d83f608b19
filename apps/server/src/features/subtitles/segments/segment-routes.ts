import { SAME_LINE_MS, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import { mapInSlices } from '../../../http/in-slices.ts';
import { getOffset, wrapPage } from '../../../http/paging.ts';
import { type Router, readIfMatch } from '../../../http/serve.ts';
import { type PooledDatabase, readAnywhere } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { NO_VIDEO } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { findVisibleAlignment } from '../alignment/find-visible-alignment.ts';
import { indexByLine, mergeUserReports, reportStore, type UserReportRow } from '../cuts/report-store.ts';
import type { Deps } from '../deps.ts';
import { changeSegment, changeSegments, insertSegment } from './change-segments.ts';
import { describeSegment } from './describe-segment.ts';
import type { VisibleSegment } from './segment-columns.ts';
import { segmentPageStore } from './segment-page-store.ts';
import { segmentStore } from './segment-store.ts';

const PAGE_SIZE = subtitles.SEGMENT_PAGE_SIZE;

const listConsistently = (db: PooledDatabase, alignmentId: number) =>
  readAnywhere(db, (replica) =>
    replica.transaction((transaction) => alignmentStore(transaction).listSegments(alignmentId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  );

export function segmentRoutes({ serve }: Router, { db, publicUrl }: Deps): void {
  const pages = segmentPageStore(db, PAGE_SIZE);

  const readUserReports = prepareRead<UserReportRow>(
    db,
    'own_reports',
    reportStore(db).selectOpenByUser({
      user: sql.placeholder('user'),
      video: sql.placeholder('video'),
      alignment: sql.placeholder('alignment'),
      from: sql.placeholder('from'),
      to: sql.placeholder('to'),
    }),
  );

  /** Describes segments with the viewer's reports. */
  async function describeWithReports(
    { id: user }: Viewer,
    location: { video: number; alignment: number },
    rows: readonly VisibleSegment[],
  ) {
    const starts = rows.map(({ start_ms }) => start_ms);
    const from = starts.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER) - SAME_LINE_MS;
    const to = starts.reduce((a, b) => Math.max(a, b), 0) + SAME_LINE_MS;
    const findReports = indexByLine((await readUserReports({ ...location, user, from, to })).rows);
    return mapInSlices(rows, (row) => {
      const report = mergeUserReports(findReports(row), row);
      return report ? { ...describeSegment(row), report } : describeSegment(row);
    });
  }

  async function readPage(id: number, page: number, viewer: Viewer) {
    const found = mustExist(await pages.read(id, getOffset(page, PAGE_SIZE), viewer.id), NO_ALIGNMENT);
    if (!viewer.is_admin && !found.is_open) throw notFound(NO_VIDEO);
    const list = { address: `${publicUrl}/api/alignments/${id}/segments/`, query: {}, page, size: PAGE_SIZE };
    const segments = found.is_reported
      ? await describeWithReports(viewer, { video: found.video_id, alignment: id }, found.segments)
      : found.segments.map(describeSegment);
    return wrapPage(list, found.segment_count, segments);
  }

  serve(subtitles.listSegments, async ({ params, query, viewer }) => {
    if (!query.ids && !query.all) return readPage(params.id, query.page ?? 1, viewer);
    const { alignment, video } = await readAnywhere(db, (replica) =>
      findVisibleAlignment(replica, params.id, viewer),
    );
    const { ids } = query;
    if (ids) {
      const rows = await readAnywhere(db, (replica) => segmentStore(replica).listByIds(alignment.id, ids));
      return rows.map(describeSegment);
    }
    const rows = await listConsistently(db, alignment.id);
    return describeWithReports(viewer, { video: video.id, alignment: alignment.id }, rows);
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

  serve(subtitles.insertSegment, async ({ params, body: { after, ...fields } }) => {
    const { created, shortened } = await insertSegment(db, params.id, { index: params.index, after }, fields);
    return { new_segment: describeSegment(created), shortened: shortened.map(describeSegment) };
  });

  serve(subtitles.changeSegments, async ({ params, body, viewer }) => {
    const revisionBy = body.save_revision ? viewer.id : undefined;
    const { results, ...counts } = await changeSegments(db, params.id, body.changes, { revisionBy });
    return { results: results.map((row) => row && describeSegment(row)), ...counts };
  });
}
