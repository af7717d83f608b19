import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, timestamp } from '../fields.ts';

export const subtitle = z.object({
  id,
  video_id: id,
  language: z.string(),
  language_display_name: z.string(),
  is_original: z.boolean(),
  alignment_id: z.nullable(id),
  needs_realign: z.boolean(),
  uploaded_at: timestamp,
  cue_count: z.int(),
  /** Number of segments in its alignment; 0 without one. */
  segment_count: z.int(),
  mismatch_count: z.int(),
  /** Number of segments with a text in this language. */
  translated_count: z.int(),
  /** Number of approved segments. Only for administrators, like the next two fields. */
  approved_count: z.optional(z.int()),
  /** Number of machine translations that aren't approved. */
  machine_count: z.optional(z.int()),
  /** Number of learners' open reports about its lines. */
  report_count: z.optional(z.int()),
  last_applied_revision_id: z.nullable(id),
  revision_count: z.int(),
});
export type Subtitle = z.infer<typeof subtitle>;

export const listSubtitles = endpoint({
  id: 'subtitles.listSubtitles',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/subtitles/',
  access: 'learner',
  summary: 'Lists the subtitles of a video: the original first, then by language name.',
  params: byId,
  response: z.object({ results: z.array(subtitle) }),
});
