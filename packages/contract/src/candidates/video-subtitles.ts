import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { availableSubtitle } from './candidate.ts';
import { versionKey } from './candidate-fields.ts';

export const lookForSubtitles = endpoint({
  id: 'candidates.lookForSubtitles',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/look-for-subtitles/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Lists YouTube’s subtitles for a video in the Video Manager.',
  params: byId,
  response: z.object({ subtitles: z.array(availableSubtitle) }),
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});

export const takeSubtitles = endpoint({
  id: 'candidates.takeSubtitles',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/take-subtitles/',
  access: 'admin',
  limits: { rows: [ROWS.stored_files, ROWS.revisions, ROWS.jobs] },
  summary:
    'Downloads subtitles from YouTube and adds them to a video. Replaces subtitles in the same languages.',
  params: byId,
  body: z.object({ version_keys: z.array(versionKey).check(z.minLength(1), z.maxLength(20)) }),
  hasStoredMessages: true,
  response: z.object({
    added: z.array(z.string()),
    failed: z.record(z.string(), z.string()),
  }),
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});
