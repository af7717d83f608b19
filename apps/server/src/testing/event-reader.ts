import type { AddressInfo } from 'node:net';
import { buildUrl, type Endpoint } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

type Events<E extends Endpoint> = E['events'] extends z.core.$ZodType ? z.output<E['events']> : never;

/** Makes the app listen on a free local port, unless it already listens. Returns its URL. */
async function ensureListening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

type Input = {
  params: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Follows the server-sent events of an app's endpoint, like `followEventsAt`. */
export const followEvents = async <const E extends Endpoint>(
  app: FastifyInstance,
  token: string,
  endpoint: E,
  input: Input,
) => followEventsAt(await ensureListening(app), token, endpoint, input);

/**
 * Follows an endpoint's server-sent events over a real connection until the test ends or calls `leave`. Adds the events to
 * `events`. `ended` resolves when the server ends the stream.
 */
export async function followEventsAt<const E extends Endpoint>(
  url: string,
  token: string,
  endpoint: E,
  input: Input,
) {
  const controller = new AbortController();
  const response = await fetch(`${url}${buildUrl(endpoint.path, input.params, input.query)}`, {
    headers: { ...input.headers, authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const events: Events<E>[] = [];

  async function read(body: AsyncIterable<Uint8Array>): Promise<void> {
    let buffered = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const blocks = (buffered + decoder.decode(chunk, { stream: true })).split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.startsWith('data: ')) continue;
        events.push(z.parse(endpoint.events as z.core.$ZodType, JSON.parse(block.slice(6))) as Events<E>);
      }
    }
  }
  const ended = read(response.body).catch(() => undefined);
  const leave = async () => {
    controller.abort();
    await ended;
  };
  onTestFinished(leave);
  return { events, ended, leave };
}
