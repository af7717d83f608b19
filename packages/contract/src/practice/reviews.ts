import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, roundToMillionths } from '../fields.ts';
import { DAY, MINUTE, type RowLimit } from '../limits.ts';
import { lineIdentity } from '../line-identity.ts';
import { attemptId } from './attempts.ts';
import { localDay } from './local-day.ts';

/** Skills that cards practise: saying a line from memory, and writing it down by ear. */
export const SKILLS = ['say', 'write'] as const;
export type Skill = (typeof SKILLS)[number];

/** The learner grades spoken lines; `gradeWriting` grades written ones. */
export const GRADES = ['again', 'hard', 'good'] as const;
export type Grade = (typeof GRADES)[number];

/** Verdicts on a written line: the level of its worst word. */
export const VERDICTS = ['right', 'accent', 'typo', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

const GRADE_BY_VERDICT: Record<Verdict, Grade> = {
  right: 'good',
  accent: 'hard',
  typo: 'hard',
  wrong: 'again',
};

/** Returns the grade of a written line. */
export const gradeWriting = (verdict: Verdict): Grade => GRADE_BY_VERDICT[verdict];

/** Minutes east of UTC. */
const utcOffset = z.int().check(z.gte(-840), z.lte(840));

/** A learner's answer to a card. `forget` removes the card until it is answered again. */
export const review = z.extend(lineIdentity, {
  /** An id made by `makeAttemptId` with the time of the answer. */
  id: attemptId,
  video_id: id,
  skill: z.enum(SKILLS),
  grade: z.enum([...GRADES, 'forget']),
  /** The learner's UTC offset at that time (`-date.getTimezoneOffset()`), which determines the local day. */
  utc_offset: utcOffset,
  /** For a written line: true if it was played only once, and never practised before. */
  first_hearing: z._default(z.boolean(), false),
  /** For a written line: share of its words that were right, 0 to 1. */
  accuracy: z._default(z.nullable(z.number().check(z.gte(0), z.lte(1), roundToMillionths)), null),
});
export type Review = z.input<typeof review>;

export const REVIEW_BATCH = 50;

/** Daily limit of reviews: enough for a line every three seconds for four hours. */
export const REVIEWS_PER_DAY = {
  name: 'reviews',
  per: ['account'],
  max: 5000,
  seconds: DAY,
  beyond: 'named',
} as const satisfies RowLimit;

/** Maximum number of reviews per card; more would be abuse. */
export const MAX_REVIEWS = 200;

/**
 * Reasons for rejecting a review, in order: invalid; more than ten minutes ahead of the server's clock; more than 400 days old;
 * for a video that isn't published to learners; for a line that is neither in the video nor has a card; above `MAX_REVIEWS`;
 * above the account's daily limit. `future` reviews can be sent again after some minutes or hours, `tomorrow` the next day.
 */
export const REFUSALS = ['invalid', 'future', 'too_old', 'no_video', 'no_line', 'full', 'tomorrow'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Returns true if the rejected review can be sent again later. */
export const canRetryLater = (reason: Refusal): boolean => reason === 'future' || reason === 'tomorrow';

export const saveReviews = endpoint({
  id: 'practice.saveReviews',
  method: 'POST',
  path: '/api/practice/reviews/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 60, seconds: MINUTE }], rows: [REVIEWS_PER_DAY] },
  summary: `Records up to ${REVIEW_BATCH} reviews independently, in any order, each id once. The device should send those refused for \`future\` and \`tomorrow\` again later, and can discard all others.`,
  /** An invalid element becomes null, so that the others still count. */
  body: z.object({
    reviews: z.array(z.catch(z.nullable(review), null)).check(z.minLength(1), z.maxLength(REVIEW_BATCH)),
  }),
  response: z.object({
    counted: z.int(),
    /** Rejected reviews. Omits elements without a valid id. */
    refused: z.array(z.object({ id: z.string(), reason: z.enum(REFUSALS) })),
    /** New due days of the other reviews' cards; null after `forget`. */
    due: z.array(z.object({ id: z.string(), day: z.nullable(localDay) })),
  }),
});

export const undoReview = endpoint({
  id: 'practice.undoReview',
  method: 'DELETE',
  path: '/api/practice/reviews/{review}/',
  access: 'learner',
  summary: 'Undoes a review: its card is as if it never happened, even if the review is sent again.',
  params: z.object({ review: attemptId }),
  response: z.object({ day: z.nullable(localDay) }),
});
