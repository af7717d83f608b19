import * as z from 'zod/mini';
import { endpoint, FILE_BODY_LIMIT } from '../endpoint.ts';
import { byId, id } from '../fields.ts';
import { ROWS } from '../row-limits.ts';

/**
 * A download: the cues of a subtitle, the segments of an alignment or revision, or everything for a video. For segments, `srt`,
 * `vtt`, `ass` and `ttml` contain the target's texts. The other formats contain both languages, except a `csv` of cues.
 */
export const download = z.discriminatedUnion('of', [
  z.object({ of: z.literal('subtitle'), id, format: z.enum(['srt', 'vtt', 'ass', 'ttml', 'csv']) }),
  z.object({
    of: z.enum(['alignment', 'revision']),
    id,
    format: z.enum(['srt', 'vtt', 'ass', 'ttml', 'bilingual-srt', 'csv', 'tsv', 'apkg']),
  }),
  z.object({ of: z.literal('video'), id, format: z.literal('zip') }),
]);
export type Download = z.infer<typeof download>;

export const prepareDownload = endpoint({
  id: 'subtitles.prepareDownload',
  method: 'POST',
  path: '/api/downloads/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Returns a signed download URL. A job prepares slow downloads; its result contains the URL.',
  body: download,
  response: z.object({ url: z.nullable(z.string()), job_id: z.nullable(id) }),
  status: 201,
  errors: ['not_found', 'conflict', 'unavailable'],
});

export const importSegments = endpoint({
  id: 'subtitles.importSegments',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/import/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.segments] },
  summary: 'Imports a CSV downloaded from an alignment. The previous segments are first saved as a revision.',
  params: byId,
  files: { csv_file: { description: 'The .csv file.', required: true } },
  bodyLimit: FILE_BODY_LIMIT,
  response: z.object({ saved_revision_id: id, segment_count: z.int(), changed: z.int() }),
  errors: ['too_large'],
});
