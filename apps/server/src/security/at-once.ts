import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WHOLE_LISTS } from '@sayback/contract';
import type { FastifyReply } from 'fastify';
import { unavailable } from '../errors/app-error.ts';

const WAIT_MS = 1000;
const STEP_MS = 50;
/** Time without progress after which a client has stopped reading. */
const STALLED_MS = 60_000;

/**
 * Limits responses that are held in memory as a whole, for each key and in total, outside of the contract's calls. Returns a
 * function that waits for its turn, up to a second, and counts until the response has ended. Throws a 503.
 */
export function limitAtOnce(): (key: string, reply: FastifyReply) => Promise<void> {
  const counts = new Map<string, number>();
  let total = 0;
  const hasRoom = (key: string) => (counts.get(key) ?? 0) < WHOLE_LISTS.account && total < WHOLE_LISTS.server;

  return async (key, { raw }) => {
    for (let waited = 0; !hasRoom(key) && waited < WAIT_MS && !raw.destroyed; waited += STEP_MS) {
      await sleep(STEP_MS);
    }
    if (!hasRoom(key) || raw.destroyed) throw unavailable('server.busy');
    counts.set(key, (counts.get(key) ?? 0) + 1);
    total += 1;
    // Node closes the connection then. An injected request has none.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(STALLED_MS);
    raw.once('close', () => {
      total -= 1;
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
  };
}
