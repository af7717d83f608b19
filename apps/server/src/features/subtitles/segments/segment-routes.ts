import { subtitles } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import { offsetOf, pageOf } from '../../../http/paging.ts';
import { type Router, readIfMatch } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { NO_VIDEO } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { findVisibleAlignment } from '../alignment/find-visible-alignment.ts';
import type { Deps } from '../deps.ts';
import { changeSegment, changeSegments, insertSegmentAt } from './change-segments.ts';
import { describeSegment } from './describe-segment.ts';
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

  async function readPage(id: number, page: number, viewer: Viewer) {
    const found = await pages.read(id, offsetOf(page, PAGE_SIZE));
    if (!found) throw notFound(NO_ALIGNMENT);
    if (!viewer.is_admin && !found.is_open) throw notFound(NO_VIDEO);
    const list = { address: `${publicUrl}/api/alignments/${id}/segments/`, query: {}, page, size: PAGE_SIZE };
    return pageOf(list, found.segment_count, found.segments.map(describeSegment));
  }

  serve(subtitles.listSegments, async ({ params, query, viewer }) => {
    if (!query.ids && !query.all) return readPage(params.id, query.page ?? 1, viewer);
    const { alignment } = await findVisibleAlignment(db, params.id, viewer);
    if (query.ids) return (await segmentStore(db).listByIds(alignment.id, query.ids)).map(describeSegment);
    return (await listAtOneMoment(db, alignment.id)).map(describeSegment);
  });

  serve(subtitles.updateSegment, async ({ params, body, request, reply }) => {
    const version = readIfMatch(request) ?? undefined;
    const row = await changeSegment(db, { op: 'update', id: params.id, version, fields: body });
    if (!row) throw notFound('subtitles.noSegment');
    reply.header('etag', `"${row.version}"`);
    return describeSegment(row);
  });

  serve(subtitles.deleteSegment, async ({ params, request }) => {
    await changeSegment(db, { op: 'delete', id: params.id, version: readIfMatch(request) ?? undefined });
    return undefined;
  });

  serve(subtitles.insertSegment, async ({ params, body }) => ({
    new_segment: describeSegment(await insertSegmentAt(db, params.id, params.index, body)),
  }));

  serve(subtitles.changeSegments, async ({ params, body }) => {
    const { results, ...counts } = await changeSegments(db, params.id, body.changes);
    return { results: results.map((row) => row && describeSegment(row)), ...counts };
  });
}
