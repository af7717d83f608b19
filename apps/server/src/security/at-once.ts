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
/** Time without progress after which a client has stopped reading. */
const STALLED_MS = 60_000;

/**
 * Limits responses that are held in memory as a whole, for each key and in total, outside of the contract's calls. Returns a
 * function that waits for its turn, up to a second, and counts until the response has ended. Throws a 503.
 */
export function limitAtOnce(): (key: string, reply: FastifyReply) => Promise<void> {
  const counts = openCounts();
  let total = 0;
  const hasRoom = (key: string) => counts.of(key) < WHOLE_LISTS.account && total < WHOLE_LISTS.server;

  return async (key, { raw }) => {
    for (let waited = 0; !hasRoom(key) && waited < WAIT_MS && !raw.destroyed; waited += STEP_MS) {
      await sleep(STEP_MS);
    }
    if (!hasRoom(key) || raw.destroyed) throw unavailable('server.busy');
    const leave = counts.enter(key);
    total += 1;
    // Node then closes the connection. An injected request has none.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(STALLED_MS);
    raw.once('close', () => {
      total -= 1;
      leave();
    });
  };
}

/** A stream takes as much memory as two or three other connections, and a file descriptor. */
const mostStreams = () => Math.max(200, Math.floor(connectionLimit() / 8));

/**
 * Limits streams of files, which last as long as their clients read: in total, and for an address to a third while others
 * have any. Returns a function that counts one until its response has ended, or throws a 503.
 */
export function limitStreams(max = mostStreams()): (address: string, reply: FastifyReply) => void {
  const share = shareByAddress(max);
  let open = 0;
  return (address, { raw }) => {
    if (open >= max || !share.hasRoom(address)) {
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
