import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { atMost, byId, id, idParam, roundToMillionths } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { segment, segmentFields } from './segments.ts';

export const updateSegment = endpoint({
  id: 'subtitles.updateSegment',
  subject: 'segment',
  method: 'PATCH',
  path: '/api/subtitle-segment/{id}/',
  access: 'admin',
  summary:
    'Updates the given fields. If `If-Match` is an older version, nothing changes: 412 with `current`.',
  params: byId,
  body: segmentFields,
  response: segment,
  ifMatch: true,
});

export const deleteSegment = endpoint({
  id: 'subtitles.deleteSegment',
  subject: 'segment',
  method: 'DELETE',
  path: '/api/subtitle-segment/delete/{id}/',
  access: 'admin',
  summary: 'Deletes a segment.',
  params: byId,
  ifMatch: true,
});

export const insertSegment = endpoint({
  id: 'subtitles.insertSegment',
  subject: 'alignment',
  method: 'POST',
  path: '/api/subtitle-segment/{id}/insert/{index}/',
  access: 'admin',
  limits: { rows: [ROWS.segments] },
  summary:
    'Inserts a segment into the alignment `id`: directly after the segment `after` if present, or else at the zero-based position `index`.',
  params: z.object({
    id: idParam,
    index: z.pipe(z.string().check(atMost(100), z.regex(/^\d{1,9}$/)), z.transform(Number)),
  }),
  body: z.extend(segmentFields, { after: z.optional(id) }),
  response: z.object({
    new_segment: segment,
    /** The neighbour that was shortened for it, if any. */
    shortened: z.optional(z.array(segment)),
  }),
  status: 201,
});

/** Fields of an inserted segment. A restored segment has its previous confidence; a new one has 1, and counts as edited. */
const insertedFields = z.extend(segmentFields, {
  confidence: z.optional(z.number().check(z.gte(0), z.lte(1), roundToMillionths)),
});

/** One step of an edit. `version`, if present, must be the segment's current one. */
export const segmentChange = z.discriminatedUnion('op', [
  z.object({ op: z.literal('update'), id, version: z.optional(z.int()), fields: segmentFields }),
  z.object({ op: z.literal('delete'), id, version: z.optional(z.int()) }),
  /** `after` is the id of the previous segment, null for the start. */
  z.object({ op: z.literal('insert'), after: z.nullable(id), fields: insertedFields }),
]);
export type SegmentChange = z.infer<typeof segmentChange>;

export const changeSegments = endpoint({
  id: 'subtitles.changeSegments',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/changes/',
  access: 'admin',
  limits: { rows: [ROWS.segments, ROWS.revisions] },
  summary:
    'Applies several changes, all or none, such as merging, splitting and undoing. A stale version is a 412 with `current`.',
  params: byId,
  body: z.object({
    changes: z.array(segmentChange).check(z.minLength(1), z.maxLength(20_000)),
    /** Saves the previous segments as a revision first. */
    save_revision: z.optional(z.boolean()),
    /** Shows the change as an undo in the activity list. */
    undo: z.optional(z.boolean()),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({
    /** One result for each change, in order: the segment's new state, or null for a deleted one. */
    results: z.array(z.nullable(segment)),
    segment_count: z.int(),
    mismatch_count: z.int(),
  }),
  errors: ['stale'],
});
