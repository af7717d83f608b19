import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, id, timestamp } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { ROWS } from '../row-limits.ts';

export const alignment = z.object({
  id,
  video_id: id,
  youtube_id: z.nullable(z.string()),
  media_url: z.nullable(z.string()),
  subtitle_id: id,
  original_language: z.string(),
  target_language: z.string(),
  segment_count: z.int(),
  mismatch_count: z.int(),
  created_at: timestamp,
});
export type Alignment = z.infer<typeof alignment>;

export const alignSubtitle = endpoint({
  id: 'subtitles.alignSubtitle',
  subject: 'subtitle',
  method: 'POST',
  path: '/api/subtitles/{id}/align/',
  access: 'admin',
  limits: { rows: [ROWS.revisions] },
  summary:
    'Aligns a target with the original; realigning preserves the alignment id and editors’ changes of unchanged cues. `left_out`: number of the target’s cues before the original’s first one, which are in no segment; absent for none.',
  params: byId,
  response: z.object({ alignment_id: id, left_out: z.optional(z.int()) }),
  status: 201,
  errors: ['conflict'],
});

export const getAlignment = endpoint({
  id: 'subtitles.getAlignment',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/',
  access: 'learner',
  summary: 'Returns an alignment and its video.',
  params: byId,
  response: alignment,
});

/** A cue of a subtitle file. Times in milliseconds. */
export const sourceCue = z.object({ start: z.int(), end: z.int(), text: z.string() });
export type SourceCue = z.infer<typeof sourceCue>;

const sourceCues = z.object({ original: z.array(sourceCue), target: z.array(sourceCue) });
export type SourceCues = z.infer<typeof sourceCues>;

export const listSourceCues = endpoint({
  id: 'subtitles.listSourceCues',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/source-cues/',
  access: 'admin',
  summary: 'Returns the current cues of both subtitles of an alignment.',
  params: byId,
  response: sourceCues,
});

export const findNextMismatch = endpoint({
  id: 'subtitles.findNextMismatch',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/find-next-mismatch/{after}/',
  access: 'admin',
  summary:
    'Finds the next mismatch after the segment with this id, or the first one if it is 0. Doesn’t wrap around.',
  params: z.object({
    id: byId.shape.id,
    after: z.pipe(
      z.string().check(atMost(100), z.regex(/^\d{1,15}$/, inputError('input.idOrStart'))),
      z.transform(Number),
    ),
  }),
  response: z.object({
    success: z.boolean(),
    segment_id: z.nullable(id),
    /** Page number, from 1. A page has 20 segments. */
    page_number: z.nullable(z.int()),
  }),
});
