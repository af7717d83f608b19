import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, flagParam, id, languageCode, name, text, timestamp } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { WHOLE_LISTS } from '../limits.ts';
import { ROWS } from '../row-limits.ts';
import { video } from './video.ts';

/** Format of YouTube's video ids. */
export const YOUTUBE_ID = /^[\w-]{11}$/;

const youtubeId = z
  .string()
  .check(z.trim(), atMost(1000), z.regex(YOUTUBE_ID, inputError('input.youtubeId')));

/** An empty string means none. */
const optionalCountry = z.optional(
  z.nullable(z.union([z.literal(''), z.string().check(z.trim(), atMost(10))])),
);

/** A video in the Video Manager. */
export const managedVideo = z.extend(video, {
  has_original: z.boolean(),
  translation_count: z.int(),
  mismatch_count: z.int(),
  /** Number of segments, and of translated segments, in the alignment with the most translations; 0 without an alignment. */
  segment_count: z.int(),
  translated_count: z.int(),
  report_count: z.int(),
  /** Subtitle with the most open reports. */
  reported_subtitle_id: z.nullable(id),
  needs_realign: z.boolean(),
  trashed_at: z.nullable(timestamp),
});
export type ManagedVideo = z.infer<typeof managedVideo>;

export const listManagedVideos = endpoint({
  id: 'videos.listManagedVideos',
  method: 'GET',
  path: '/api/video-manager/videos/',
  access: 'admin',
  limits: { atOnce: WHOLE_LISTS },
  summary: 'Lists all videos, newest first; with `trashed=true`, those in the trash.',
  query: z.object({ trashed: z.optional(flagParam) }),
  response: z.array(managedVideo),
});

export const createVideo = endpoint({
  id: 'videos.createVideo',
  method: 'POST',
  path: '/api/videos/create/',
  access: 'admin',
  limits: { rows: [ROWS.videos] },
  summary: 'Adds a video. Without a YouTube id, it has no media until a file is uploaded.',
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

export const updateVideo = endpoint({
  id: 'videos.updateVideo',
  subject: 'video',
  method: 'PATCH',
  path: '/api/videos/{id}/',
  access: 'admin',
  summary: 'Updates the given fields.',
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

/** Days until a video in the trash is purged. */
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
  summary: 'Restores a video from the trash.',
  params: byId,
  response: video,
});
