import type { FastifyReply } from 'fastify';

/** `signal` aborts when the client disconnects, the server drains, or the caller loses access. */
export type EventStream<Data> = { send: (data: Data) => void; signal: AbortSignal };

/** Interval of heartbeats, which detect disabled accounts, ended sessions and dead connections. */
const HEARTBEAT_MS = 5000;

/**
 * Streams the events that `follow` sends, until it resolves or the client disconnects. Runs `checkAccess` at every heartbeat,
 * and ends the stream if it throws. Does nothing if the client has already disconnected.
 */
export async function streamEvents<Data>(
  reply: FastifyReply,
  draining: AbortSignal,
  checkAccess: () => Promise<unknown>,
  follow: (stream: EventStream<Data>) => Promise<void> | void,
): Promise<void> {
  const { raw } = reply;
  if (raw.destroyed) return void reply.hijack();
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, draining]);
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // Stops nginx from buffering the events.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  raw.on('close', () => ended.abort());
  const heartbeat = setInterval(() => {
    raw.write(':\n\n');
    checkAccess().catch(() => ended.abort());
  }, HEARTBEAT_MS);
  raw.write(':\n\n');
  try {
    await Promise.race([
      Promise.resolve(follow({ signal, send: (data) => raw.write(`data: ${JSON.stringify(data)}\n\n`) })),
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    ]);
  } finally {
    clearInterval(heartbeat);
    ended.abort();
    raw.end();
  }
}
