import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, flagParam, id, paged, pageParam, text, timestamp } from '../fields.ts';
import { VIDEO_SORTS } from './video-sorts.ts';

/** Null where it isn't known, and the size of the picture also where there is none. */
const mediaFacts = z.object({
  bytes: z.int(),
  duration_ms: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

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
  /** Facts about the media; null if they were uploaded before the server probed them. Only in the response for one video. */
  media: z.optional(z.nullable(mediaFacts)),
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
