import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pulse } from '../platform/database/pulse.ts';
import { TOO_BUSY, UNREACHABLE, unavailable } from './failures.ts';

/**
 * Does work on the database for a request, or refuses it. It counts until it is done, though its client may be gone: impatient
 * ones don't get round the limit. What `lasts` by its nature (events, uploads) is neither counted nor refused for the number
 * of others.
 */
export type Track = <Value>(
  reply: FastifyReply,
  work: () => Value | Promise<Value>,
  lasts?: boolean,
) => Promise<Value>;

export type UnderWay = {
  track: Track;
  /** How many requests are being worked on, of those that count. */
  inFlight: () => number;
  /** How many were refused for their number since the start. */
  refused: () => number;
};

type Settings = {
  /** So many are worked on at once. */
  limit: number;
  pulse: Pick<Pulse, 'isSilent' | 'isLate'>;
  patienceMs?: number;
};

/** The longest that anybody waits for a database that is late: for connections and all statements together. */
const PATIENCE_MS = 11_000;
const LOOK_MS = 500;

/** How often the log says that requests are refused. */
const TELL_MS = 10_000;

/** `since` it could be worked on; `place` is where it stands among the others. */
type Work = { reply: FastifyReply; since: number; place: number };

/**
 * Keeps account of what is being worked on, and refuses (503 with Retry-After) what has no prospect.
 *
 * While `limit` requests are worked on, each further one would only make all of them wait longer: the time that an answer
 * takes stays bounded by what the server can do, and it is itself again as soon as those under way are done.
 *
 * While the database is silent, what comes is refused at once; while it is late, what it keeps waiting is after `patienceMs`.
 * A database that answers in time is given all the time that the work takes. What was answered like that is worked on until
 * a statement fails, and counts as being in flight as long.
 */
export function trackWork(
  app: FastifyInstance,
  { limit, pulse, patienceMs = PATIENCE_MS }: Settings,
): UnderWay {
  // No Map: the tables that one outgrows as entries come and go keep whole requests from the garbage collector's young space.
  const works: Work[] = [];
  let lasting = 0;
  let refused = 0;
  let told = { at: Number.NEGATIVE_INFINITY, refused: 0 };
  const inFlight = () => works.length - lasting;

  function refuse(): never {
    refused += 1;
    const now = performance.now();
    if (now - told.at >= TELL_MS) {
      app.log.warn(
        { inFlight: inFlight(), refused: refused - told.refused },
        'overloaded: requests are refused',
      );
      told = { at: now, refused };
    }
    throw unavailable(TOO_BUSY);
  }

  function remove({ place }: Work): void {
    const last = works.pop() as Work;
    if (last.place === place) return;
    works[place] = last;
    last.place = place;
  }

  async function track<Value>(
    reply: FastifyReply,
    work: () => Value | Promise<Value>,
    lasts = false,
  ): Promise<Value> {
    if (!lasts && inFlight() >= limit) refuse();
    if (pulse.isSilent()) throw unavailable(UNREACHABLE);
    const begun = { reply, since: performance.now(), place: works.length };
    works.push(begun);
    if (lasts) lasting += 1;
    try {
      return await work();
    } finally {
      remove(begun);
      if (lasts) lasting -= 1;
    }
  }

  function look(): void {
    const now = performance.now();
    const isLate = pulse.isLate();
    for (const work of works) {
      const { reply, since } = work;
      // Its client may be as slow as he likes.
      if (!reply.request.raw.complete) work.since = now;
      else if (isLate && now - since > patienceMs && !reply.sent && !reply.raw.headersSent) {
        reply.send(unavailable(TOO_BUSY));
      }
    }
  }
  const looking = setInterval(look, Math.min(LOOK_MS, patienceMs));
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));

  return { track, inFlight, refused: () => refused };
}
