import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  atMost,
  byId,
  flagParam,
  id,
  languageCode,
  name,
  paged,
  pageParam,
  text,
  timestamp,
} from './fields.ts';
import { inputError } from './input-message.ts';
import { VIDEO_SORTS } from './video-sorts.ts';

export * from './video-sorts.ts';

/** The part of a YouTube address that names the video. */
export const YOUTUBE_ID = /^[\w-]{11}$/;

const youtubeId = z
  .string()
  .check(z.trim(), atMost(1000), z.regex(YOUTUBE_ID, inputError('input.youtubeId')));

export const video = z.object({
  id,
  title: z.string(),
  description: z.string(),
  youtube_id: z.nullable(z.string()),
  original_language: z.string(),
  language_display_name: z.string(),
  country: z.nullable(z.string()),
  published: z.boolean(),
  latest_alignment_id: z.nullable(id),
  /** A signed address that expires, or null while there is no hosted media. */
  media_url: z.nullable(z.string()),
  /** The type that the media's content shows: `video/mp4`, `audio/mpeg` … */
  media_type: z.nullable(z.string()),
  /** The frame of a hosted video; of a YouTube video the web makes it from the id. */
  thumbnail_url: z.nullable(z.string()),
  created_at: timestamp,
});
export type Video = z.infer<typeof video>;

/** A video as the home page lists it, with how far the learner is. */
export const practiceVideo = z.extend(video, {
  segment_count: z.int(),
  last_segment: z.int(),
  /** As the player counted them for this learner; before that, all segments. */
  line_count: z.int(),
  /** The line that the learner is at, from 1 on; 0 for one who hasn't begun. */
  line: z.int(),
  /** The lines that the learner has said or waited through. */
  practised_count: z.int(),
  /** When the last segment ends, in milliseconds. */
  length_ms: z.int(),
  /** When the learner was last there; null for one who hasn't begun. */
  practised_at: z.nullable(timestamp),
});
export type PracticeVideo = z.infer<typeof practiceVideo>;

/** An empty text is taken as none. */
const optionalCountry = z.optional(
  z.nullable(z.union([z.literal(''), z.string().check(z.trim(), atMost(10))])),
);

/** A video as the Video Manager lists it, with what it still lacks. */
export const managedVideo = z.extend(video, {
  has_original: z.boolean(),
  /** Its alignments. */
  translation_count: z.int(),
  mismatch_count: z.int(),
  needs_realign: z.boolean(),
  trashed_at: z.nullable(timestamp),
});
export type ManagedVideo = z.infer<typeof managedVideo>;

export const listVideos = endpoint({
  id: 'videos.listVideos',
  method: 'GET',
  path: '/api/videos/',
  access: 'learner',
  summary: 'Published videos. Without `sort`, those in the practice languages come first, then the newest.',
  query: z.object({
    page: z.optional(pageParam),
    language: z.optional(text(35)),
    /** Words that all have to be in the title or the description, without regard to case and accents. */
    q: z.optional(text(200)),
    sort: z.optional(z.enum(VIDEO_SORTS)),
    /** Only those with something to say, as the home page lists them. */
    practisable: z.optional(flagParam),
  }),
  response: paged(practiceVideo),
});

export const listVideoLanguages = endpoint({
  id: 'videos.listVideoLanguages',
  method: 'GET',
  path: '/api/video-languages/',
  access: 'learner',
  summary: 'The languages of the videos in the list.',
  response: z.array(z.string()),
});

export const listManagedVideos = endpoint({
  id: 'videos.listManagedVideos',
  method: 'GET',
  path: '/api/video-manager/videos/',
  access: 'admin',
  summary: 'Every video, newest first; with `trashed=true` those in the trash.',
  query: z.object({ trashed: z.optional(flagParam) }),
  response: z.array(managedVideo),
});

export const createVideo = endpoint({
  id: 'videos.createVideo',
  method: 'POST',
  path: '/api/videos/create/',
  access: 'admin',
  summary: 'Adds a video. Without a YouTube id it waits for its media file.',
  body: z.object({
    title: name(),
    description: z._default(text(), ''),
    original_language: languageCode,
    youtube_id: z.optional(z.nullable(z.union([z.literal(''), youtubeId]))),
    country: optionalCountry,
    published: z._default(z.boolean(), true),
  }),
  response: video,
  status: 201,
  errors: ['conflict'],
});

export const getVideo = endpoint({
  id: 'videos.getVideo',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/',
  access: 'learner',
  summary: 'One video.',
  params: byId,
  response: video,
});

export const updateVideo = endpoint({
  id: 'videos.updateVideo',
  subject: 'video',
  method: 'PATCH',
  path: '/api/videos/{id}/',
  access: 'admin',
  summary: 'Changes the fields that are given.',
  params: byId,
  body: z.object({
    title: z.optional(name()),
    description: z.optional(text()),
    youtube_id: z.optional(youtubeId),
    original_language: z.optional(languageCode),
    country: optionalCountry,
    published: z.optional(z.boolean()),
  }),
  response: video,
  errors: ['conflict'],
});

/** How long a video stays in the trash before it is deleted for good. */
export const TRASH_DAYS = 30;

export const deleteVideo = endpoint({
  id: 'videos.deleteVideo',
  subject: 'video',
  method: 'DELETE',
  path: '/api/videos/{id}/',
  access: 'admin',
  summary: `Moves a video to the trash, from which it can be restored for ${TRASH_DAYS} days.`,
  params: byId,
});

export const restoreVideo = endpoint({
  id: 'videos.restoreVideo',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/restore/',
  access: 'admin',
  summary: 'Takes a video out of the trash.',
  params: byId,
  response: video,
});

/** The loudness of hosted media over time, to draw it. */
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

/** The longest stretch of a speech profile that one call returns, in milliseconds. */
export const SPEECH_LIMIT_MS = 120_000;

const msParam = z.pipe(z.string().check(atMost(100), z.regex(/^\d{1,11}$/)), z.transform(Number));

/** What is measured of the voice in hosted media, for lines to be compared with. */
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
    /** When the first frame begins; frames are 10 ms. */
    from_ms: z.int(),
    /** In base64, for `decodeProfile` of `@sayback/speech`; without frames beyond the end, empty unless ready. */
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

/** A media file that another one took the place of. */
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
  summary: 'Takes a media file out of the trash. The one that the video has goes there.',
  params: byId,
  body: z.object({ replaced_id: id }),
  response: video,
  errors: ['conflict'],
});
