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
    /** Share of cards answered correctly at the first review that was at least a day after the card's very first review. */
    kept: compared,
    /** Mean share of correct words in lines written after a first hearing. */
    hears: compared,
    /** Mean number of extra pauses, compared with the original, in the first take of a new line. Lower is better. */
    extra_pauses: compared,
    /** Difference in duration from the original in the first take of a new line, in percent. Lower is better. */
    length_off: compared,
  }),
});
export type Figures = z.infer<typeof getFigures.response>;
