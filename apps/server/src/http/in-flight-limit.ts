import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOO_BUSY, UNREACHABLE, unavailable } from './failures.ts';

/**
 * Runs a request's work, or refuses it with a 503. Work counts as in flight until it is done, even if its client has gone:
 * impatient clients don't get round the limit. Long-lived work (events, uploads) isn't counted, and isn't refused for the
 * number of others.
 */
export type Track = <Value>(
  request: FastifyRequest,
  work: () => Value | Promise<Value>,
  isLongLived?: boolean,
) => Promise<Value>;

export type InFlightLimit = {
  track: Track;
  /** Requests that are being worked on, without the long-lived ones. */
  inFlight: () => number;
  /** Requests that were refused for the number of others, since the start. */
  refused: () => number;
};

type Settings = {
  /** Requests that are worked on at once. */
  limit: number;
  /** While it is, everything is refused at once. */
  isDatabaseDown: () => boolean;
};

/** The shortest time between two log lines that say that requests are refused. */
const LOG_EVERY_MS = 10_000;

/**
 * Limits the requests that are worked on at once. A further one would only make all of them wait longer: the response time
 * stays bounded, and the server recovers as soon as the requests in flight are done.
 */
export function limitInFlight(app: FastifyInstance, { limit, isDatabaseDown }: Settings): InFlightLimit {
  let inFlight = 0;
  let refused = 0;
  let logged = { at: Number.NEGATIVE_INFINITY, refused: 0 };

  function refuse(): never {
    refused += 1;
    const now = performance.now();
    if (now - logged.at >= LOG_EVERY_MS) {
      app.log.warn({ inFlight, refused: refused - logged.refused }, 'overloaded: requests are refused');
      logged = { at: now, refused };
    }
    throw unavailable(TOO_BUSY);
  }

  async function track<Value>(
    _request: FastifyRequest,
    work: () => Value | Promise<Value>,
    isLongLived = false,
  ): Promise<Value> {
    if (isDatabaseDown()) throw unavailable(UNREACHABLE);
    if (isLongLived) return work();
    if (inFlight >= limit) refuse();
    inFlight += 1;
    try {
      return await work();
    } finally {
      inFlight -= 1;
    }
  }

  return { track, inFlight: () => inFlight, refused: () => refused };
}
