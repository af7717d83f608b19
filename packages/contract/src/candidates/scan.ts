import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { candidateSelection } from './filter.ts';

export const bulkScan = endpoint({
  id: 'candidates.bulkScan',
  method: 'POST',
  path: '/api/youtube-candidates/bulk-scan-subtitles/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Scans YouTube for the subtitles of several candidates.',
  body: z.object(candidateSelection),
  hasStoredMessages: true,
  response: z.object({
    successful_scans: z.optional(z.int()),
    failed: z.optional(z.int()),
    job_id: z.optional(id),
  }),
  acceptedStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many'],
});

export const scanSubtitles = endpoint({
  id: 'candidates.scanSubtitles',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/scan-subtitles/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Scans YouTube for the subtitles of a candidate.',
  params: byId,
  hasStoredMessages: true,
  response: z.object({
    success: z.optional(z.boolean()),
    total_subtitles: z.optional(z.int()),
    manual_subtitles: z.optional(z.int()),
    job_id: z.optional(id),
  }),
  acceptedStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});
