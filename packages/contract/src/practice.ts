import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { atMost, byId, id, idParam, listIndex } from './fields.ts';
import { lineIdentity } from './line-identity.ts';
import { practiceVideo } from './videos.ts';

export const progress = z.object({
  /** Zero-based position in the alignment that the learner uses. */
  last_segment: z.int(),
});

export const getProgress = endpoint({
  id: 'practice.getProgress',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/progress/',
  access: 'learner',
  summary: 'Where the learner is; 0 at first. With `alignment` it is told in that alignment.',
  params: byId,
  query: z.object({ alignment: z.optional(idParam) }),
  response: progress,
});

export const listPractisedLines = endpoint({
  id: 'practice.listPractisedLines',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/practised-lines/',
  access: 'learner',
  summary: 'The lines of a video that the learner has said or waited through, in their order.',
  params: byId,
  response: z.array(lineIdentity),
});

export const getLastPractised = endpoint({
  id: 'practice.getLastPractised',
  method: 'GET',
  path: '/api/practice/last/',
  access: 'learner',
  summary:
    'The video that the learner left last before its end, and the line there in both languages; null if there is none.',
  response: z.object({
    last: z.nullable(z.object({ video: practiceVideo, text_original: z.string(), text_target: z.string() })),
  }),
});
export type LastPractised = NonNullable<z.infer<typeof getLastPractised.response>['last']>;

/** In milliseconds. */
export const MAX_PROGRESS_AGE = 365 * 86_400_000;

export const saveProgress = endpoint({
  id: 'practice.saveProgress',
  method: 'POST',
  path: '/api/videos/progress/save/',
  access: 'learner',
  summary:
    'Keeps where the learner is, unless they were elsewhere later. Without an alignment it is the one that they use by default.',
  body: z.object({
    video_id: id,
    last_segment: listIndex,
    alignment_id: z.optional(id),
    /** The line, from 1 on, and how many there are, as the learner practises: what the home page shows. */
    line: z.optional(listIndex),
    line_count: z.optional(listIndex),
    /** How long ago the learner was there, in milliseconds, at most a year: a device may have been offline. */
    age_ms: z.optional(z.int().check(z.nonnegative(), z.lte(MAX_PROGRESS_AGE))),
  }),
  response: progress,
});

export type SavedProgress = z.infer<typeof saveProgress.body>;

/** Attempts that one call takes at most. */
export const ATTEMPT_BATCH = 50;

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Said: the microphone heard a voice. Waited: the learner's turn passed without a microphone. Skipped: they left it. */
export const ATTEMPT_KINDS = ['said', 'waited', 'skipped'] as const;

/** One turn of a learner at one line. It never holds sound. */
export const attempt = z.extend(lineIdentity, {
  /** Made by `makeAttemptId`: a UUID of version 7, which says when it was. */
  id: z.string().check(atMost(36), z.regex(UUID_V7)),
  video_id: id,
  what: z.enum(ATTEMPT_KINDS),
  /** Milliseconds of voice; null where nothing was measured. */
  voiced_ms: z._default(z.nullable(z.int().check(z.nonnegative(), z.lte(3_600_000))), null),
  /** The take's length by the original's. */
  length_ratio: z._default(z.nullable(z.number().check(z.nonnegative(), z.lte(1000))), null),
  /** Pauses that the original doesn't have. */
  extra_pauses: z._default(z.nullable(z.int().check(z.nonnegative(), z.lte(1000))), null),
});
export type Attempt = z.input<typeof attempt>;

export const saveAttempts = endpoint({
  id: 'practice.saveAttempts',
  method: 'POST',
  path: '/api/practice/attempts/',
  access: 'learner',
  summary: `Counts up to ${ATTEMPT_BATCH} attempts, each once by its id however often it is sent. All can be forgotten by the device then.`,
  body: z.object({ attempts: z.array(attempt).check(z.minLength(1), z.maxLength(ATTEMPT_BATCH)) }),
  response: z.object({
    /** Those that were new. */
    counted: z.int(),
    /** The ids of those that never count: of no video, more than a day ahead of the server, or over a year old. */
    refused: z.array(z.string()),
  }),
});
