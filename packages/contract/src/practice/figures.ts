import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { MINUTE } from '../limits.ts';
import { practisedDay } from './local-day.ts';

const figure = z.object({
  /** Null for fewer than `MIN_CASES`. */
  value: z.nullable(z.number()),
  cases: z.int(),
});

/** The last four weeks, and the four before them. */
const compared = z.object({ now: figure, before: figure });

/** Minimum number of cases for a meaningful statistic. */
export const MIN_CASES = 20;

export const getFigures = endpoint({
  id: 'practice.getFigures',
  method: 'GET',
  path: '/api/practice/figures/',
  access: 'learner',
  /** Reads all of a learner's attempts, which takes a second per million. */
  limits: { calls: [{ per: 'account', max: 30, seconds: MINUTE }], atOnce: { account: 1 } },
  summary: 'Returns the learner’s practice by day, and statistics of their progress.',
  response: z.object({
    /** The last 28 days, ending today. */
    days: z.array(practisedDay),
    /** Share of cards that were right at the first review at least a day after the very first one. */
    kept: compared,
    /** Mean share of right words in lines written after their first hearing. */
    hears: compared,
    /** Pauses that the original doesn't have, at the first take of a new line. Lower is better. */
    extra_pauses: compared,
    /** Difference in length from the original, at the first take of a new line, in percent. Lower is better. */
    length_off: compared,
  }),
});
export type Figures = z.infer<typeof getFigures.response>;
