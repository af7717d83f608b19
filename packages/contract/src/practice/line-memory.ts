import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, idParam, timestamp } from '../fields.ts';
import { DAY, type RowLimit, WHOLE_LISTS } from '../limits.ts';
import { lineIdentity } from '../line-identity.ts';
import { attempt } from './attempts.ts';
import { localDay } from './local-day.ts';
import { review, SKILLS } from './reviews.ts';

const marks = z.object({
  starred: z.boolean(),
  hard: z.boolean(),
  /** Excludes the line and its cards from Today. */
  suspended: z.boolean(),
});
export type LineMarks = z.infer<typeof marks>;

/** Maximum number of new lines that a learner can mark per day: the same as reviews per day. */
export const MARKS_PER_DAY = {
  name: 'remembered_lines_day',
  per: ['account'],
  max: 5000,
  seconds: DAY,
  beyond: 'too_many',
} as const satisfies RowLimit;

export const markLine = endpoint({
  id: 'practice.markLine',
  subject: 'video',
  method: 'PUT',
  path: '/api/videos/{id}/line-marks/',
  access: 'learner',
  limits: { rows: [MARKS_PER_DAY] },
  summary: 'Updates the given marks of a line.',
  params: byId,
  body: z.extend(lineIdentity, {
    starred: z.optional(z.boolean()),
    hard: z.optional(z.boolean()),
    suspended: z.optional(z.boolean()),
  }),
  response: marks,
});

/** Days on which a line's cards are due; null without a card. */
const dueDays = z.object({ say: z.nullable(localDay), write: z.nullable(localDay) });

const rememberedLine = z.extend(z.extend(lineIdentity, marks.shape), {
  /** The line's text when it was last answered or marked. */
  text: z.string(),
  /** True if the line is no longer in the alignment. */
  gone: z.boolean(),
  due: dueDays,
});

export const listLineMemory = endpoint({
  id: 'practice.listLineMemory',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/line-memory/',
  access: 'learner',
  limits: { atOnce: WHOLE_LISTS },
  summary:
    'Lists a video’s lines that have a card or a mark, with their current positions in the alignment, and those whose last take had a hint.',
  params: byId,
  query: z.object({ alignment: z.optional(idParam) }),
  response: z.object({
    lines: z.array(rememberedLine),
    /** Lines whose latest recent take had extra pauses, or was much longer or shorter than the original. */
    hints: z.array(lineIdentity),
  }),
});
export type LineMemory = z.infer<typeof listLineMemory.response>;

/** A non-negative integer in a query. */
const integerParam = z.pipe(z.string().check(atMost(16), z.regex(/^\d+$/)), z.transform(Number));

export const getLineMemory = endpoint({
  id: 'practice.getLineMemory',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/line-memory/line/',
  access: 'learner',
  summary: 'Returns all practice data of a line, newest first.',
  params: byId,
  query: z.object({
    start_ms: z.pipe(integerParam, lineIdentity.shape.start_ms),
    text_hash: z.pipe(integerParam, lineIdentity.shape.text_hash),
  }),
  response: z.extend(marks, {
    cards: z.array(
      z.object({ skill: z.enum(SKILLS), due: localDay, reps: z.int(), lapses: z.int(), last_at: timestamp }),
    ),
    /** The latest 50 reviews. */
    reviews: z.array(
      z.object({ ...z.pick(review, { id: true, skill: true, grade: true }).shape, at: timestamp }),
    ),
    /** The latest 50 attempts of the last 400 days. */
    attempts: z.array(
      z.object({
        ...z.pick(attempt, { what: true, voiced_ms: true, length_ratio: true, extra_pauses: true }).shape,
        at: timestamp,
      }),
    ),
  }),
});
