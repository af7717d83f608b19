import { randomBytes } from 'node:crypto';
import { type Endpoint, makeAttemptId, practice } from '@sayback/contract';
import type { LibraryIds } from '../../../apps/server/src/testing/hostile/library-ids.ts';
import { ENDPOINTS } from '../../../apps/server/src/testing/hostile/run-hostile.ts';
import type { GreedyRole } from './greedy-account.ts';

export type GreedyCase = { declared: Endpoint; role: GreedyRole };

/** Ids of calls that delete rows. They come last, so that the others still find their rows. */
const TAKES_AWAY = /delete|remove|end|logout|turnOff|reset|withdraw|dismiss|stop|close/i;

function rankMethod({ id, method }: Endpoint): number {
  if (method === 'DELETE' || TAKES_AWAY.test(id.split('.')[1] ?? '')) return 2;
  return method === 'GET' ? 1 : 0;
}

/**
 * Lists every call of the contract in both roles, including forbidden ones: those that create rows, then those that read, then
 * those that delete.
 */
export const listGreedyCases = (only: RegExp): GreedyCase[] =>
  ENDPOINTS.filter(({ id }) => only.test(id))
    .toSorted((a, b) => rankMethod(a) - rankMethod(b))
    .flatMap((declared) => (['learner', 'admin'] as const).map((role) => ({ declared, role })));

/** Picks ids for requests. Reads get the first film and its alignment, which have the most rows (`grown-rows.ts`). */
export function pickIds({ method }: Endpoint, ids: LibraryIds): LibraryIds {
  const isLargest = (path: string) => method === 'GET' && /^\/api\/(videos|alignments)\/\{id\}/.test(path);
  return { ...ids, findPathIds: (path) => (isLargest(path) ? [1] : ids.findPathIds(path)) };
}

/** Makes the body of a call that can't be generated from its schema; undefined for other calls. */
export function makeBody({ id }: Endpoint): object | undefined {
  if (id !== practice.saveAttempts.id) return undefined;
  const attempts = Array.from({ length: practice.ATTEMPT_BATCH }, (_, at) => ({
    id: makeAttemptId(Date.now() - at * 3000, randomBytes(10)),
    video_id: 1,
    start_ms: 3000 * at,
    text_hash: at,
    what: 'said',
  }));
  return { attempts };
}
