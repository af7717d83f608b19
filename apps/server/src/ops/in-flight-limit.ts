import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, unavailable } from '../errors/app-error.ts';
import type { DatabaseHealth } from '../platform/database/database-health.ts';
import { type CallerLimit, isLongLived } from '../security/caller-limit.ts';
import { limitAddress } from '../security/limit-address.ts';

/**
 * Runs a request's work, or refuses it with a 503. Work counts as in flight until it is done, even if its client has
 * disconnected, so that clients can't evade the limit by giving up. The limit doesn't apply to long-lived work (events,
 * uploads).
 */
export type Track = <Value>(
  request: FastifyRequest,
  work: () => Value | Promise<Value>,
  isLongLived?: boolean,
) => Promise<Value>;

export type InFlightLimit = {
  track: Track;
  /** Admits a request, before any work on it. Throws a 503, or a 429 if its caller sends too many. */
  admit: CallerLimit['enter'];
  refuse: CallerLimit['refuse'];
  /**
   * Returns the reason to refuse all requests but long-lived ones, and counts the address as refused; null if there is none.
   */
  rejection: (addressOf: () => string) => AppError | null;
  /** Number of requests in flight, without the long-lived ones. */
  inFlight: () => number;
  /** Number of requests refused because of the limit, since the start. */
  refused: () => number;
};

type Settings = {
  limit: number;
  /**
   * While the database is down, requests are refused immediately. When it goes down, the requests waiting for it are refused
   * too.
   */
  database: Pick<DatabaseHealth, 'isDown' | 'onDown'>;
  callers: CallerLimit;
};

/** Minimum interval between two log lines about refused requests. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Limits the requests in flight, since further ones would only make all wait longer. This bounds the response time, and the
 * server recovers as soon as the requests in flight are done. A request that was refused because the database went down counts
 * until the database or a timeout ends its work.
 */
export function limitInFlight(app: FastifyInstance, { limit, database, callers }: Settings): InFlightLimit {
  let inFlight = 0;
  let refused = 0;
  /** Rejects the requests whose work is pending. */
  const waiting = new Set<(error: Error) => void>();
  let logged = { at: Number.NEGATIVE_INFINITY, refused: 0 };

  function refuse(address: string): AppError {
    refused += 1;
    callers.noteRefused(address);
    const now = performance.now();
    if (now - logged.at >= LOG_INTERVAL_MS) {
      app.log.warn({ inFlight, refused: refused - logged.refused }, 'overloaded: requests are refused');
      logged = { at: now, refused };
    }
    return unavailable('server.busy');
  }

  function rejection(addressOf: () => string, isLongLived = false): AppError | null {
    if (database.isDown()) return unavailable('server.unreachable');
    return isLongLived || inFlight < limit ? null : refuse(addressOf());
  }

  database.onDown(() => {
    for (const refuseWaiting of waiting) refuseWaiting(unavailable('server.unreachable'));
  });

  async function count<Value>(work: () => Value | Promise<Value>, isLongLived: boolean): Promise<Value> {
    if (!isLongLived) inFlight += 1;
    try {
      return await work();
    } finally {
      if (!isLongLived) inFlight -= 1;
    }
  }

  async function track<Value>(
    request: FastifyRequest,
    work: () => Value | Promise<Value>,
    isLongLived = false,
  ): Promise<Value> {
    const error = rejection(() => limitAddress(request.ip), isLongLived);
    if (error) throw error;
    const release = callers.hold(request);
    const counted = count(work, isLongLived).finally(release);
    if (isLongLived) return counted;
    return new Promise((resolve, reject) => {
      const done = () => waiting.delete(reject);
      waiting.add(reject);
      counted.then(resolve, reject).finally(done);
    });
  }

  return {
    track,
    async admit(request, reply, declared, count) {
      const error = rejection(() => limitAddress(request.ip), isLongLived(declared));
      if (error) throw error;
      await callers.enter(request, reply, declared, count);
    },
    refuse: callers.refuse,
    rejection,
    inFlight: () => inFlight,
    refused: () => refused,
  };
}
