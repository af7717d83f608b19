import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, name, text } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { versionKey } from './candidate-fields.ts';

export const publishCandidate = endpoint({
  id: 'candidates.publishCandidate',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/publish/',
  access: 'admin',
  limits: { rows: [ROWS.videos, ROWS.stored_files, ROWS.jobs] },
  summary:
    'Publishes an approved candidate as a draft video with these versions as aligned subtitles. `left_out`: as in aligning.',
  params: byId,
  body: z.object({
    original: versionKey,
    targets: z._default(z.array(versionKey).check(z.maxLength(20)), []),
    title: z.optional(name()),
    description: z.optional(text()),
  }),
  response: z.object({ video_id: id, left_out: z.optional(z.int()) }),
  status: 201,
  errors: ['conflict'],
});
