import type { FastifyReply } from 'fastify';

/** What an event stream is written with. `signal` ends it: the client has gone, the server drains, or the caller may no longer listen. */
export type EventStream<Data> = { send: (data: Data) => void; signal: AbortSignal };

/** Within which a disabled account or an ended session stops, and a connection that died is noticed. */
const BEAT_MS = 5000;

/**
 * Turns the answer into server-sent events and lets `follow` write them, until it is done or the stream ends. `mayGoOn`
 * is asked at every beat; when it throws the stream ends, and the client has to call again.
 */
export async function streamEvents<Data>(
  reply: FastifyReply,
  draining: AbortSignal,
  mayGoOn: () => Promise<unknown>,
  follow: (stream: EventStream<Data>) => Promise<void> | void,
): Promise<void> {
  const { raw } = reply;
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, draining]);
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // A proxy that collects the answer first would hold back the events.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  raw.on('close', () => gone.abort());
  const beat = setInterval(() => {
    raw.write(':\n\n');
    mayGoOn().catch(() => gone.abort());
  }, BEAT_MS);
  raw.write(':\n\n');
  try {
    await Promise.race([
      Promise.resolve(follow({ signal, send: (data) => raw.write(`data: ${JSON.stringify(data)}\n\n`) })),
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    ]);
  } finally {
    clearInterval(beat);
    gone.abort();
    raw.end();
  }
}
