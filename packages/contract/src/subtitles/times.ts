import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { atMost, byId, id, text, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { sourceCue } from './alignments.ts';
import { NOTE_LIMIT } from './revisions.ts';
import { subtitle } from './tracks.ts';

export const listCues = endpoint({
  id: 'subtitles.listCues',
  subject: 'subtitle',
  method: 'GET',
  path: '/api/subtitles/{id}/cues/',
  access: 'admin',
  summary: 'The cues of a subtitle.',
  params: byId,
  response: z.object({
    /** Time of the current cues: new times are checked against it. */
    uploaded_at: timestamp,
    cues: z.array(sourceCue),
  }),
});
export type CueList = z.infer<typeof listCues.response>;

/** Upper limit in milliseconds, longer than any video. */
const LATEST = 10_000 * 3_600_000;
const milliseconds = z.int().check(z.minimum(0), z.maximum(LATEST));

export const setCueTimes = endpoint({
  id: 'subtitles.setCueTimes',
  subject: 'subtitle',
  method: 'POST',
  path: '/api/subtitles/{id}/times/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.stored_files] },
  summary:
    'Gives all cues of a subtitle other times. What was there becomes a revision first; alignments made of it need realigning.',
  params: byId,
  body: z.object({
    /** The value from `listCues`. */
    uploaded_at: timestamp.check(atMost(100)),
    note: z._default(text(NOTE_LIMIT), ''),
    /** Times of all cues in order, in milliseconds. */
    times: z.array(z.object({ start: milliseconds, end: milliseconds })).check(z.maxLength(100_000)),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ saved_revision_id: id, subtitle }),
  errors: ['conflict'],
});
