import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { bearerToken } from './authentication.ts';
import { limitAddress } from './limit-address.ts';

/** Requests that a caller may have in flight at once. A school shares one address, so a session counts for itself. */
const LIMITS = { session: 20, address: 60 };

/** Returns the session that an access token names, by its signature alone; null if it isn't a good one. */
export type ReadSession = (token: string) => Promise<number | null>;

export type CallerLimit = {
  /** Counts a request until its connection is done with it, or throws a 429. Long-lived requests have a count of their own. */
  enter: (request: FastifyRequest, reply: FastifyReply, isLongLived: boolean) => Promise<void>;
  /** Counts a request on while its work runs, even if its client has gone. Call what it returns once. */
  hold: (request: FastifyRequest) => () => void;
  refused: () => number;
};

/** Limits how many requests each caller has in flight, so that nobody takes the whole server. */
export function limitCallers(readSession: ReadSession): CallerLimit {
  const counts = new Map<string, number>();
  const heldBy = new WeakMap<FastifyRequest, { key: string; count: number }>();
  let refused = 0;

  function release(request: FastifyRequest): void {
    const held = heldBy.get(request);
    if (!held) return;
    held.count -= 1;
    if (held.count > 0) return;
    heldBy.delete(request);
    const left = (counts.get(held.key) ?? 0) - 1;
    if (left > 0) counts.set(held.key, left);
    else counts.delete(held.key);
  }

  return {
    async enter(request, reply, isLongLived) {
      const token = bearerToken(request);
      const session = token === null ? null : await readSession(token);
      const limit = session === null ? LIMITS.address : LIMITS.session;
      const caller = session === null ? limitAddress(request.ip) : session;
      const key = `${caller} ${isLongLived}`;
      const count = counts.get(key) ?? 0;
      if (count >= limit) {
        refused += 1;
        throw new AppError('too_many', 'request.tooManyOpen', {
          headers: { 'retry-after': '1' },
        });
      }
      counts.set(key, count + 1);
      heldBy.set(request, { key, count: 1 });
      reply.raw.once('close', () => release(request));
    },
    hold(request) {
      const held = heldBy.get(request);
      if (held) held.count += 1;
      return () => release(request);
    },
    refused: () => refused,
  };
}
