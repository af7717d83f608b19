import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, id, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { TRASH_DAYS } from './managed-videos.ts';
import { video } from './video.ts';

/** Returns the loudness of hosted media over time, for drawing. */
export const getPeaks = endpoint({
  id: 'videos.getPeaks',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/peaks/',
  access: 'admin',
  summary:
    'The peaks of hosted media: 0 to 100, `per_second` of them. `making` while they are being computed; `none` where this server can’t.',
  params: byId,
  response: z.object({
    status: z.enum(['ready', 'making', 'none']),
    per_second: z.int(),
    peaks: z.array(z.int()),
  }),
  errors: ['unavailable'],
});

/** Longest stretch of a speech profile in one response, in milliseconds. */
export const SPEECH_LIMIT_MS = 120_000;

const msParam = z.pipe(z.string().check(atMost(100), z.regex(/^\d{1,11}$/)), z.transform(Number));

/** Returns the speech profile of hosted media, which learners' lines are compared with. */
export const getSpeech = endpoint({
  id: 'videos.getSpeech',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/speech/',
  access: 'learner',
  summary: `A stretch of up to ${SPEECH_LIMIT_MS / 1000} s of the speech profile of hosted media, in milliseconds. \`making\` while it is being computed; \`none\` where this server can’t.`,
  params: byId,
  query: z.object({ from: msParam, to: msParam }),
  response: z.object({
    status: z.enum(['ready', 'making', 'none']),
    /** Start of the first frame; frames are 10 ms. */
    from_ms: z.int(),
    /** Base64, for `decodeProfile` of `@sayback/speech`; without frames beyond the end, empty unless ready. */
    profile: z.string(),
  }),
  errors: ['unavailable'],
});

export const uploadMedia = endpoint({
  id: 'videos.uploadMedia',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/media/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: `Hosts the media file of a video (MP4, WebM, M4A or MP3). An earlier one goes to the trash for ${TRASH_DAYS} days.`,
  params: byId,
  files: {
    media_file: { description: 'The media; its content decides the type, not its name.', required: true },
    thumbnail_file: { description: 'A frame of it as JPEG, PNG or WebP.', required: false },
  },
  response: video,
  status: 201,
  errors: ['conflict', 'too_large', 'wrong_type', 'unavailable'],
});

/** A replaced media file. */
export const replacedMedia = z.object({ id, media_type: z.nullable(z.string()), replaced_at: timestamp });
export type ReplacedMedia = z.infer<typeof replacedMedia>;

export const listReplacedMedia = endpoint({
  id: 'videos.listReplacedMedia',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/replaced-media/',
  access: 'admin',
  summary: 'The media files of a video in the trash, the last replaced first.',
  params: byId,
  response: z.array(replacedMedia),
});

export const restoreMedia = endpoint({
  id: 'videos.restoreMedia',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/restore-media/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary: 'Takes a media file out of the trash. The one that the video has goes there.',
  params: byId,
  body: z.object({ replaced_id: id }),
  response: video,
  errors: ['conflict'],
});
