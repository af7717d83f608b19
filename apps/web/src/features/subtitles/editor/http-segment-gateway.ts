import { subtitles } from '@sayback/contract';
import { ApiError, UnexpectedResponse } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { toWire } from './model/change.ts';
import { type SegmentGateway, StaleSegment } from './model/segment-gateway.ts';
import type { Segment } from './model/unsaved.ts';

const STALE = 412;

/** Converts a stale version to StaleSegment, which the editor handles; returns other errors unchanged. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== STALE) return error;
  const read = subtitles.segment.safeParse((error.body as { current?: unknown } | null)?.current);
  return read.success ? new StaleSegment(read.data) : error;
}

const matching = (version: number | undefined) => (version === undefined ? {} : { ifMatch: version });

async function readSegments(
  alignmentId: number,
  query: { all: true } | { ids: string },
  signal?: AbortSignal,
): Promise<Segment[]> {
  const rows = await call(subtitles.listSegments, {
    params: { id: alignmentId },
    query,
    ...(signal && { signal }),
  });
  if (!Array.isArray(rows)) throw new UnexpectedResponse('segments');
  return rows;
}

/** All segments of an alignment, in order. */
export const readAllSegments = (alignmentId: number, signal?: AbortSignal): Promise<Segment[]> =>
  readSegments(alignmentId, { all: true }, signal);

const IDS_PER_CALL = 200;

/** The editor's calls over HTTP: one change by its own endpoint, several as a list. */
export function createHttpSegmentGateway(alignmentId: number): SegmentGateway {
  const params = { id: alignmentId };
  return {
    async change(changes, toVersionKey, { savesRevision, isUndo } = {}) {
      const [first] = savesRevision || changes.length > 1 ? [] : changes;
      try {
        if (first?.op === 'update') {
          const { id, fields } = first;
          const input = { params: { id }, body: fields, ...matching(toVersionKey(id)) };
          return [await call(subtitles.updateSegment, input)];
        }
        if (first?.op === 'delete') {
          await call(subtitles.deleteSegment, {
            params: { id: first.id },
            ...matching(toVersionKey(first.id)),
          });
          return [null];
        }
        const body = {
          changes: toWire(changes, toVersionKey),
          ...(savesRevision && { save_revision: true }),
          ...(isUndo && { undo: true }),
        };
        return (await call(subtitles.changeSegments, { params, body })).results;
      } catch (error) {
        throw explained(error);
      }
    },
    async insert(position) {
      const body = { text_original: '', text_target: '' };
      const input = { params: { ...params, index: position }, body };
      return (await call(subtitles.insertSegment, input)).new_segment;
    },
    async read(ids) {
      const parts: Segment[] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_CALL)
        parts.push(
          ...(await readSegments(alignmentId, { ids: ids.slice(from, from + IDS_PER_CALL).join() })),
        );
      return parts;
    },
    readAll: () => readAllSegments(alignmentId),
    readCues: () => call(subtitles.listSourceCues, { params }),
  };
}
