import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pulse } from '../platform/database/pulse.ts';
import { TOO_BUSY, UNREACHABLE, unavailable } from './failures.ts';

/** What works on the database. Files, media, health and figures don't. */
export const ON_DATABASE = /^\/(?:api|accounts)\//;

/** The longest that anybody waits for a database that is late: for connections and all statements together. */
const PATIENCE_MS = 11_000;
const LOOK_MS = 500;

/** `since` it could be worked on. */
type Waiting = { reply: FastifyReply; since: number };

/**
 * Answers 503 while the database doesn't answer: at once to what comes while it is silent, and after `patienceMs` to what it
 * keeps waiting while it is late. A database that answers in time is given all the time that the work takes. What was
 * answered like that is worked on until a statement fails, and counts as being in flight as long.
 */
export function installLateDatabase(
  app: FastifyInstance,
  { isSilent, isLate }: Pick<Pulse, 'isSilent' | 'isLate'>,
  patienceMs = PATIENCE_MS,
): void {
  const waiting = new Map<FastifyRequest, Waiting>();

  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!ON_DATABASE.test(request.url)) return done();
    if (isSilent()) return done(unavailable(UNREACHABLE));
    waiting.set(request, { reply, since: performance.now() });
    done();
  });
  app.addHook('onResponse', (request, _, done) => {
    waiting.delete(request);
    done();
  });

  function look(): void {
    const now = performance.now();
    for (const [request, one] of waiting) {
      const { raw } = request;
      // Nobody tells the end of an answer whose client has gone.
      if (raw.socket.destroyed) waiting.delete(request);
      // Its client may be as slow as he likes.
      else if (!raw.complete) one.since = now;
      else if (now - one.since > patienceMs && isLate() && !one.reply.sent && !one.reply.raw.headersSent) {
        one.reply.send(unavailable(TOO_BUSY));
      }
    }
  }
  const looking = setInterval(look, Math.min(LOOK_MS, patienceMs));
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
