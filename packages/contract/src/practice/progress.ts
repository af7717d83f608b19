import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, idParam, listIndex } from '../fields.ts';
import { practiceVideo } from '../videos/video.ts';

export const progress = z.object({
  /** Zero-based position in the learner's alignment. */
  last_segment: z.int(),
});

/** Returns true if at least 90 % of a video's lines are practised. */
export const isFinished = (practised: number, lines: number): boolean =>
  practised > 0 && practised * 10 >= lines * 9;

/** `alignment_id` is null until the video has an alignment. */
const place = z.extend(progress, { alignment_id: z.nullable(id) });
export type Place = z.infer<typeof place>;

export const getProgress = endpoint({
  id: 'practice.getProgress',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/progress/',
  access: 'learner',
  summary:
    'Returns the learner’s position, 0 at the start and at the end of a finished video, in the given alignment or else the one that they use.',
  params: byId,
  query: z.object({ alignment: z.optional(idParam) }),
  response: place,
});

export const getLastPractised = endpoint({
  id: 'practice.getLastPractised',
  method: 'GET',
  path: '/api/practice/last/',
  access: 'learner',
  summary:
    'Returns the learner’s most recent unfinished video, and the current line in both languages; null if there is none.',
  response: z.object({
    last: z.nullable(z.object({ video: practiceVideo, text_original: z.string(), text_target: z.string() })),
  }),
});
export type LastPractised = NonNullable<z.infer<typeof getLastPractised.response>['last']>;

/** A year in milliseconds. */
export const MAX_PROGRESS_AGE = 365 * 86_400_000;

export const saveProgress = endpoint({
  id: 'practice.saveProgress',
  method: 'POST',
  path: '/api/videos/progress/save/',
  access: 'learner',
  summary:
    'Saves the learner’s position unless a later one is saved already. The alignment defaults to the one that they use.',
  body: z.object({
    video_id: id,
    last_segment: listIndex,
    alignment_id: z.optional(id),
    /** The learner's line, from 1, and the number of lines, as shown on the home page. */
    line: z.optional(listIndex),
    line_count: z.optional(listIndex),
    /** Age of the position in milliseconds, since the device may have been offline. */
    age_ms: z.optional(z.int().check(z.nonnegative(), z.lte(MAX_PROGRESS_AGE))),
  }),
  response: progress,
});

export type SavedProgress = z.infer<typeof saveProgress.body>;
