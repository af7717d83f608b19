import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, flagParam, id, paged, pageParam, text, timestamp } from '../fields.ts';
import { VIDEO_SORTS } from './video-sorts.ts';

/** Properties of the media. Null if unknown; width and height are also null for audio. */
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
  /** A signed URL that expires; null without hosted media. */
  media_url: z.nullable(z.string()),
  /** Type detected from the media's content: `video/mp4`, `audio/mpeg` … */
  media_type: z.nullable(z.string()),
  /** Properties of the media; null for media uploaded to an old release. Only in the response for one video. */
  media: z.optional(z.nullable(mediaFacts)),
  /** URL of a frame of a hosted video. For a YouTube video, the web app derives the URL from the id. */
  thumbnail_url: z.nullable(z.string()),
  created_at: timestamp,
});
export type Video = z.infer<typeof video>;

/** A video in the home page's list, with the learner's progress. */
export const practiceVideo = z.extend(video, {
  segment_count: z.int(),
  last_segment: z.int(),
  /** Number of lines that the player last counted for this learner; initially the number of segments. */
  line_count: z.int(),
  /** The learner's current line, from 1; 0 if not started. */
  line: z.int(),
  /** Number of lines that the learner has said or waited through. */
  practised_count: z.int(),
  /** End of the last segment, in milliseconds. */
  length_ms: z.int(),
  /** Time of the learner's last practice; null if not started. */
  practised_at: z.nullable(timestamp),
});
export type PracticeVideo = z.infer<typeof practiceVideo>;

export const listVideos = endpoint({
  id: 'videos.listVideos',
  method: 'GET',
  path: '/api/videos/',
  access: 'learner',
  summary:
    'Lists published videos. Without `sort`, those in the practice languages come first, then the newest.',
  query: z.object({
    page: z.optional(pageParam),
    language: z.optional(text(35)),
    /** Finds videos with all of these words in the title or description, ignoring case and accents. */
    q: z.optional(text(200)),
    sort: z.optional(z.enum(VIDEO_SORTS)),
    /** Omits videos without lines. */
    practisable: z.optional(flagParam),
  }),
  // Searching is slow, since it reads the descriptions of all videos.
  limits: { atOnce: { account: 2, server: 4, having: 'q' } },
  response: paged(practiceVideo),
});

export const listVideoLanguages = endpoint({
  id: 'videos.listVideoLanguages',
  method: 'GET',
  path: '/api/video-languages/',
  access: 'learner',
  summary: 'Lists the languages of the published videos.',
  response: z.array(z.string()),
});

export const getVideo = endpoint({
  id: 'videos.getVideo',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/',
  access: 'learner',
  summary: 'Returns a video.',
  params: byId,
  response: video,
});
