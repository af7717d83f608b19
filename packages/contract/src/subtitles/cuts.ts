import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { byId, id, timestamp } from '../fields.ts';
import { WHOLE_LISTS } from '../limits.ts';
import { ROWS } from '../row-limits.ts';
import { REPORT_KINDS } from './segments.ts';

const cutTimes = z.object({ start_ms: z.int(), end_ms: z.int() });

/** A line with a proposal or a report, for the curator. */
export const cut = z.extend(cutTimes, {
  segment_id: id,
  version: z.int(),
  text_original: z.string(),
  text_target: z.string(),
  /** Null if neither reports nor the speech profile suggest a change. */
  proposed: z.nullable(
    z.extend(cutTimes, {
      source: z.enum(['speech', 'learners', 'both']),
      is_sure: z.boolean(),
      /** True if the only doubt is that the line gets shorter: no speech is cut off, and no other pause fits nearly as well. */
      is_likely: z.boolean(),
    }),
  ),
  reports: z.array(z.object({ kind: z.enum(REPORT_KINDS), count: z.int() })),
  learners: z.int(),
  /**
   * Sort key, descending: the squared number of learners times the size of the change. Several report kinds by one learner count
   * once.
   */
  weight: z.number(),
});
export type Cut = z.infer<typeof cut>;

export const listCuts = endpoint({
  id: 'subtitles.listCuts',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/cuts/',
  access: 'admin',
  limits: { atOnce: WHOLE_LISTS },
  summary: 'Lists the lines that learners reported or whose cuts don’t fit the speech, by descending weight.',
  params: byId,
  response: z.object({
    /** Time of the last `fitCuts`; null if it never ran. */
    fitted_at: z.nullable(timestamp),
    /** False for a YouTube video, and on a server without ffmpeg. */
    can_fit: z.boolean(),
    cuts: z.array(cut),
  }),
});

export const fitCuts = endpoint({
  id: 'subtitles.fitCuts',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/cuts/fit/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Starts the job that proposes cuts based on where speech starts and ends. It changes no cuts.',
  params: byId,
  response: z.object({ job_id: id }),
  status: 202,
  errors: ['conflict'],
});

const movedCut = z.extend(cutTimes, { segment_id: id, version: z.int() });
export type MovedCut = z.infer<typeof movedCut>;

export const moveCuts = endpoint({
  id: 'subtitles.moveCuts',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/cuts/move/',
  access: 'admin',
  summary:
    'Moves cuts, all or none. The previous state becomes a revision, and reports about these lines are resolved as fixed. With `undo`, moves the cuts back and reopens the reports.',
  params: byId,
  body: z.object({
    cuts: z.array(movedCut).check(z.minLength(1), z.maxLength(20_000)),
    undo: z._default(z.boolean(), false),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ cuts: z.array(movedCut) }),
  errors: ['stale'],
});

export const dismissCut = endpoint({
  id: 'subtitles.dismissCut',
  subject: 'segment',
  method: 'POST',
  path: '/api/subtitle-segment/{id}/dismiss-cut/',
  access: 'admin',
  summary: 'Dismisses the proposal for a line. Its reports are marked as fixed or declined.',
  params: byId,
  body: z.object({ outcome: z.enum(['fixed', 'declined']) }),
});
