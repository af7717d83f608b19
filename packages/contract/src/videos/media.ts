import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, id, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { TRASH_DAYS } from './managed-videos.ts';
import { video } from './video.ts';

export const getPeaks = endpoint({
  id: 'videos.getPeaks',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/peaks/',
  access: 'admin',
  summary:
    'Returns the peaks of hosted media: 0 to 100, `per_second` of them. `making`: still being computed; `none`: not available on this server.',
  params: byId,
  response: z.object({
    status: z.enum(['ready', 'making', 'none']),
    per_second: z.int(),
    peaks: z.array(z.int()),
  }),
  errors: ['unavailable'],
});

/** Maximum length of a speech profile in one response. */
export const SPEECH_LIMIT_MS = 120_000;

const msParam = z.pipe(z.string().check(atMost(100), z.regex(/^\d{1,11}$/)), z.transform(Number));

export const getSpeech = endpoint({
  id: 'videos.getSpeech',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/speech/',
  access: 'learner',
  summary: `Returns up to ${SPEECH_LIMIT_MS / 1000} s of the speech profile of hosted media, in milliseconds. \`making\`: still being computed; \`none\`: not available on this server.`,
  params: byId,
  query: z.object({ from: msParam, to: msParam }),
  response: z.object({
    status: z.enum(['ready', 'making', 'none']),
    /** Start of the first frame; frames are 10 ms. */
    from_ms: z.int(),
    /** Base64, for `decodeProfile` in `@sayback/speech`. Empty until ready. Contains no frames after the end of the media. */
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
  summary: `Hosts the media file of a video (MP4, WebM, M4A or MP3). A previous file goes to the trash for ${TRASH_DAYS} days.`,
  params: byId,
  files: {
    media_file: { description: 'The media. Its content determines the type, not its name.', required: true },
    thumbnail_file: { description: 'A frame of it as JPEG, PNG or WebP.', required: false },
  },
  response: video,
  status: 201,
  errors: ['conflict', 'too_large', 'wrong_type', 'unavailable'],
});

/** Number of bytes at the start of a media file that suffice to detect its type. */
export const MEDIA_HEAD_BYTES = 48 * 1024;
/** Maximum number of parts per call. */
const MAX_SIGNED_PARTS = 20;
const MAX_UPLOAD_NAME_LENGTH = 1000;

/** Name of a multipart upload, from `startMediaUpload`. */
const uploadName = z.string().check(atMost(MAX_UPLOAD_NAME_LENGTH));

/** Only available if the server has an object store that is reachable from browsers. */
export const startMediaUpload = endpoint({
  id: 'videos.startMediaUpload',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/media-upload/',
  access: 'admin',
  isReadOnly: true,
  summary:
    'Starts a multipart upload of a media file. Each part but the last has `part_bytes`. Null if `uploadMedia` must be used instead.',
  params: byId,
  body: z.object({
    bytes: z.int().check(z.positive()),
    /** The file’s first 48 KiB, in base64. */
    head: z.string().check(atMost(Math.ceil(MEDIA_HEAD_BYTES / 3) * 4), z.regex(/^[\w+/]+={0,2}$/)),
  }),
  response: z.object({
    upload: z.nullable(z.object({ name: z.string(), part_bytes: z.int(), part_count: z.int() })),
  }),
  errors: ['conflict', 'too_large', 'wrong_type', 'unavailable'],
});

export const signMediaParts = endpoint({
  id: 'videos.signMediaParts',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/media-upload/parts/',
  access: 'admin',
  isReadOnly: true,
  summary: `Returns signed URLs for up to ${MAX_SIGNED_PARTS} parts of an upload, numbered from 1. Each accepts PUTs for one hour.`,
  params: byId,
  body: z.object({
    upload: uploadName,
    parts: z
      .array(z.int().check(z.positive(), z.lte(10_000)))
      .check(z.minLength(1), z.maxLength(MAX_SIGNED_PARTS)),
  }),
  response: z.object({ addresses: z.array(z.string()) }),
  errors: ['conflict'],
});

export const finishMediaUpload = endpoint({
  id: 'videos.finishMediaUpload',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/media-upload/finish/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary:
    'Completes a multipart upload: checks it like `uploadMedia`, and makes it the video’s media. Can be repeated.',
  params: byId,
  body: z.object({ upload: uploadName }),
  files: { thumbnail_file: { description: 'A frame of it as JPEG, PNG or WebP.', required: false } },
  bodyLimit: 6 * 1024 * 1024,
  response: video,
  status: 201,
  errors: ['conflict', 'too_large', 'wrong_type', 'unavailable'],
});

export const stopMediaUpload = endpoint({
  id: 'videos.stopMediaUpload',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/media-upload/stop/',
  access: 'admin',
  isReadOnly: true,
  summary: 'Aborts a multipart upload. Otherwise its parts are removed after two days.',
  params: byId,
  body: z.object({ upload: uploadName }),
  errors: ['conflict', 'unavailable'],
});

export const replacedMedia = z.object({ id, media_type: z.nullable(z.string()), replaced_at: timestamp });
export type ReplacedMedia = z.infer<typeof replacedMedia>;

export const listReplacedMedia = endpoint({
  id: 'videos.listReplacedMedia',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/replaced-media/',
  access: 'admin',
  summary: 'Lists a video’s media files in the trash, most recently replaced first.',
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
  summary: 'Restores a media file from the trash. The video’s current one goes there.',
  params: byId,
  body: z.object({ replaced_id: id }),
  response: video,
  errors: ['conflict'],
});
