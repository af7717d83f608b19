import type { Socket } from 'node:net';
import type { Endpoint } from '@sayback/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TOO_BUSY, unavailable } from './failures.ts';
import { ON_DATABASE } from './late-database.ts';
import { fastifyPath } from './serve.ts';

export type Overload = {
  /** How many requests are being worked on, of those that count. */
  inFlight: () => number;
  /** How many were refused since the start. */
  refused: () => number;
  /** Does a request's work. It counts until it is done, though its client may be gone: impatient ones don't get round the limit. */
  track: Track;
};

export type Track = <Value>(request: FastifyRequest, work: () => Value | Promise<Value>) => Promise<Value>;

type Work = { isUnderWay: boolean; isGone: boolean; isOver: boolean };

/** How often the log says that requests are refused. */
const TELL_MS = 10_000;

/**
 * Refuses requests (503 with Retry-After) while `limit` others are being worked on. At that point each further one would
 * only make all of them wait longer: the time that an answer takes stays bounded by what the server can do, and it is
 * itself again as soon as those under way are done. Install it before all other hooks: a refusal shall cost little. Of
 * what is `served`, streams of events and uploads last by their nature, and don't count.
 */
export function installOverload(
  app: FastifyInstance,
  { limit, served }: { limit: number; served: () => readonly Endpoint[] },
): Overload {
  let spared: ReadonlySet<string> = new Set();
  const working = new WeakMap<FastifyRequest, Work>();
  const bySocket = new WeakMap<Socket, Set<Work>>();
  let inFlight = 0;
  let refused = 0;
  let told = { at: Number.NEGATIVE_INFINITY, refused: 0 };

  app.addHook('onReady', async () => {
    const lasting = served().filter(({ events, files }) => events || files);
    spared = new Set(lasting.map(({ method, path }) => `${method} ${fastifyPath(path)}`));
  });

  function end(work: Work): void {
    if (work.isOver) return;
    work.isOver = true;
    inFlight -= 1;
  }

  function leave(work: Work): void {
    work.isGone = true;
    if (!work.isUnderWay) end(work);
  }

  /** What came in on a connection and isn't answered. Of requests sent one behind the other only it tells that they are gone. */
  function worksOf(socket: Socket): Set<Work> {
    const known = bySocket.get(socket);
    if (known) return known;
    const works = new Set<Work>();
    bySocket.set(socket, works);
    socket.once('close', () => works.forEach(leave));
    return works;
  }

  function begin({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Work {
    const work = { isUnderWay: false, isGone: false, isOver: false };
    inFlight += 1;
    const works = worksOf(socket);
    works.add(work);
    reply.raw.once('close', () => {
      works.delete(work);
      leave(work);
    });
    if (socket.destroyed) leave(work);
    return work;
  }

  function tell(): void {
    const now = performance.now();
    if (now - told.at < TELL_MS) return;
    app.log.warn({ inFlight, refused: refused - told.refused }, 'overloaded: requests are refused');
    told = { at: now, refused };
  }

  const isCounted = ({ url, method, routeOptions }: FastifyRequest) =>
    ON_DATABASE.test(url) && !spared.has(`${method} ${routeOptions.url}`);

  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!isCounted(request)) return done();
    if (inFlight >= limit) {
      refused += 1;
      tell();
      return done(unavailable(TOO_BUSY));
    }
    working.set(request, begin(request, reply));
    done();
  });

  return {
    inFlight: () => inFlight,
    refused: () => refused,
    async track(request, run) {
      const work = working.get(request);
      if (!work) return run();
      work.isUnderWay = true;
      try {
        return await run();
      } finally {
        work.isUnderWay = false;
        if (work.isGone) end(work);
      }
    },
  };
}
