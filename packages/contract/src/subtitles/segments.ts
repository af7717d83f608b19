import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, flagParam, id, paged, pageParam, position, text } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { WHOLE_LISTS } from '../limits.ts';

export const SEGMENT_PAGE_SIZE = 20;
export const LABEL_LIMIT = 40;
/** Minimum length of a segment or cue. */
export const MIN_SEGMENT_MS = 100;

export const REPORT_KINDS = [
  'starts_late',
  'ends_early',
  'ends_late',
  'wrong_text',
  'wrong_translation',
  'two_lines',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A learner's shift of a line's start and end, in milliseconds; negative is earlier. */
export const nudge = z.object({
  start_ms: z.int().check(z.gte(-1000), z.lte(1000)),
  end_ms: z.int().check(z.gte(-1000), z.lte(1000)),
});
export type Nudge = z.infer<typeof nudge>;

export const SEGMENT_ORIGINS = ['file', 'machine', 'memory', 'person'] as const;
const origin = z.enum(SEGMENT_ORIGINS);

export const segment = z.object({
  id,
  start_time: position,
  end_time: position,
  text_original: z.string(),
  text_target: z.string(),
  mismatch: z.boolean(),
  label: z.string(),
  /** The aligner's confidence, 0 to 1. */
  confidence: z.number(),
  edited: z.boolean(),
  /** Origin of the target text; 'file' if there is none. */
  origin,
  /** True if an editor approved it. */
  approved: z.boolean(),
  /** Incremented with every change. The ETag for `If-Match`. */
  version: z.int(),
  /** The learner's open report about this line; absent if there is none. */
  report: z.optional(z.object({ kinds: z.array(z.enum(REPORT_KINDS)), nudge: z.nullable(nudge) })),
});
export type Segment = z.infer<typeof segment>;

/** `HH:MM:SS.mmm`, `HH:MM:SS,mmm`, or a number of seconds. The server checks the value. */
const positionInput = z.union([z.string().check(atMost(100)), z.number()]);

export const segmentFields = z.object({
  start_time: z.optional(positionInput),
  end_time: z.optional(positionInput),
  text_original: z.optional(text()),
  text_target: z.optional(text()),
  mismatch: z.optional(z.boolean()),
  label: z.optional(text(LABEL_LIMIT).check(z.trim())),
  /** Defaults to 'person' if the target text changes. */
  origin: z.optional(origin),
  approved: z.optional(z.boolean()),
  /** Defaults to true if the segment changes. Undo sends the previous value. */
  edited: z.optional(z.boolean()),
});
export type SegmentFields = z.infer<typeof segmentFields>;

const ids = z.pipe(
  z
    .string()
    .check(atMost(10_000), z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,199}$/, inputError('input.ids'))),
  z.transform((list) => list.split(',').map(Number)),
);

export const listSegments = endpoint({
  id: 'subtitles.listSegments',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/segments/',
  access: 'learner',
  summary:
    'Lists the segments of an alignment in order: in pages of 20, or as an array of all with `all=true`, or of up to 200 with `ids=1,2`.',
  params: byId,
  query: z.object({ page: z.optional(pageParam), all: z.optional(flagParam), ids: z.optional(ids) }),
  limits: { atOnce: { account: WHOLE_LISTS.account, having: 'all' } },
  response: z.union([paged(segment), z.array(segment)]),
});
