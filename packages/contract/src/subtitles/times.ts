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
  summary: 'Lists the cues of a subtitle.',
  params: byId,
  response: z.object({
    /** Identifies the version of the cues, for `setCueTimes`. */
    uploaded_at: timestamp,
    cues: z.array(sourceCue),
    /** False if the audio can't be analysed: for a YouTube video, and on a server without ffmpeg. */
    has_sound: z.boolean(),
  }),
});
export type CueList = z.infer<typeof listCues.response>;

/**
 * Maximum number of cues. Follows from the server's limit of 250,000 commas, colons and brackets in a body, since each cue has
 * five.
 */
export const MAX_TIMES = 49_000;

/** Upper limit of times, longer than any video. */
const MAX_TIME_MS = 10_000 * 3_600_000;
const milliseconds = z.int().check(z.minimum(0), z.maximum(MAX_TIME_MS));

export const setCueTimes = endpoint({
  id: 'subtitles.setCueTimes',
  subject: 'subtitle',
  method: 'POST',
  path: '/api/subtitles/{id}/times/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.stored_files] },
  summary:
    'Changes the times of all cues of a subtitle. The previous cues are first saved as a revision; alignments need realigning.',
  params: byId,
  body: z.object({
    /** From `listCues`. */
    uploaded_at: timestamp.check(atMost(100)),
    note: z._default(text(NOTE_LIMIT), ''),
    /** Times of all cues in order, in milliseconds. */
    times: z.array(z.object({ start: milliseconds, end: milliseconds })).check(z.maxLength(MAX_TIMES)),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ saved_revision_id: id, subtitle }),
  errors: ['conflict'],
});

/** Result of the job that `findSoundTimes` starts, in milliseconds; null if the audio is inconclusive. */
export const soundTimes = z.object({
  scale: z.number(),
  /** The correct time for time t is `t * scale + offset`, with the offset of the last step whose `from` is at or before t. */
  steps: z.array(z.object({ from: z.number(), offset: z.number() })),
  /** Probability that no resulting time is more than 0.5 s off. */
  certainty: z.number(),
  isSure: z.boolean(),
});
export type SoundTimes = z.infer<typeof soundTimes>;

export const findSoundTimes = endpoint({
  id: 'subtitles.findSoundTimes',
  subject: 'subtitle',
  method: 'POST',
  path: '/api/subtitles/{id}/sound-times/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary:
    'Starts the job that derives the cues’ offset, speed and breaks from the video’s sound. It changes no times.',
  params: byId,
  response: z.object({ job_id: id }),
  status: 202,
  errors: ['conflict'],
});
