import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, byId, id, roundToMillionths } from '../fields.ts';
import { DAY, MINUTE, type RowLimit, WHOLE_LISTS } from '../limits.ts';
import { lineIdentity } from '../line-identity.ts';

export const listPractisedLines = endpoint({
  id: 'practice.listPractisedLines',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/practised-lines/',
  access: 'learner',
  limits: { atOnce: WHOLE_LISTS },
  summary:
    'Lists a video’s lines that the learner has said or waited through, in order, with their current positions in the alignment.',
  params: byId,
  response: z.array(lineIdentity),
});

export const ATTEMPT_BATCH = 50;

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** An id made by `makeAttemptId`: a version 7 UUID, which contains its creation time. */
export const attemptId = z.string().check(atMost(36), z.regex(UUID_V7));

/** `said`: the microphone detected a voice. `waited`: the turn had no microphone. `skipped`: the learner ended the turn early. */
export const ATTEMPT_KINDS = ['said', 'waited', 'skipped'] as const;

/** A learner's turn at a line, without audio. */
export const attempt = z.extend(lineIdentity, {
  id: attemptId,
  video_id: id,
  what: z.enum(ATTEMPT_KINDS),
  /** Milliseconds of voice; null if not measured. */
  voiced_ms: z._default(z.nullable(z.int().check(z.nonnegative(), z.lte(3_600_000))), null),
  /** Duration of the take divided by the original's. */
  length_ratio: z._default(
    z.nullable(z.number().check(z.nonnegative(), z.lte(1000), roundToMillionths)),
    null,
  ),
  /** Number of pauses that the original doesn't have. */
  extra_pauses: z._default(z.nullable(z.int().check(z.nonnegative(), z.lte(1000))), null),
});
export type Attempt = z.input<typeof attempt>;

/** Daily limit on attempts: enough for a line every three seconds for four hours. */
export const ATTEMPTS_PER_DAY = {
  name: 'attempts',
  per: ['account'],
  max: 5000,
  seconds: DAY,
  beyond: 'named',
} as const satisfies RowLimit;

export const saveAttempts = endpoint({
  id: 'practice.saveAttempts',
  method: 'POST',
  path: '/api/practice/attempts/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 20, seconds: MINUTE }], rows: [ATTEMPTS_PER_DAY] },
  summary: `Records up to ${ATTEMPT_BATCH} attempts independently, each id once. The device can then discard all but those in \`later\`.`,
  /** An invalid element becomes null, so that the others still count. */
  body: z.object({
    attempts: z.array(z.catch(z.nullable(attempt), null)).check(z.minLength(1), z.maxLength(ATTEMPT_BATCH)),
  }),
  response: z.object({
    counted: z.int(),
    /**
     * Ids of rejected attempts: invalid, for a video that isn't published to learners, more than a day ahead of the server's
     * clock, more than 400 days old, or above the account's limit. Omits elements without a valid id.
     */
    refused: z.array(z.string()),
    /**
     * Ids in `refused` that can be sent again tomorrow, because of the account's daily limit. The previous release omits this
     * field.
     */
    later: z._default(z.array(z.string()), []),
  }),
});
