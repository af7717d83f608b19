import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, timestamp } from '../fields.ts';
import { DAY, type RowLimit } from '../limits.ts';
import { nudge, REPORT_KINDS } from './segments.ts';

export const REPORTS_PER_DAY = {
  name: 'line_reports_day',
  per: ['account'],
  max: 200,
  seconds: DAY,
  beyond: 'too_many',
} as const satisfies RowLimit;

export const OPEN_REPORTS = {
  name: 'line_reports',
  per: ['account', 'video'],
  max: 100,
  beyond: 'conflict',
} as const satisfies RowLimit;

export const reportLine = endpoint({
  id: 'subtitles.reportLine',
  subject: 'segment',
  method: 'POST',
  path: '/api/subtitle-segment/{id}/report/',
  access: 'learner',
  limits: { rows: [REPORTS_PER_DAY, OPEN_REPORTS] },
  summary:
    'Reports a problem with a line. A learner has at most one report of each kind per line; the last one wins. Their last nudge moves the line only for them.',
  params: byId,
  body: z.object({ kind: z.enum(REPORT_KINDS), nudge: z._default(z.nullable(nudge), null) }),
  errors: ['conflict'],
});

export const withdrawReport = endpoint({
  id: 'subtitles.withdrawReport',
  subject: 'segment',
  method: 'DELETE',
  path: '/api/subtitle-segment/{id}/report/',
  access: 'learner',
  summary: 'Withdraws the learner’s reports about a line, and their nudge, unless they are already resolved.',
  params: byId,
});

export const ownReport = z.object({
  id,
  video_id: id,
  video_title: z.string(),
  text: z.string(),
  kind: z.enum(REPORT_KINDS),
  state: z.enum(['open', 'fixed', 'declined']),
  created_at: timestamp,
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReports = endpoint({
  id: 'subtitles.listOwnReports',
  method: 'GET',
  path: '/api/line-reports/',
  access: 'learner',
  summary: 'Lists the last 50 lines that the learner reported, newest first, with the outcome.',
  response: z.array(ownReport),
});
