import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../errors/app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum bytes of a body held in memory. Undefined for routes without a body, or that stream it to the storage. */
    bodyInMemory?: number;
  }
}

/** Maximum bytes of all bodies in memory. Parsing briefly takes about three times as much. */
const MEMORY_LIMIT = 64 * 1024 * 1024;

/** Returns the maximum bytes of a body: its declared length, or else the route's limit. */
function readBytes({ headers }: FastifyRequest, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Math.min(Number(headers['content-length'] ?? 0), limit);
}

/**
 * Limits the total memory of bodies: each reserves its size before it is read, until its response ends. A body that doesn't fit
 * gets a 503.
 */
export function limitBodyMemory(app: FastifyInstance, limit = MEMORY_LIMIT): { reserved: () => number } {
  let reserved = 0;
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = readBytes(request, request.routeOptions.config.bodyInMemory ?? 0);
    // A response is closed only once: after that, the bytes would be reserved forever, and no body arrives.
    if (bytes === 0 || reply.raw.destroyed) return done(null, payload);
    if (reserved + bytes > limit) return done(unavailable('server.busy'));
    reserved += bytes;
    // 'finish' isn't emitted if the client disconnects.
    reply.raw.once('close', () => {
      reserved -= bytes;
    });
    done(null, payload);
  });
  return { reserved: () => reserved };
}
