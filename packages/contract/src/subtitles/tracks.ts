import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, flagParam, id, instant, languageCode, paged, pageParam, position } from './fields.ts';

export const subtitle = z.object({
  id,
  video_id: id,
  language: z.string(),
  language_display_name: z.string(),
  is_original: z.boolean(),
  alignment_id: z.nullable(id),
  needs_realign: z.boolean(),
  uploaded_at: instant,
  cue_count: z.int(),
});
export type Subtitle = z.infer<typeof subtitle>;

/** What the reader stumbled over in a file that was taken all the same. */
export const readingProblem = z.object({ line: z.int(), message: z.string() });

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
  created_at: instant,
});

export const segment = z.object({
  id,
  start_time: position,
  end_time: position,
  text_original: z.string(),
  text_target: z.string(),
  mismatch: z.boolean(),
  label: z.string(),
  /** Counts up with every change; the ETag of the PATCH. */
  version: z.int(),
});
export type Segment = z.infer<typeof segment>;

export const listSubtitles = endpoint({
  method: 'GET',
  path: '/api/videos/{id}/subtitles/',
  access: 'learner',
  summary: 'The subtitles of a video: the original first, then by language name.',
  params: byId,
  response: z.object({ results: z.array(subtitle) }),
});

export const uploadSubtitle = endpoint({
  method: 'POST',
  path: '/api/videos/{id}/upload-subtitle/',
  access: 'admin',
  summary: 'Uploads a subtitle in any encoding of SRT or WebVTT; one in the same language is replaced.',
  params: byId,
  body: z.object({ language: languageCode }),
  files: { subtitle_file: { description: 'The .srt or .vtt file.', required: true } },
  response: z.extend(subtitle, { problems: z.array(readingProblem) }),
  status: 201,
  errors: ['too_large'],
});

export const alignSubtitle = endpoint({
  method: 'POST',
  path: '/api/subtitles/{id}/align/',
  access: 'admin',
  summary: 'Aligns a target with the original; aligning again keeps the alignment id.',
  params: byId,
  response: z.object({ alignment_id: id }),
  status: 201,
  errors: ['conflict'],
});

export const getAlignment = endpoint({
  method: 'GET',
  path: '/api/alignments/{id}/',
  access: 'learner',
  summary: 'One alignment, with its video.',
  params: byId,
  response: alignment,
});

/** With `all=true` a plain array in order, else pages of 20. */
export const listSegments = endpoint({
  method: 'GET',
  path: '/api/alignments/{id}/segments/',
  access: 'learner',
  summary: 'The segments of an alignment in order: pages of 20, or all of them as an array with `all=true`.',
  params: byId,
  query: z.object({ page: z.optional(pageParam), all: z.optional(flagParam) }),
  response: z.union([paged(segment), z.array(segment)]),
});
