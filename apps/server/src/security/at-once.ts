import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WHOLE_LISTS } from '@sayback/contract';
import type { FastifyReply } from 'fastify';
import { unavailable } from '../errors/app-error.ts';
import { shareByAddress } from './address-share.ts';
import { connectionLimit } from './connection-limit.ts';
import { openCounts } from './open-counts.ts';

const WAIT_MS = 1000;
const STEP_MS = 50;
/** Time without progress after which a client counts as stalled. */
const STALLED_MS = 60_000;

/**
 * Limits the responses held in memory, per key and in total, for routes that aren't in the contract. Returns a function that
 * waits up to a second for a response's turn, then counts it until it ends. The function throws a 503 if there are too many.
 */
export function limitAtOnce(): (key: string, reply: FastifyReply) => Promise<void> {
  const counts = openCounts();
  let total = 0;
  const canStart = (key: string) => counts.get(key) < WHOLE_LISTS.account && total < WHOLE_LISTS.server;

  return async (key, { raw }) => {
    for (let waited = 0; !canStart(key) && waited < WAIT_MS && !raw.destroyed; waited += STEP_MS) {
      await sleep(STEP_MS);
    }
    if (!canStart(key) || raw.destroyed) throw unavailable('server.busy');
    const leave = counts.enter(key);
    total += 1;
    // Makes Node close stalled connections. Injected requests have no socket.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(STALLED_MS);
    raw.once('close', () => {
      total -= 1;
      leave();
    });
  };
}

/**
 * Default maximum: an eighth of the connections, because a stream needs the memory of two or three connections, and a file
 * descriptor.
 */
const defaultMaxStreams = () => Math.max(200, Math.floor(connectionLimit() / 8));

/**
 * Limits file streams, which last as long as their clients read: in total, and each address to a third while others have any.
 * Returns a function that counts a stream until its response ends, or throws a 503, also if the client has disconnected.
 */
export function limitStreams(max = defaultMaxStreams()): (address: string, reply: FastifyReply) => void {
  const share = shareByAddress(max);
  let open = 0;
  return (address, { raw }) => {
    // A response is closed only once: after that, the stream would be counted forever.
    if (raw.destroyed) throw unavailable('server.busy');
    if (open >= max || !share.isBelowShare(address)) {
      share.noteRefused(address);
      throw unavailable('server.busy');
    }
    open += 1;
    const leave = share.enter(address);
    raw.once('close', () => {
      open -= 1;
      leave();
    });
  };
}
