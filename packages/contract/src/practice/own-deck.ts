import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { job } from '../jobs.ts';
import { HOUR } from '../limits.ts';
import { ROWS } from '../row-limits.ts';

/** Maximum number of lines in one file: those of the first videos. */
export const MAX_DECK_LINES = 5000;

export const prepareOwnDeck = endpoint({
  id: 'practice.prepareOwnDeck',
  method: 'POST',
  path: '/api/practice/deck/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 10, seconds: HOUR }], rows: [ROWS.jobs] },
  summary: `Makes a file of the learner's lines that have a card or a mark, at most ${MAX_DECK_LINES}: a table by a signed address, good for a quarter of an hour or two, or a package for Anki with the sound of hosted media by a job. A second request meanwhile starts no other job.`,
  body: z.object({ format: z.enum(['csv', 'apkg']) }),
  /** Null for a package: use `getOwnDeck`. */
  response: z.object({ url: z.nullable(z.string()) }),
  errors: ['conflict'],
});
export type DeckFormat = z.infer<typeof prepareOwnDeck.body>['format'];

export const getOwnDeck = endpoint({
  id: 'practice.getOwnDeck',
  method: 'GET',
  path: '/api/practice/deck/',
  access: 'learner',
  summary: 'The job that makes the package of the learner’s lines, or made the last one; null without one.',
  holdsMessages: true,
  response: z.object({
    job: z.nullable(z.pick(job, { status: true, done: true, total: true, message: true })),
    /** Signed URL of the package, valid for a day after it is made; null before that. */
    url: z.nullable(z.string()),
  }),
});
