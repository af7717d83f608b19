import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { HOUR } from '../limits.ts';

/** Minimum number of learners in a count, so that individuals can't be identified. */
export const MIN_LEARNERS_SHOWN = 5;

const counts = z.object({
  /**
   * Number of accounts that said, waited through or answered a line. Null, like all counts here, if fewer than
   * `MIN_LEARNERS_SHOWN`.
   */
  practised: z.nullable(z.int()),
  /** Number of accounts that wrote or recalled a line. */
  answered: z.nullable(z.int()),
  /** Total minutes of practice. */
  minutes: z.nullable(z.int()),
});

export const getPracticeCounts = endpoint({
  id: 'practice.getPracticeCounts',
  method: 'GET',
  path: '/api/practice/counts/',
  access: 'admin',
  limits: { calls: [{ per: 'installation', max: 300, seconds: HOUR }] },
  summary:
    'Returns the number of recent learners and their total minutes, but no data of individual learners.',
  response: z.object({ last_7_days: counts, last_28_days: counts }),
});
export type PracticeCounts = z.infer<typeof getPracticeCounts.response>;
