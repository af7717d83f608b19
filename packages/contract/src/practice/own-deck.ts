import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { job } from '../jobs.ts';
import { HOUR } from '../limits.ts';
import { ROWS } from '../row-limits.ts';

/** Maximum number of lines in an exported file. Lines of later videos are omitted. */
export const MAX_DECK_LINES = 5000;

export const prepareOwnDeck = endpoint({
  id: 'practice.prepareOwnDeck',
  method: 'POST',
  path: '/api/practice/deck/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 10, seconds: HOUR }], rows: [ROWS.jobs] },
  summary: `Exports the learner's lines that have a card or a mark, at most ${MAX_DECK_LINES}: as a table with a signed URL, valid for 15 to 30 minutes, or by a job as an Anki package with the sound of hosted media. Only one job runs at a time.`,
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
  summary:
    'Returns the job that is exporting or last exported the package of the learner’s lines; null if there is none.',
  hasStoredMessages: true,
  response: z.object({
    job: z.nullable(z.pick(job, { status: true, done: true, total: true, message: true })),
    /** Signed URL of the package, valid for a day after its creation; null before that. */
    url: z.nullable(z.string()),
  }),
});
