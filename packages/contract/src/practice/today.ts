import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { practisedDay } from './local-day.ts';

export const getToday = endpoint({
  id: 'practice.getToday',
  method: 'GET',
  path: '/api/practice/today/',
  access: 'learner',
  summary: 'Returns the number of due lines, the estimated time, the weekly goal and the last seven days.',
  response: z.object({
    /** Due cards, and new lines up to today's limit. */
    waiting: z.int(),
    /** New lines in `waiting`. */
    fresh: z.int(),
    /** Estimated time for `waiting`. */
    minutes: z.int(),
    done: z.int(),
    /** Goal in minutes per week; null until the learner chooses one (`review` of the preferences). */
    goal_minutes: z.nullable(z.int()),
    /** The last seven days, ending today. */
    days: z.array(practisedDay),
  }),
});
export type Today = z.infer<typeof getToday.response>;
