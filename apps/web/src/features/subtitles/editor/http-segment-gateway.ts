import { subtitles } from '@sayback/contract';
import { ApiError, UnexpectedResponse } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { toWire } from './model/change.ts';
import { type SegmentGateway, StaleSegmentError } from './model/segment-gateway.ts';
import type { Segment } from './model/unsaved.ts';

const STALE_STATUS = 412;

/** Converts the response to a stale version to a StaleSegmentError. Returns other errors unchanged. */
function toStaleSegmentError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== STALE_STATUS) return error;
  const parsed = subtitles.segment.safeParse((error.body as { current?: unknown } | null)?.current);
  return parsed.success ? new StaleSegmentError(parsed.data) : error;
}

const ifMatchVersion = (version: number | undefined) => (version === undefined ? {} : { ifMatch: version });

async function fetchSegments(
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

export const fetchAllSegments = (alignmentId: number, signal?: AbortSignal): Promise<Segment[]> =>
  fetchSegments(alignmentId, { all: true }, signal);

const IDS_PER_CALL = 200;

/** Creates the gateway over HTTP. It sends a single change to its own endpoint, and several as a list. */
export function createHttpSegmentGateway(alignmentId: number): SegmentGateway {
  const params = { id: alignmentId };
  return {
    async change(changes, baseVersion, { savesRevision, isUndo } = {}) {
      const [first] = savesRevision || changes.length > 1 ? [] : changes;
      try {
        if (first?.op === 'update') {
          const { id, fields } = first;
          const input = { params: { id }, body: fields, ...ifMatchVersion(baseVersion(id)) };
          return [await call(subtitles.updateSegment, input)];
        }
        if (first?.op === 'delete') {
          await call(subtitles.deleteSegment, {
            params: { id: first.id },
            ...ifMatchVersion(baseVersion(first.id)),
          });
          return [null];
        }
        const body = {
          changes: toWire(changes, baseVersion),
          ...(savesRevision && { save_revision: true }),
          ...(isUndo && { undo: true }),
        };
        return (await call(subtitles.changeSegments, { params, body })).results;
      } catch (error) {
        throw toStaleSegmentError(error);
      }
    },
    async insert(position, after) {
      // An older server ignores `after`, and returns no shortened neighbour.
      const body = { text_original: '', text_target: '', after };
      const input = { params: { ...params, index: position }, body };
      const { new_segment, shortened = [] } = await call(subtitles.insertSegment, input);
      return { created: new_segment, shortened };
    },
    async fetch(ids) {
      const segments: Segment[] = [];
      for (let start = 0; start < ids.length; start += IDS_PER_CALL)
        segments.push(
          ...(await fetchSegments(alignmentId, { ids: ids.slice(start, start + IDS_PER_CALL).join() })),
        );
      return segments;
    },
    fetchAll: () => fetchAllSegments(alignmentId),
    fetchCues: () => call(subtitles.listSourceCues, { params }),
  };
}
