import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { HOUR } from '../limits.ts';

/** Lines that one file has at most: those of the first videos. */
export const MOST_DECK_LINES = 5000;

export const prepareOwnDeck = endpoint({
  id: 'practice.prepareOwnDeck',
  method: 'POST',
  path: '/api/practice/deck/',
  access: 'learner',
  limits: { calls: [{ per: 'account', max: 10, seconds: HOUR }] },
  summary: `A signed address, good for a quarter of an hour or two, of the learner's lines that have a card or a mark, at most ${MOST_DECK_LINES}: a table, or a package for Anki with the sound of hosted media.`,
  body: z.object({ format: z.enum(['csv', 'apkg']) }),
  response: z.object({ url: z.string() }),
  errors: ['conflict'],
});
export type DeckFormat = z.infer<typeof prepareOwnDeck.body>['format'];
