import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endWithError } from '../http/malformed-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body can take longer than `REQUEST_MS`, as long as data arrives fast enough. */
    isUpload?: boolean;
  }
}

const REQUEST_MS = 30_000;

/** Options of Node's server, which checks the timeouts every `connectionsCheckingInterval`. */
export const REQUEST_TIMEOUTS = {
  requestTimeout: REQUEST_MS,
  // Must be shorter than `requestTimeout`: Node applies the longer one to the whole request.
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5000,
};

/** Minimum number of bytes of an upload per window: 10 kB per second. */
const UPLOAD_WINDOW_BYTES = 300_000;
const UPLOAD_WINDOW_MS = 30_000;

/** Timeout for requests that are still arriving when the server closes, because Node then stops checking its timeouts. */
const CLOSING_MS = 5000;

/** Last response of each connection. */
const replies = new WeakMap<Socket, FastifyReply>();

const isArriving = ({ request }: FastifyReply) => !request.raw.complete;
const isUpload = ({ request }: FastifyReply) => request.routeOptions.config.isUpload === true;

function endSlow(socket: Socket, reply: FastifyReply | undefined): void {
  const hasResponse = reply && isArriving(reply) && reply.raw.headersSent;
  // Browsers also open connections that they don't use, which need no response.
  if (hasResponse || socket.bytesRead === 0) socket.destroy();
  else endWithError(socket, '408 Request Timeout', 'request.tooSlow');
}

/** Returns true while an upload arrives that has no response yet. `watchUpload` checks its speed. */
const isWatched = (reply: FastifyReply) => isArriving(reply) && isUpload(reply) && !reply.raw.writableEnded;

function rejectSlow(socket: Socket): void {
  const reply = replies.get(socket);
  if (!reply || !isWatched(reply)) endSlow(socket, reply);
}

/** Closes connections that aren't waiting for a response. The others close after their response. */
function endUnfinished(sockets: Iterable<Socket>): void {
  for (const socket of sockets) {
    const reply = replies.get(socket);
    const isResponding = reply && !isArriving(reply) && !reply.raw.writableFinished;
    if (!reply || !(isResponding || isWatched(reply))) endSlow(socket, reply);
  }
}

/** Fastify's `clientErrorHandler`, for requests that take too long, aren't HTTP, or have too many headers. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // Ignore further errors: each further chunk causes another one.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') rejectSlow(socket);
  else endWithError(socket, '400 Bad Request', 'request.malformed');
}

function watchUpload({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  let read = socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - read;
    read = socket.bytesRead;
    // If the buffer is full, the client is waiting for the server or its store.
    const isBlocked = raw.readableLength >= raw.readableHighWaterMark;
    if (bytes < UPLOAD_WINDOW_BYTES && !raw.complete && !isBlocked) endSlow(socket, reply);
  }, UPLOAD_WINDOW_MS);
  timer.unref();
  reply.raw.once('close', () => clearInterval(timer));
}

/** Watches the speed of uploads. Node itself enforces the timeouts of other requests (`REQUEST_TIMEOUTS`). */
export function installRequestTimeouts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw.socket, reply);
    if (isUpload(reply)) watchUpload(request, reply);
    done();
  });
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    setTimeout(() => endUnfinished(open), CLOSING_MS).unref();
  });
}
