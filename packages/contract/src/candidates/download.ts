import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { versionKey } from './candidate-fields.ts';

export const downloadSubtitles = endpoint({
  id: 'candidates.downloadSubtitles',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/download-subtitles/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary:
    'Downloads one subtitle by its language or version key, or all manual ones (and the automatic one if its language has no manual one). Scans first if necessary.',
  params: byId,
  body: z.object({ language: z.optional(versionKey) }),
  hasStoredMessages: true,
  response: z.object({
    success: z.optional(z.boolean()),
    downloaded: z.optional(z.array(z.string())),
    failed: z.optional(z.record(z.string(), z.string())),
    job_id: z.optional(id),
  }),
  acceptedStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});
