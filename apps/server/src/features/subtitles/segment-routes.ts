import { subtitles } from '@sayback/contract';
import { notFound } from '../../http/app-error.ts';
import { offsetOf, pageOf } from '../../http/paging.ts';
import { type Router, readIfMatch } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import { alignmentStore } from './alignment-store.ts';
import { changeSegment, changeSegments, insertSegmentAt } from './change-segments.ts';
import { describeSegment } from './describe-segment.ts';
import { findVisibleAlignment } from './find-visible-alignment.ts';
import type { Parts } from './parts.ts';
import { segmentStore } from './segment-store.ts';

const PAGE_SIZE = subtitles.SEGMENT_PAGE_SIZE;

const listAtOneMoment = (db: Database, alignmentId: number) =>
  db.transaction((transaction) => alignmentStore(transaction).listSegments(alignmentId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

export function segmentRoutes({ serve }: Router, { db, publicUrl }: Parts): void {
  serve(subtitles.listSegments, async ({ params, query, viewer }) => {
    const { alignment } = await findVisibleAlignment(db, params.id, viewer);
    if (query.ids) return (await segmentStore(db).listByIds(alignment.id, query.ids)).map(describeSegment);
    if (query.all) return (await listAtOneMoment(db, alignment.id)).map(describeSegment);
    const page = query.page ?? 1;
    const rows = await alignmentStore(db).pageOfSegments(alignment.id, offsetOf(page, PAGE_SIZE), PAGE_SIZE);
    const address = `${publicUrl}/api/alignments/${alignment.id}/segments/`;
    const list = { address, query: {}, page, size: PAGE_SIZE };
    return pageOf(list, alignment.segment_count, rows.map(describeSegment));
  });

  serve(subtitles.updateSegment, async ({ params, body, request, reply }) => {
    const version = readIfMatch(request) ?? undefined;
    const row = await changeSegment(db, { op: 'update', id: params.id, version, fields: body });
    if (!row) throw notFound('There is no such segment.');
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
