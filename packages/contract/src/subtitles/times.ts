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
    /** Version of the current cues, which new times are checked against. */
    uploaded_at: timestamp,
    cues: z.array(sourceCue),
    /** False for a YouTube video, and on a server without ffmpeg: its audio can't be analysed. */
    has_sound: z.boolean(),
  }),
});
export type CueList = z.infer<typeof listCues.response>;

/** Limited by the body size: the server accepts 250,000 commas, colons and brackets, and each time takes five. */
export const MAX_TIMES = 49_000;

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
    'Changes the times of all cues of a subtitle. The previous cues are first saved as a revision; alignments need realigning.',
  params: byId,
  body: z.object({
    /** The value from `listCues`. */
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
  /** A cue that starts at t belongs at `t * scale + offset`, with the offset of the last step whose `from` is not after t. */
  steps: z.array(z.object({ from: z.number(), offset: z.number() })),
  /** Probability that no cue is then more than 0.5 s off. */
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
